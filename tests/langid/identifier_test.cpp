#include "langid/identifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "unicode/utf8.h"

namespace sluice::langid {
namespace {

void append_utf8(char32_t letter, std::string& text) {
  std::array<char, 4> bytes{};
  text.append(bytes.data(), encode_utf8(letter, bytes.data()));
}

Identification identify(std::string_view text, const Identifier::Options& options = {},
                        std::string_view hint = {}) {
  const Identifier identifier(options);
  Identifier::Scratch scratch;
  Identification answer;
  identifier.identify(text, hint.empty() ? std::nullopt : find_language(hint), scratch, answer);
  return answer;
}

std::string code_of(LanguageId language) { return std::string(languages()[language].code); }

std::string code(std::string_view text) { return code_of(identify(text).language); }

constexpr std::string_view kEnglish =
    "The old lighthouse keeper climbed the stairs every evening to light the lamp, although no "
    "ship had passed the cape for many years, and people in the village thought him a fool.";
constexpr std::string_view kGerman =
    "Der alte Leuchtturmwärter stieg jeden Abend die Treppe hinauf, um die Lampe anzuzünden, "
    "obwohl seit vielen Jahren kein Schiff mehr am Kap vorbeigekommen war.";
constexpr std::string_view kRussian =
    "Старый смотритель маяка каждый вечер поднимался по лестнице, чтобы зажечь лампу, хотя уже "
    "много лет мимо мыса не проходил ни один корабль, и в деревне его считали чудаком.";

struct Sample {
  std::string_view code;
  std::string_view text;
};
// Written for this test, one a script or confusable group.
constexpr Sample kSamples[] = {
    {"en", kEnglish},
    {"de", kGerman},
    {"ru", kRussian},
    {"fr",
     "Le vieux gardien du phare montait chaque soir l'escalier pour allumer la lampe, bien "
     "qu'aucun bateau ne soit passé depuis des années."},
    {"es",
     "El viejo farero subía todas las noches la escalera para encender la lámpara, aunque "
     "hacía muchos años que ningún barco pasaba por el cabo."},
    {"pt",
     "O velho faroleiro subia todas as noites a escada para acender a lâmpada, embora há "
     "muitos anos nenhum navio passasse pelo cabo."},
    {"it",
     "Il vecchio guardiano del faro saliva ogni sera le scale per accendere la lampada, "
     "anche se da molti anni nessuna nave passava più davanti al capo."},
    {"nl",
     "De oude vuurtorenwachter klom elke avond de trap op om de lamp aan te steken, hoewel "
     "er al jaren geen schip meer langs de kaap was gekomen."},
    {"pl",
     "Stary latarnik co wieczór wchodził po schodach, żeby zapalić lampę, chociaż od wielu "
     "lat żaden statek nie przepływał obok przylądka."},
    {"cs",
     "Starý strážce majáku každý večer vystupoval po schodech, aby rozsvítil lampu, i když "
     "už mnoho let kolem mysu neproplula žádná loď."},
    {"fi",
     "Vanha majakanvartija kiipesi joka ilta portaat ylös sytyttämään lampun, vaikka "
     "yksikään laiva ei ollut vuosiin kulkenut niemen ohi."},
    {"hu",
     "Az öreg világítótorony-őr minden este felment a lépcsőn, hogy meggyújtsa a lámpát, "
     "pedig évek óta egyetlen hajó sem járt arra."},
    {"tr",
     "Yaşlı fener bekçisi, yıllardır burundan hiçbir gemi geçmediği halde, lambayı yakmak "
     "için her akşam merdivenleri çıkardı."},
    {"vi",
     "Người gác hải đăng già mỗi tối đều leo cầu thang để thắp đèn, dù đã nhiều năm không "
     "có con tàu nào đi qua mũi đất này."},
    {"id",
     "Penjaga mercusuar tua itu setiap malam menaiki tangga untuk menyalakan lampu, "
     "meskipun sudah bertahun-tahun tidak ada kapal yang melewati tanjung."},
    {"uk",
     "Старий доглядач маяка щовечора підіймався сходами, щоб запалити лампу, хоча вже багато "
     "років повз мис не проходив жоден корабель."},
    {"bg",
     "Старият пазач на фара всяка вечер се изкачваше по стълбите, за да запали лампата, "
     "макар че от години никой кораб не беше минавал край носа."},
    {"sr-Cyrl",
     "Стари чувар светионика се сваке вечери пењао уз степенице да упали лампу, иако "
     "већ годинама ниједан брод није прошао поред рта."},
    {"el", "Ο γέρος φαροφύλακας ανέβαινε κάθε βράδυ τις σκάλες για να ανάψει τη λάμπα."},
    {"he",
     "שומר המגדלור הזקן עלה כל ערב במדרגות כדי להדליק את המנורה, אף שכבר שנים לא עברה שם "
     "אף אונייה."},
    {"ar",
     "كان حارس المنارة العجوز يصعد الدرج كل مساء ليشعل المصباح، رغم أن أي سفينة لم تمر من "
     "هنا منذ سنوات طويلة."},
    {"fa",
     "نگهبان پیر فانوس دریایی هر شب از پله‌ها بالا "
     "می‌رفت "
     "تا "
     "چراغ "
     "را "
     "روشن "
     "کند، "
     "هرچند "
     "سال‌ها "
     "بود که هیچ کشتی از آنجا نگذشته بود."},
    {"hi",
     "बूढ़ा प्रकाशस्तंभ रक्षक हर शाम दीपक जलाने के लिए सीढ़ियाँ चढ़ता था, हालाँकि कई वर्षों से "
     "कोई जहाज़ वहाँ से नहीं गुज़रा था।"},
    {"bn", "বুড়ো বাতিঘর রক্ষক প্রতিদিন সন্ধ্যায় বাতি জ্বালাতে সিঁড়ি বেয়ে উঠতেন।"},
    {"ta", "வயதான கலங்கரை விளக்கக் காவலர் ஒவ்வொரு மாலையும் விளக்கேற்ற படிகளில் ஏறினார்."},
    {"th", "ผู้ดูแลประภาคารชราปีนบันไดขึ้นไปจุดตะเกียงทุกเย็น แม้จะไม่มีเรือลำใดผ่านแหลมนี้มาหลายปีแล้ว"},
    {"ko", "늙은 등대지기는 매일 저녁 등불을 켜기 위해 계단을 올라갔다."},
    {"ja",
     "年老いた灯台守は、何年も船が通らなくなった今でも、毎晩ランプを灯すために階段を上った。"},
    {"zh-Hans", "老灯塔看守人每天晚上都要爬上楼梯去点亮那盏灯，尽管多年来再没有一艘船经过这里。"},
    {"zh-Hant", "老燈塔看守人每天晚上都要爬上樓梯去點亮那盞燈，儘管多年來再沒有一艘船經過這裡。"},
    {"ka", "მოხუცი მეშუქურე ყოველ საღამოს ადიოდა კიბეზე, რომ ლამპა აენთო."},
    {"hy", "Ծեր փարոսապահն ամեն երեկո բարձրանում էր աստիճաններով, որպեսզի վառի լամպը։"},
};

TEST(Identifier, NamesTheLanguageOfASentence) {
  for (const auto& [expected, text] : kSamples) {
    const Identification answer = identify(text);
    EXPECT_EQ(code_of(answer.language), expected) << text;
    EXPECT_GT(answer.score, 0.5) << expected;
    ASSERT_EQ(answer.shares.size(), 1u) << expected;
    EXPECT_EQ(answer.shares.front().share, 1);
  }
}

// People shout: capitals are the same language (peers take this for Marathi or Ukrainian).
TEST(Identifier, TakesCapitalsForWhatTheyAre) {
  EXPECT_EQ(code("MY FRIEND IS A BIRD AND LIKES TO SING IN THE MORNING"), "en");
  EXPECT_EQ(code("СТАРЫЙ СМОТРИТЕЛЬ МАЯКА КАЖДЫЙ ВЕЧЕР ПОДНИМАЛСЯ ПО ЛЕСТНИЦЕ"), "ru");
  EXPECT_EQ(code("DER ALTE LEUCHTTURMWÄRTER STIEG JEDEN ABEND DIE TREPPE HINAUF"), "de");
  EXPECT_EQ(code("Ο ΓΕΡΟΣ ΦΑΡΟΦΥΛΑΚΑΣ ΑΝΕΒΑΙΝΕ ΚΑΘΕ ΒΡΑΔΥ ΤΙΣ ΣΚΑΛΕΣ"), "el");
  EXPECT_EQ(identify("the quick brown fox").score, identify("THE QUICK BROWN FOX").score);
}

TEST(Identifier, SaysUndWhereThereIsNoLanguage) {
  for (const std::string_view text :
       {"", " ", "\n\n\n", "!!! ???", "12345 67.89 1,000,000", "--- *** ===", "😀😃😄 🎉🎉",
        "\x01\x02\x03\x1B[0m", "https://example.com/a/b?c=d#e", "user@example.com",
        "0x7fff5fbff8c0 0xdeadbeef", "2024-01-31T12:00:00Z", "192.168.0.1 10.0.0.1"}) {
    const Identification answer = identify(text);
    EXPECT_EQ(code_of(answer.language), "und") << text;
    EXPECT_TRUE(answer.shares.empty() || code_of(answer.shares.front().language) == "und");
  }
}

TEST(Identifier, DoesNotTakeProgramsAndMarkupForALanguage) {
  for (const std::string_view text :
       {"for(var i=0;i<a.length;i++){if(a[i]===b){return c[i]||null}}var x=function(e,t){return "
        "e.apply(t,arguments)};",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  printf(\"%d\\n\", argc);\n  "
        "return 0;\n}\n",
        ".nav > li { float: left; margin: 0 4px; } .btn:hover { color: #fff; background: #08c; }",
        "<div class=\"a\"><ul><li><a href=\"#\"></a></li></ul></div><script>var a=[];</script>",
        "SELECT a.id, b.x FROM t1 a JOIN t2 b ON a.id = b.id WHERE b.x > 10 GROUP BY a.id;",
        "drwxr-xr-x 2 root root 4096 Jan 31 12:00 bin\n-rw-r--r-- 1 root root 220 .bashrc"}) {
    const std::string found = code(text);
    EXPECT_TRUE(found == "und" || found == "en") << found << ": " << text;
  }
}

struct Probe {
  std::string_view text;
  std::set<std::string> right;  // besides "und"
};

// What other identifiers are known to be wrong about.
TEST(Identifier, IsRightOrSilentAboutHardTexts) {
  const std::vector<Probe> probes = {
      {"404 Not Found", {"en"}},
      {"MY FRIEND IS A BIRD", {"en"}},
      {"ПРИВЕТ КАК ДЕЛА", {"ru"}},
      {"This website uses cookies to ensure you get the best experience. Accept all", {"en"}},
      {"Home | About | Contact | Privacy | Terms", {"en"}},
      {"John Smith, Maria Garcia, Wei Chen, Fatima Hassan, Ivan Petrov", {}},
      {"Toshkent shahrida yangi metro bekati ochildi va yoʻlovchilar bundan xursand", {"uz-Latn"}},
      {"Тошкент шаҳрида янги метро бекати очилди ва йўловчилар бундан хурсанд бўлишди",
       {"uz-Cyrl"}},
      {"mera naam rahul hai aur main dilli mein rehta hoon, aap kaise hain", {"hi-Latn", "hi"}},
      {"privet kak dela, ya segodnya ne mogu priyti potomu chto mnogo raboty", {"ru-Latn", "ru"}},
      {"I was going to the store y luego me di cuenta de que no tenía dinero", {"en", "es"}},
      {"😀 love this song so much 😍😍", {"en"}},
      {"H\u0337\u0316e\u0335\u0320l\u0338\u031Dl\u0334\u0347o\u0337\u0329 my dear old friend",
       {"en"}},
      {"hello\x01\x02 my dear\x07 old friend", {"en"}},
  };
  for (const Probe& probe : probes) {
    const std::string found = code(probe.text);
    EXPECT_TRUE(found == "und" || probe.right.contains(found)) << found << ": " << probe.text;
  }
}

TEST(Identifier, IsNotLedByWhatStandsAround) {
  const std::string text(kGerman);
  for (const std::string& noisy :
       {"https://www.example.co.uk/the/and/of " + text, "1234 5678 " + text + " 90",
        "<p class=\"the and of\">" + text + "</p>", "😀😀 " + text + "\x01\x02",
        text + " contact@example.com", "​\uFEFF" + text}) {
    EXPECT_EQ(code(noisy), "de") << noisy;
  }
}

TEST(Identifier, DividesAMixedTextIntoShares) {
  std::string mixed;
  for (int i = 0; i < 20; ++i) mixed.append(kEnglish).append("\n");
  for (int i = 0; i < 20; ++i) mixed.append(kGerman).append("\n");
  const Identification answer = identify(mixed);
  ASSERT_EQ(answer.shares.size(), 2u);
  double sum = 0;
  for (const Share& share : answer.shares) {
    EXPECT_TRUE(code_of(share.language) == "en" || code_of(share.language) == "de");
    EXPECT_NEAR(share.share, 0.5, 0.15);
    sum += share.share;
  }
  EXPECT_NEAR(sum, 1, 1e-9);

  // Two scripts in one window.
  const Identification two = identify(std::string(kEnglish) + " " + std::string(kRussian));
  ASSERT_EQ(two.shares.size(), 2u);
}

TEST(Identifier, IsNotLedByWhatIsSaidOverAndOver) {
  std::string list(kGerman);
  for (int i = 0; i < 12; ++i) list += " the and of";
  EXPECT_EQ(code(list.substr(0, 250)), "de");
}

TEST(Identifier, FindsTextBehindBlanks) {
  for (const std::string& blank : {std::string(12'000, '\n'), std::string(12'000, '-')}) {
    EXPECT_EQ(code(blank + std::string(kGerman)), "de");
    EXPECT_EQ(code(std::string(kGerman) + blank), "de");
    EXPECT_EQ(code(std::string(kGerman) + blank + blank + std::string(kGerman)), "de");
  }
  EXPECT_EQ(code(std::string(20'000, '.')), "und");
}

TEST(Identifier, IsNotLedByMarkupAndAddressesInProse) {
  std::string marked;
  size_t words = 0;
  for (const char c : kEnglish) {
    marked += c;
    if (c == ' ' && ++words % 5 == 0) {
      marked += "<a href=\"https://example.com/what?ever=1\" class=\"link\">here</a> ";
    }
  }
  EXPECT_EQ(code(marked), "en");
  EXPECT_EQ(code(std::string(kEnglish) +
                 " https://example.com/a-long-slug-of-many-words-as-blogs-have-them/2024"),
            "en");
}

TEST(Identifier, TakesATextInTwoLanguagesForOneOfThem) {
  const std::string both = std::string(kEnglish) + "\n" + std::string(kGerman) + "\n";
  const std::string found = code(both + both + both + both);
  EXPECT_TRUE(found == "en" || found == "de") << found;
}

TEST(Identifier, IsNotSureOfALetterSaidOverAndOver) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "a\n";
  EXPECT_LT(identify(text).score, 0.9);
}

TEST(Identifier, IsNotLedByTheBeginningOfAPage) {
  std::string page = "Home News Sports Weather Contact About us Log in Register Search Menu\n";
  for (int i = 0; i < 30; ++i) page.append(kGerman).append("\n");
  page += "Copyright All rights reserved Privacy policy Terms of use\n";
  EXPECT_EQ(code(page), "de");
}

TEST(Identifier, NamesCandidatesThatAddUpToOne) {
  const Identification answer = identify("hotel restaurant", {.candidates = 1000});
  ASSERT_GT(answer.candidates.size(), 3u);
  double sum = 0;
  for (size_t i = 0; i < answer.candidates.size(); ++i) {
    sum += answer.candidates[i].score;
    if (i > 0) {
      EXPECT_LE(answer.candidates[i].score, answer.candidates[i - 1].score);
    }
  }
  EXPECT_NEAR(sum, 1, 0.01);
  EXPECT_EQ(identify("hotel restaurant").candidates.size(), 1u);
}

TEST(Identifier, WeighsPriorsAndHints) {
  // Both languages write this.
  constexpr std::string_view kBoth = "hotel";
  const LanguageId dutch = *find_language("nl");
  const LanguageId danish = *find_language("da");
  EXPECT_EQ(identify(kBoth, {.weights = {{dutch, 1e6}}, .min_score = 0}).language, dutch);
  EXPECT_EQ(identify(kBoth, {.weights = {{danish, 1e6}}, .min_score = 0}).language, danish);
  const auto score_of = [&](const Identification& answer, LanguageId language) {
    for (const Candidate& one : answer.candidates) {
      if (one.language == language) return one.score;
    }
    return 0.0;
  };
  const Identifier::Options all{.candidates = 1000};
  EXPECT_GT(score_of(identify(kBoth, all, "nl"), dutch), score_of(identify(kBoth, all), dutch));
  // A hint does not outweigh a sentence.
  EXPECT_EQ(code_of(identify(kGerman, {}, "nl").language), "de");
}

TEST(Identifier, RefusesOptionsOutOfRange) {
  EXPECT_THROW(Identifier({.candidates = 0}), ConfigError);
  EXPECT_THROW(Identifier({.min_score = 1.5}), ConfigError);
  EXPECT_THROW(Identifier({.max_bytes = 10}), ConfigError);
  for (const double weight : {-1.0, 0.0, 1e-300, 1e300}) {
    EXPECT_THROW(Identifier({.weights = {{*find_language("de"), weight}}}), ConfigError);
  }
}

TEST(Identifier, DoesNotDependOnWhatItSawBefore) {
  const Identifier identifier({.candidates = 5});
  Identifier::Scratch reused;
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (uint32_t part = random() % 4; part > 0; --part) {
      text += kSamples[random() % std::size(kSamples)].text;
      text += ' ';
    }
    Identifier::Scratch fresh;
    Identification one;
    Identification other;
    identifier.identify(text, {}, reused, one);
    identifier.identify(text, {}, fresh, other);
    EXPECT_EQ(one.language, other.language);
    EXPECT_EQ(one.score, other.score);
    EXPECT_EQ(one.candidates.size(), other.candidates.size());
    EXPECT_EQ(one.shares.size(), other.shares.size());
  }
}

TEST(Identifier, TakesAnyBytesOfUtf8) {
  std::mt19937 random(4);
  const Identifier identifier({.candidates = 3});
  Identifier::Scratch scratch;
  Identification answer;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (uint32_t size = random() % 400; size > 0; --size) {
      const char32_t point = random() % 3 == 0 ? random() % 0x110000 : random() % 0x500;
      if (point >= 0xD800 && point < 0xE000) continue;
      append_utf8(point, text);
    }
    identifier.identify(text, {}, scratch, answer);
    EXPECT_GE(answer.score, 0);
    EXPECT_LE(answer.score, 1);
  }
}

TEST(Model, KnowsEveryLabelOnce) {
  const Model& model = Model::embedded();
  std::set<LanguageId> languages;
  for (size_t i = 0; i < model.labels(); ++i) languages.insert(model.label(i).language);
  EXPECT_EQ(languages.size(), model.labels());
  EXPECT_GE(languages.size(), 180u);
  EXPECT_TRUE(languages.contains(undetermined()));
}

TEST(Model, CalibrationRisesWithTheShare) {
  const Model& model = Model::embedded();
  EXPECT_EQ(model.calibrated(0), 0);
  for (double share = 0; share < 1; share += 0.001) {
    EXPECT_LE(model.calibrated(share), model.calibrated(share + 0.001));
  }
  EXPECT_LE(model.calibrated(1), 1);
}

TEST(Model, RefusesDamage) {
  const std::string whole(Model::embedded().bytes());
  EXPECT_THROW(Model(std::string_view(whole).substr(0, 10)), ConfigError);
  EXPECT_THROW(Model(std::string_view(whole).substr(0, whole.size() - 1)), ConfigError);
  std::string changed = whole;
  changed[0] = 'x';
  EXPECT_THROW(Model{changed}, ConfigError);
  changed = whole + "x";
  EXPECT_THROW(Model{changed}, ConfigError);
}

}  // namespace
}  // namespace sluice::langid
