#include "html/tokenizer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/ascii.h"
#include "html/character_references.h"
#include "html/name_tables.h"
#include "html/scan.h"

namespace sluice::html {

namespace {

// What bytes mean within a tag.
enum : uint8_t {
  kSpaceByte = 1,
  kSlash = 2,
  kGreater = 4,
  kEquals = 8,
  kUpper = 16,
  kNul = 32,
  kAmpersand = 64
};
constexpr uint8_t kTagNameEnd = kSpaceByte | kSlash | kGreater;
constexpr uint8_t kAttributeNameEnd = kTagNameEnd | kEquals;
constexpr uint8_t kUnquotedEnd = kSpaceByte | kGreater;

constexpr std::array<uint8_t, 256> kMeaning = [] {
  std::array<uint8_t, 256> meaning{};
  for (const char c : {' ', '\t', '\n', '\r', '\f'}) meaning[static_cast<uint8_t>(c)] = kSpaceByte;
  meaning['/'] = kSlash;
  meaning['>'] = kGreater;
  meaning['='] = kEquals;
  meaning['&'] = kAmpersand;
  meaning[0] = kNul;
  for (int c = 'A'; c <= 'Z'; ++c) meaning[static_cast<size_t>(c)] = kUpper;
  return meaning;
}();

// The first byte that means one of `ends`; what the bytes before it mean is added to `met`.
const char* skip_until(const char* p, const char* end, uint8_t ends, uint8_t& met) {
  for (; p != end; ++p) {
    const uint8_t meaning = kMeaning[static_cast<uint8_t>(*p)];
    if ((meaning & ends) != 0) break;
    met |= meaning;
  }
  return p;
}

const char* skip_spaces(const char* p, const char* end) {
  while (p != end && is_space(*p)) ++p;
  return p;
}

std::string_view view(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Attributes of a tag from which on their names are looked up by hash.
constexpr size_t kManyAttributes = 16;

}  // namespace

void Tokenizer::open(std::string_view page) {
  at_ = page.data();
  end_ = page.data() + page.size();
  state_ = State::data;
  last_start_tag_ = {};
  token_ = {};
  doctype_ = {};
  attributes_.clear();
  kept_ = 0;
  forget_names();
  store_.clear();
}

void Tokenizer::enter(State state, std::string_view last_start_tag) {
  state_ = state;
  last_start_tag_ = store_.copy(last_start_tag);
}

const Token& Tokenizer::next(bool in_foreign) {
  attributes_.erase(attributes_.begin() + static_cast<ptrdiff_t>(kept_), attributes_.end());
  if (state_ == State::cdata) {
    if (read_cdata()) return token_;
  } else if (state_ != State::data && at_ != end_) {
    if (read_raw_text()) return token_;
  }
  while (at_ != end_) {
    if (*at_ != '<') {
      read_data();
      return token_;
    }
    if (read_markup(in_foreign)) return token_;
  }
  token_.type = Token::Type::end_of_file;
  return token_;
}

// At '<'. False if there is no token: "</>", or a tag that the page's end cuts off.
bool Tokenizer::read_markup(bool in_foreign) {
  const char* const p = at_ + 1;
  if (p != end_) {
    if (is_letter(*p)) return read_tag(Token::Type::start_tag, p);
    if (*p == '!') return read_declaration(in_foreign);
    if (*p == '?') return read_bogus_comment(p);
    if (*p == '/' && p + 1 != end_) {
      if (is_letter(p[1])) return read_tag(Token::Type::end_tag, p + 1);
      if (p[1] != '>') return read_bogus_comment(p + 1);
      at_ = p + 2;
      return false;
    }
  }
  read_data();
  return true;
}

// Text up to the next '<' that begins markup.
void Tokenizer::read_data() {
  const char* p = at_;
  bool plain = true;
  for (;; ++p) {
    p = plain ? find_any<'<', '&', '\r', '\0'>(p, end_) : find_byte(p, end_, '<');
    if (p == end_) break;
    if (*p != '<') {
      plain = false;
    } else if (p + 1 != end_) {
      const char c = p[1];
      if (is_letter(c) || c == '!' || c == '?' || (c == '/' && p + 2 != end_)) break;
    }
  }
  text(at_, p, State::data, plain);
}

bool Tokenizer::text(const char* begin, const char* end, State state, bool plain) {
  at_ = end;
  token_.type = Token::Type::text;
  token_.raw = view(begin, end);
  token_.state = state;
  token_.plain = plain;
  return begin != end;
}

bool Tokenizer::read_tag(Token::Type type, const char* name) {
  uint8_t met = 0;
  at_ = skip_until(name, end_, kTagNameEnd, met);
  const std::string_view raw = view(name, at_);
  token_.type = type;
  token_.self_closing = false;
  token_.attribute_count = 0;
  token_.tag = find_tag(raw);
  if (token_.tag != Tag::other) {
    token_.name = kTagNames[static_cast<size_t>(token_.tag) - kFirstTag];
  } else {
    token_.name = (met & (kUpper | kNul)) == 0 ? raw : name_from(raw);
  }
  if (!read_attributes()) return false;
  if (type == Token::Type::start_tag) {
    last_start_tag_ = token_.name;
    token_.attribute_count = static_cast<uint32_t>(attributes_.size() - kept_);
  } else {
    attributes_.erase(attributes_.begin() + static_cast<ptrdiff_t>(kept_), attributes_.end());
  }
  return true;
}

// From behind a tag's name to behind its '>'. False if the page ends before.
bool Tokenizer::read_attributes() {
  forget_names();
  for (;;) {
    at_ = skip_spaces(at_, end_);
    if (at_ == end_) return false;
    if (*at_ == '>') break;
    if (*at_ == '/') {
      ++at_;
      token_.self_closing = at_ != end_ && *at_ == '>';
      continue;
    }
    const char* const name = at_;
    uint8_t met = 0;
    at_ = skip_until(name + 1, end_, kAttributeNameEnd, met);  // a first '=' is part of the name
    met |= kMeaning[static_cast<uint8_t>(*name)];
    std::string_view raw = view(name, at_);
    Attribute attribute{};
    attribute.id = find_attribute_name(raw);
    if ((met & (kUpper | kNul)) != 0) raw = name_from(raw);
    attribute.name_data = raw.data();
    attribute.name_size = static_cast<uint16_t>(std::min<size_t>(raw.size(), 65535));
    attribute.value_data = at_;
    at_ = skip_spaces(at_, end_);
    if (at_ == end_) return false;
    if (*at_ == '=' && !read_value(attribute)) return false;
    if (!is_repeated(attribute)) attributes_.push_back(attribute);
  }
  ++at_;
  return true;
}

// At '='. False if the page ends within the value.
bool Tokenizer::read_value(Attribute& attribute) {
  at_ = skip_spaces(at_ + 1, end_);
  if (at_ == end_) return false;
  const char* value = at_;
  bool plain = true;
  const bool quoted = *at_ == '"' || *at_ == '\'';
  if (*at_ == '"') {
    ++value;
    at_ = find_any<'"', '&', '\r', '\0'>(value, end_);
    plain = at_ == end_ || *at_ == '"';
    if (!plain) at_ = find_byte(at_, end_, '"');
  } else if (*at_ == '\'') {
    ++value;
    at_ = find_any<'\'', '&', '\r', '\0'>(value, end_);
    plain = at_ == end_ || *at_ == '\'';
    if (!plain) at_ = find_byte(at_, end_, '\'');
  } else {
    uint8_t met = 0;
    at_ = skip_until(value, end_, kUnquotedEnd, met);
    plain = (met & (kAmpersand | kNul)) == 0;
  }
  if (at_ == end_) return false;
  std::string_view raw = view(value, at_);
  if (quoted) ++at_;
  if (!plain) raw = decode(raw, true, true, false);
  attribute.value_data = raw.data();
  attribute.value_size = static_cast<uint32_t>(raw.size());
  return true;
}

void Tokenizer::forget_names() {
  constexpr size_t kManyBuckets = 1024;
  seen_ids_ = 0;
  if (seen_.empty()) return;
  // Clearing takes time for every bucket, which one huge tag would cost all that follow it.
  if (seen_.bucket_count() > kManyBuckets) {
    std::unordered_set<std::string_view>().swap(seen_);
  } else {
    seen_.clear();
  }
}

// Linear in the tag's size also where it has very many attributes.
bool Tokenizer::is_repeated(const Attribute& attribute) {
  if (attribute.id != AttributeName::other) {
    const uint64_t bit = uint64_t{1} << static_cast<uint8_t>(attribute.id);
    if ((seen_ids_ & bit) != 0) return true;
    seen_ids_ |= bit;
    return false;
  }
  const std::span<const Attribute> before = attributes();
  if (before.size() >= kMaxAttributes) return true;
  const auto is_other = [](const Attribute& other) { return other.id == AttributeName::other; };
  if (before.size() < kManyAttributes) {
    return std::any_of(before.begin(), before.end(), [&](const Attribute& other) {
      return is_other(other) && other.name() == attribute.name();
    });
  }
  if (seen_.empty()) {
    for (const Attribute& other : before) {
      if (is_other(other)) seen_.insert(other.name());
    }
  }
  return !seen_.insert(attribute.name()).second;
}

std::string_view Tokenizer::name_from(std::string_view raw) {
  char* const out = store_.room(3 * raw.size());
  size_t size = 0;
  for (const char c : raw) {
    if (c == '\0') {
      std::memcpy(out + size, kReplacement.data(), kReplacement.size());
      size += kReplacement.size();
    } else {
      out[size++] = to_lower(c);
    }
  }
  return store_.take(size);
}

std::string_view Tokenizer::decoded(const Token& token) {
  if (token.plain) return token.raw;
  const bool references = token.state == State::data || token.state == State::rcdata;
  const bool keep_nul = token.state == State::data || token.state == State::cdata;
  if (token.type == Token::Type::comment) return decode(token.raw, false, false, false);
  return decode(token.raw, references, false, keep_nul);
}

std::string_view Tokenizer::decode(std::string_view raw, bool references, bool in_attribute,
                                   bool keep_nul) {
  // A reference grows by a fifth at most: "&nGt;" to six bytes. A few bytes more may be written.
  const size_t nuls = static_cast<size_t>(std::count(raw.begin(), raw.end(), '\0'));
  char* const out = store_.room(raw.size() + raw.size() / 4 + 2 * nuls + 16);
  char* to = out;
  const char* p = raw.data();
  const char* const end = p + raw.size();
  while (p != end) {
    const char* const special =
        references ? find_any<'&', '\r', '\0'>(p, end) : find_any<'\r', '\0'>(p, end);
    std::memcpy(to, p, static_cast<size_t>(special - p));
    to += special - p;
    p = special;
    if (p == end) break;
    if (*p == '\r') {
      *to++ = '\n';
      p += p + 1 != end && p[1] == '\n' ? 2 : 1;
    } else if (*p == '\0') {
      if (keep_nul) {
        *to++ = '\0';
      } else {
        to = std::copy(kReplacement.begin(), kReplacement.end(), to);
      }
      ++p;
    } else {
      const CharacterReference found =
          match_reference(raw, static_cast<size_t>(p - raw.data()), in_attribute);
      if (found.size == 0) {
        *to++ = '&';
        ++p;
      } else {
        std::memcpy(to, found.bytes, sizeof found.bytes);
        to += found.length;
        p += found.size;
      }
    }
  }
  return store_.take(static_cast<size_t>(to - out));
}

}  // namespace sluice::html
