#include "document/random_json.h"

#include <algorithm>
#include <cstdio>

#include "unicode/utf8.h"

namespace sluice {
namespace {

std::string utf8(char32_t code_point) {
  char bytes[4];
  return std::string(bytes, encode_utf8(code_point, bytes));
}

std::string escape(unsigned unit, bool upper) {
  char spelled[8];
  std::snprintf(spelled, sizeof(spelled), upper ? "\\u%04X" : "\\u%04x", unit);
  return spelled;
}

}  // namespace

// SplitMix64 (Steele, Lea, Flood 2014).
uint64_t RandomJson::next() {
  uint64_t z = (state_ += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

std::string RandomJson::space() {
  if (!chance(4)) return {};
  std::string spaces;
  for (uint64_t i = below(4); i > 0; --i) spaces.push_back(" \t\r\n"[chance(3) ? below(3) : 0]);
  return spaces;
}

std::string RandomJson::content(size_t size) {
  std::string text;
  const uint64_t length = chance(10) ? below(8 * size + 1) : below(size + 1);
  for (uint64_t i = 0; i < length; ++i) {
    switch (below(16)) {
      case 0:
        text += utf8(static_cast<char32_t>(0x80 + below(0x700)));
        break;
      case 1:
        text += utf8(static_cast<char32_t>(0xE000 + below(0x2000)));
        break;
      case 2:
        text += utf8(static_cast<char32_t>(0x10000 + below(0x100000)));
        break;
      case 3:
        text += static_cast<char>(below(0x20));
        break;
      case 4:
        text += "\"\\/"[below(3)];
        break;
      default:
        text += static_cast<char>(' ' + below(95));
        break;
    }
  }
  return text;
}

std::string RandomJson::spell(std::string_view content) {
  std::string spelled = "\"";
  for (size_t at = 0; at < content.size();) {
    const CodePoint next = decode_utf8(content, at);
    constexpr std::string_view kShort = "\"\"\\\\//\bb\ff\nn\rr\tt";
    size_t letter = 0;
    while (letter < kShort.size() && static_cast<char32_t>(kShort[letter]) != next.value)
      letter += 2;
    const bool must = next.value < 0x20 || next.value == '"' || next.value == '\\';
    if (letter < kShort.size() && (must ? !chance(4) : chance(2))) {
      spelled += '\\';
      spelled += kShort[letter + 1];
    } else if (must || chance(12)) {
      const bool upper = chance(2);
      const bool pair = next.value >= 0x10000;
      const auto value = static_cast<unsigned>(next.value);
      if (pair) spelled += escape(0xD800 + ((value - 0x10000) >> 10), upper);
      spelled += escape(pair ? 0xDC00 + (value & 0x3FF) : value, upper);
    } else {
      spelled += content.substr(at, next.size);
    }
    at += next.size;
  }
  return spelled + '"';
}

std::string RandomJson::number() {
  const auto digits = [&](uint64_t most) {
    std::string text;
    for (uint64_t i = 1 + below(most); i > 0; --i) text += static_cast<char>('0' + below(10));
    return text;
  };
  std::string text = chance(3) ? "-" : "";
  text += chance(3) ? "0" : std::to_string(1 + below(chance(4) ? 1'000'000'000'000'000 : 100));
  if (chance(3)) text += "." + digits(8);
  if (chance(4)) text += std::string(chance(2) ? "e" : "E") + (chance(2) ? "-" : "+") + digits(2);
  return text;
}

std::string RandomJson::member(std::string_view key, std::string_view value) {
  return spell(key) + space() + ":" + space() + std::string(value);
}

std::string RandomJson::object(std::vector<std::string> members) {
  for (size_t i = members.size(); i > 1; --i) std::swap(members[i - 1], members[below(i)]);
  std::string text = "{" + space();
  for (size_t i = 0; i < members.size(); ++i) {
    if (i > 0) text += "," + space();
    text += members[i] + space();
  }
  return text + "}";
}

std::string RandomJson::value(int depth) {
  switch (below(depth > 0 ? 8 : 6)) {
    case 0:
      return "null";
    case 1:
      return "true";
    case 2:
      return "false";
    case 3:
      return number();
    case 6: {
      std::string text = "[" + space();
      const uint64_t size = below(4);
      for (uint64_t i = 0; i < size; ++i) {
        text += (i > 0 ? "," + space() : "") + value(depth - 1) + space();
      }
      return text + "]";
    }
    case 7: {
      std::vector<std::string> members;
      const uint64_t size = chance(8) ? below(60) : below(5);
      for (uint64_t i = 0; i < size; ++i) {
        members.push_back(member(std::to_string(i) + "." + content(6), value(depth - 1)));
      }
      return object(std::move(members));
    }
    default:
      return spell(content(12));
  }
}

std::string RandomJson::document() {
  std::vector<std::string> members;
  members.push_back(member("id", chance(3) ? number() : spell(content(10))));
  members.push_back(member("text", spell(content(40))));
  for (uint64_t i = below(3); i > 0; --i) {
    members.push_back(member("other" + std::to_string(i) + content(3), value(3)));
  }
  if (chance(2)) members.push_back(member("source", value(2)));
  if (chance(4)) {
    members.push_back(member("metadata", "null"));
  } else if (!chance(4)) {
    std::vector<std::string> inner;
    for (const std::string_view key : {"language", "score", "url", "reject"}) {
      if (chance(3)) inner.push_back(member(key, value(2)));
    }
    for (uint64_t i = below(3); i > 0; --i) {
      inner.push_back(member("m" + std::to_string(i) + content(3), value(2)));
    }
    members.push_back(member("metadata", object(std::move(inner))));
  }
  return space() + object(std::move(members)) + space();
}

}  // namespace sluice
