#include "html/charset_convert.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "unicode/utf8.h"

namespace sluice::html {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// windows-1252 from 0x80 to 0x9F (Encoding Standard, index windows-1252); elsewhere it is
// ISO-8859-1.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

// ISO-8859-16 from 0xA0 on, which ICU's usual data leave out.
constexpr std::array<char16_t, 96> kLatin10 = {
    0x00A0, 0x0104, 0x0105, 0x0141, 0x20AC, 0x201E, 0x0160, 0x00A7, 0x0161, 0x00A9, 0x0218, 0x00AB,
    0x0179, 0x00AD, 0x017A, 0x017B, 0x00B0, 0x00B1, 0x010C, 0x0142, 0x017D, 0x201D, 0x00B6, 0x00B7,
    0x017E, 0x010D, 0x0219, 0x00BB, 0x0152, 0x0153, 0x0178, 0x017C, 0x00C0, 0x00C1, 0x00C2, 0x0102,
    0x00C4, 0x0106, 0x00C6, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x0110, 0x0143, 0x00D2, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x015A, 0x0170, 0x00D9, 0x00DA, 0x00DB,
    0x00DC, 0x0118, 0x021A, 0x00DF, 0x00E0, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x0107, 0x00E6, 0x00E7,
    0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00ED, 0x00EE, 0x00EF, 0x0111, 0x0144, 0x00F2, 0x00F3,
    0x00F4, 0x0151, 0x00F6, 0x015B, 0x0171, 0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x0119, 0x021B, 0x00FF,
};

// Where ICU's single-byte tables differ from the standard's indexes.
struct Mended {
  Encoding encoding;
  unsigned char byte;
  char16_t value;
};
constexpr Mended kMended[] = {
    {Encoding::koi8_u, 0xAE, 0x045E},
    {Encoding::koi8_u, 0xBE, 0x040E},
    {Encoding::windows_1253, 0xAA, 0xFFFD},
    {Encoding::macintosh, 0xF0, 0xF8FF},
};

// By Encoding, those that ICU decodes or whose tables are read off ICU.
const char* icu_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::iso_8859_8_i:
      return "ISO-8859-8";
    case Encoding::gbk:
    case Encoding::gb18030:
      return "gb18030";
    case Encoding::big5:
      return "Big5-HKSCS";
    case Encoding::euc_jp:
      return "euc-jp-2007";
    case Encoding::shift_jis:
      return "ibm-943_P15A-2003";
    case Encoding::euc_kr:
      return "windows-949-2000";
    case Encoding::windows_874:
      return "windows-874-2000";
    default:
      return name_of(encoding).data();  // a literal
  }
}

struct Converting {
  Encoding encoding;
  uint64_t replaced = 0;

  bool is_chinese() const { return encoding == Encoding::gbk || encoding == Encoding::gb18030; }

  // The standard's character for ICU's.
  char16_t mend(char16_t unit) {
    if (unit == 0xE5E5 && is_chinese()) return 0x3000;
    if (unit >= 0x80 && unit < 0xA0 && encoding == Encoding::euc_jp) {
      ++replaced;
      return static_cast<char16_t>(kReplacement);
    }
    return unit;
  }
};

void write(UConverterToUnicodeArgs* args, char16_t unit, UErrorCode* status) {
  ucnv_cbToUWriteUChars(args, &unit, 1, 0, status);
}

// ICU's callback for what it cannot decode: `units` of `length` bytes.
void replace(const void* context, UConverterToUnicodeArgs* args, const char* units, int32_t length,
             UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;  // the converter is reset or closed
  *status = U_ZERO_ERROR;
  Converting& state = *static_cast<Converting*>(const_cast<void*>(context));
  if (state.is_chinese() && length == 1 && units[0] == '\x80') return write(args, 0x20AC, status);
  ++state.replaced;
  write(args, static_cast<char16_t>(kReplacement), status);
  // The standard puts an ASCII byte back that no character ends with.
  const unsigned char last = static_cast<unsigned char>(units[length - 1]);
  if (length == 2 && last < 0x80) write(args, last, status);
}

// UTF-16 code units to UTF-8; pairs may be split between calls.
class Utf16Writer {
 public:
  explicit Utf16Writer(Buffer& out) : out_(out) {}

  void unit(char16_t unit) {
    if (high_ != 0) {
      const char16_t high = std::exchange(high_, char16_t{0});
      if (unit >= 0xDC00 && unit < 0xE000) {
        return put(0x10000 + ((char32_t{high} - 0xD800) << 10) + (char32_t{unit} - 0xDC00));
      }
      put_replacement();
    }
    if (unit >= 0xD800 && unit < 0xDC00) {
      high_ = unit;
    } else if (is_surrogate(unit)) {
      put_replacement();
    } else {
      put(unit);
    }
  }
  void end() {
    if (std::exchange(high_, char16_t{0}) != 0) put_replacement();
  }
  void put_replacement() {
    ++replaced_;
    put(kReplacement);
  }
  uint64_t replaced() const { return replaced_; }

 private:
  void put(char32_t code_point) {
    char* const room = out_.grow(4);
    out_.truncate(out_.size() - 4 + encode_utf8(code_point, room));
  }

  Buffer& out_;
  char16_t high_ = 0;
  uint64_t replaced_ = 0;
};

uint64_t append_utf16(std::string_view bytes, bool big_endian, Buffer& out) {
  Utf16Writer writer(out);
  const auto byte = [&bytes](size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const size_t even = bytes.size() / 2 * 2;
  for (size_t at = 0; at < even; at += 2) {
    writer.unit(static_cast<char16_t>(big_endian ? byte(at) << 8 | byte(at + 1)
                                                 : byte(at + 1) << 8 | byte(at)));
  }
  writer.end();
  if (even < bytes.size()) writer.put_replacement();
  return writer.replaced();
}

// What converting has to begin with: the bytes before the first stretch of ASCII that is long
// enough to be worth copying by itself. The ASCII byte behind others may belong to them (the second
// of a pair, the fourth of gb18030's), so that the stretch begins after it.
size_t before_ascii(std::string_view bytes) {
  constexpr size_t kWorthwhile = 16;
  size_t at = 0;
  while (at < bytes.size()) {
    while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) >= 0x80) ++at;
    const size_t ascii = find_non_ascii(bytes.substr(at, kWorthwhile));
    if (ascii == kWorthwhile) return at + 1;
    at += ascii;
  }
  return bytes.size();
}

void append_icu(UConverter* converter, std::string_view bytes, Converting& state, Buffer& out) {
  std::array<char16_t, 1'024> units;
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  Utf16Writer writer(out);
  UErrorCode status = U_BUFFER_OVERFLOW_ERROR;
  while (status == U_BUFFER_OVERFLOW_ERROR) {
    status = U_ZERO_ERROR;
    char16_t* target = units.data();
    ucnv_toUnicode(converter, &target, target + units.size(), &source, end, nullptr, true, &status);
    for (const char16_t* unit = units.data(); unit != target; ++unit) {
      writer.unit(state.mend(*unit));
    }
  }
  writer.end();
}

}  // namespace

struct CharsetConverter::SingleByteTable {
  struct Entry {
    std::array<char, 3> bytes;
    uint8_t size;
  };
  std::array<Entry, 128> entries;

  void set(unsigned char byte, char16_t value) {
    std::array<char, 4> utf8;
    Entry& entry = entries[byte - 0x80];
    entry.size = static_cast<uint8_t>(encode_utf8(value, utf8.data()));
    std::copy_n(utf8.begin(), entry.bytes.size(), entry.bytes.begin());
  }
  static constexpr bool is_replacement(const Entry& entry) {
    return entry.bytes == std::array<char, 3>{'\xEF', '\xBF', '\xBD'};
  }
};

void CharsetConverter::Close::operator()(UConverter* converter) const { ucnv_close(converter); }

CharsetConverter::CharsetConverter() = default;
CharsetConverter::~CharsetConverter() = default;

UConverter* CharsetConverter::converter(Encoding encoding) {
  auto& converter = converters_[static_cast<size_t>(encoding)];
  if (converter == nullptr) {
    UErrorCode status = U_ZERO_ERROR;
    converter.reset(ucnv_open(icu_name(encoding), &status));
    if (U_FAILURE(status)) {
      throw std::runtime_error("ICU has no converter for " + std::string(name_of(encoding)));
    }
  }
  return converter.get();
}

const CharsetConverter::SingleByteTable& CharsetConverter::table(Encoding encoding) {
  auto& table = tables_[static_cast<size_t>(encoding)];
  if (table != nullptr) return *table;
  table = std::make_unique<SingleByteTable>();
  for (int value = 0x80; value < 0x100; ++value) {
    const auto byte = static_cast<unsigned char>(value);
    char16_t unit = byte;
    if (encoding == Encoding::windows_1252) {
      if (byte < 0xA0) unit = kWindows1252[byte - 0x80];
    } else if (encoding == Encoding::x_user_defined) {
      unit = static_cast<char16_t>(0xF780 + byte - 0x80);
    } else if (encoding == Encoding::iso_8859_16) {
      if (byte >= 0xA0) unit = kLatin10[byte - 0xA0];
    } else {
      UErrorCode status = U_ZERO_ERROR;
      const char one = static_cast<char>(byte);
      std::array<char16_t, 4> units{};
      ucnv_toUChars(converter(encoding), units.data(), 4, &one, 1, &status);
      const bool is_known = U_SUCCESS(status) && units[0] != kReplacement && units[0] != 0x1A &&
                            (units[0] < 0xE000 || units[0] >= 0xF900);
      unit = is_known ? units[0] : byte < 0xA0 ? char16_t{byte} : char16_t{kReplacement};
    }
    table->set(byte, unit);
  }
  for (const Mended& mended : kMended) {
    if (mended.encoding == encoding) table->set(mended.byte, mended.value);
  }
  return *table;
}

uint64_t CharsetConverter::append_single_byte(std::string_view bytes, Encoding encoding,
                                              Buffer& out) {
  const SingleByteTable& entries = table(encoding);
  constexpr size_t kPiece = 4'096;
  uint64_t replaced = 0;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
    const std::string_view piece = bytes.substr(0, kPiece);
    const size_t before = out.size();
    char* const begin = out.grow(3 * piece.size());
    char* room = begin;
    for (size_t at = 0; at < piece.size();) {
      const size_t ascii = find_non_ascii(piece.substr(at));
      std::memcpy(room, piece.data() + at, ascii);
      room += ascii;
      at += ascii;
      for (; at < piece.size() && static_cast<unsigned char>(piece[at]) >= 0x80; ++at) {
        const auto& entry = entries.entries[static_cast<unsigned char>(piece[at]) - 0x80];
        std::memcpy(room, entry.bytes.data(), entry.bytes.size());
        room += entry.size;
        replaced += SingleByteTable::is_replacement(entry);
      }
    }
    out.truncate(before + static_cast<size_t>(room - begin));
  }
  return replaced;
}

uint64_t CharsetConverter::append_multi_byte(std::string_view bytes, Encoding encoding,
                                             Buffer& out) {
  UConverter* const icu = converter(encoding);
  Converting state{.encoding = encoding};
  UErrorCode status = U_ZERO_ERROR;
  ucnv_resetToUnicode(icu);
  ucnv_setToUCallBack(icu, replace, &state, nullptr, nullptr, &status);
  if (encoding == Encoding::iso_2022_jp) {  // whose ASCII bytes are often none
    append_icu(icu, bytes, state, out);
    return state.replaced;
  }
  while (!bytes.empty()) {
    const size_t ascii = find_non_ascii(bytes);
    if (ascii > 0) out.append(bytes.substr(0, ascii));
    bytes.remove_prefix(ascii);
    const size_t size = before_ascii(bytes);
    if (size > 0) append_icu(icu, bytes.substr(0, size), state, out);
    bytes.remove_prefix(size);
  }
  return state.replaced;
}

uint64_t CharsetConverter::append(std::string_view bytes, Encoding encoding, Buffer& out) {
  if (encoding == Encoding::utf_8) return append_as_utf8(bytes, out);
  if (is_utf_16(encoding)) return append_utf16(bytes, encoding == Encoding::utf_16be, out);
  return is_single_byte(encoding) ? append_single_byte(bytes, encoding, out)
                                  : append_multi_byte(bytes, encoding, out);
}

}  // namespace sluice::html
