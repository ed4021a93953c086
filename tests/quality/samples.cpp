#include "quality/samples.h"

#include <algorithm>
#include <array>

namespace sluice::quality {
namespace {

constexpr std::string_view kEnglish =
    "The old lighthouse stands on a rock that the sea covers twice a day. Until the winter of last "
    "year a keeper lived there with his dog, and both of them knew every ship that passed.\n"
    "When the lamp was replaced by a machine, he was asked to leave the island. He packed two "
    "boxes, locked the door and handed the key to the captain of the supply boat.\n"
    "Visitors can still climb the stairs in summer. They will find the logbook on the table, open "
    "at the last page, where he wrote down the weather and nothing else.\n";

constexpr std::string_view kChinese =
    "那座旧灯塔立在一块岩石上，海水每天两次把它淹没。直到去年冬天，一位守塔人和他的狗还住在那里，"
    "他们认识每一艘经过的船。\n"
    "后来灯换成了机器，他被请离了小岛。他收拾了两个箱子，锁上门，把钥匙交给了补给船的船长。\n"
    "夏天，游客仍然可以爬上楼梯。桌上放着航海日志，翻开在最后一页，上面只写着天气。\n";

constexpr std::string_view kJapanese =
    "古い灯台は、一日に二度海に沈む岩の上に立っている。去年の冬まで、灯台守が犬と一緒に暮らし、"
    "通る船をすべて知っていた。\n"
    "灯りが機械に替わると、彼は島を離れるように言われた。箱を二つ作り、戸に鍵をかけ、"
    "補給船の船長に渡した。\n"
    "夏には今でも階段を上ることができる。机の上の日誌は最後のページが開いたままで、"
    "天気だけが書いてある。\n";

constexpr std::string_view kThai =
    "ประภาคารเก่าตั้งอยู่บนโขดหินที่ทะเลท่วมวันละสองครั้ง จนถึงฤดูหนาวปีที่แล้ว "
    "ยังมีคนเฝ้าประภาคารอยู่กับสุนัขของเขา\n"
    "เมื่อเครื่องจักรมาแทนตะเกียง เขาก็ถูกขอให้ออกจากเกาะ เขาเก็บของสองกล่อง ล็อกประตู "
    "แล้วมอบกุญแจให้กัปตันเรือ\n"
    "ในฤดูร้อนผู้มาเยือนยังปีนบันไดขึ้นไปได้ สมุดบันทึกวางอยู่บนโต๊ะ เปิดไว้ที่หน้าสุดท้าย\n";

constexpr std::string_view kHindi =
    "पुराना प्रकाश स्तंभ एक चट्टान पर खड़ा है जिसे समुद्र दिन में दो बार ढक लेता है। पिछले साल की सर्दियों तक "
    "वहाँ एक रखवाला अपने कुत्ते के साथ रहता था, और दोनों हर गुज़रने वाले जहाज़ को पहचानते थे।\n"
    "जब दीपक की जगह मशीन लग गई, तो उससे द्वीप छोड़ने को कहा गया। उसने दो बक्से बाँधे, दरवाज़े पर ताला "
    "लगाया और चाबी नाव के कप्तान को दे दी।\n"
    "गर्मियों में लोग अब भी सीढ़ियाँ चढ़ सकते हैं। मेज़ पर रखी किताब का आख़िरी पन्ना खुला है।\n";

constexpr std::string_view kArabic =
    "تقف المنارة القديمة على صخرة يغمرها البحر مرتين في اليوم. حتى شتاء العام الماضي كان الحارس "
    "يعيش "
    "هناك مع كلبه، وكان كلاهما يعرف كل سفينة تمر.\n"
    "عندما حلت الآلة محل المصباح، طلب منه أن يغادر الجزيرة. حزم صندوقين وأغلق الباب وسلم المفتاح "
    "إلى "
    "قبطان قارب المؤن.\n"
    "هل يستطيع الزوار صعود الدرج في الصيف؟ نعم، وسيجدون السجل على الطاولة مفتوحا على الصفحة "
    "الأخيرة.\n";

constexpr std::string_view kRussian =
    "Старый маяк стоит на скале, которую море заливает дважды в день. До прошлой зимы там жил "
    "смотритель со своей собакой, и оба знали каждый проходящий корабль.\n"
    "Когда лампу заменила машина, его попросили покинуть остров. Он собрал два ящика, запер дверь "
    "и "
    "отдал ключ капитану катера.\n"
    "Летом посетители по-прежнему могут подняться по лестнице. Журнал лежит на столе, открытый на "
    "последней странице, где записана только погода. Больше там ничего нет.\n";

constexpr std::string_view kCode =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#define LIMIT 100\n"
    "#ifdef DEBUG\n"
    "#define LOG(x) printf(\"%d\\n\", (x))\n"
    "#else\n"
    "#define LOG(x)\n"
    "#endif\n"
    "\n"
    "int main(int argc, char** argv) {\n"
    "  if (argc < 2) {\n"
    "    return 1;\n"
    "  }\n"
    "  int n = atoi(argv[1]);\n"
    "  for (int i = 0; i < n && i < LIMIT; ++i) {\n"
    "    LOG(i);\n"
    "  }\n"
    "  return 0;\n"
    "}\n";

constexpr std::string_view kPoem =
    "The tide comes in,\n"
    "the tide goes out,\n"
    "and no one asks\n"
    "what it is about.\n"
    "\n"
    "The lamp goes on,\n"
    "the lamp goes off,\n"
    "and someone counts\n"
    "the ships that cough\n"
    "\n"
    "their way along\n"
    "the narrow sound.\n"
    "The tide comes in,\n"
    "the tide goes out,\n"
    "and all of them\n"
    "are homeward bound.\n";

constexpr std::string_view kTable =
    "Year | Ships | Storms\n"
    "1991 | 214 | 12\n"
    "1992 | 198 | 9\n"
    "1993 | 205 | 15\n"
    "1994 | 187 | 11\n"
    "1995 | 176 | 8\n"
    "1996 | 164 | 13\n"
    "1997 | 159 | 10\n";

constexpr std::array kSamples = {
    Sample{"english", kEnglish}, Sample{"chinese", kChinese}, Sample{"japanese", kJapanese},
    Sample{"thai", kThai},       Sample{"hindi", kHindi},     Sample{"arabic", kArabic},
    Sample{"russian", kRussian}, Sample{"code", kCode},       Sample{"poem", kPoem},
    Sample{"table", kTable},     Sample{"empty", ""},         Sample{"one word", "Lighthouse"},
};

}  // namespace

std::span<const Sample> samples() { return kSamples; }

std::string_view sample_text(std::string_view name) {
  return std::ranges::find(kSamples, name, &Sample::name)->text;
}

}  // namespace sluice::quality
