// Texts: what stands in blocks, and in the page's head.
#include <algorithm>
#include <array>

#include "extract/features.h"
#include "unicode/utf8.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;

bool is_space(char byte) { return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r'; }

// What the three bytes of a mark of other scripts are: '.' an end of a sentence, ',' a comma,
// '$' a currency sign, '|' a separator, 0 anything else. U+3001 3002 FF01 FF0C FF1F 0964 061F 060C
// 20AC 00A3 00A5 00BB 203A 2022 00B7 2192.
char kind_of_mark(std::string_view rest) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(i < rest.size() ? rest[i] : 0); };
  switch (byte(0)) {
    case 0xC2:
      if (byte(1) == 0xA3 || byte(1) == 0xA5) return '$';
      if (byte(1) == 0xA9) return 'c';
      return byte(1) == 0xBB || byte(1) == 0xB7 ? '|' : '\0';
    case 0xD8:
      return byte(1) == 0x9F ? '.' : byte(1) == 0x8C ? ',' : '\0';
    case 0xE0:
      return byte(1) == 0xA5 && byte(2) == 0xA4 ? '.' : '\0';
    case 0xE2:
      if (byte(1) == 0x80) return byte(2) == 0xA2 || byte(2) == 0xBA ? '|' : '\0';
      if (byte(1) == 0x82) return byte(2) == 0xAC ? '$' : '\0';
      return byte(1) == 0x86 && byte(2) == 0x92 ? '|' : '\0';
    case 0xE3:
      if (byte(1) != 0x80) return '\0';
      return byte(2) == 0x81 ? ',' : byte(2) == 0x82 ? '.' : '\0';
    case 0xEF:
      if (byte(1) != 0xBC) return '\0';
      return byte(2) == 0x8C ? ',' : byte(2) == 0x81 || byte(2) == 0x9F ? '.' : '\0';
    default:
      return '\0';
  }
}

// The bytes that read_text() looks at: of ASCII ".!?,$|/>", and all others.
constexpr std::array<bool, 256> kCounts = [] {
  std::array<bool, 256> counts{};
  for (const char byte : std::string_view(".!?,$|/>")) counts[static_cast<uint8_t>(byte)] = true;
  for (size_t byte = 0xC0; byte < 256; ++byte) counts[byte] = true;
  return counts;
}();

// The last character but quotes, brackets and white space, which may follow the mark that ends a
// sentence: '.' for such a mark of other scripts, 'x' for any other of their characters; `before`
// if there is none.
char last_mark(std::string_view text, char before) {
  while (!text.empty()) {
    const char byte = text.back();
    const bool is_tail = continues_character(byte);
    if (!is_tail && !is_space(byte) && byte != '"' && byte != '\'' && byte != ')') {
      return static_cast<uint8_t>(byte) < 0x80 ? byte : 'x';
    }
    if (is_tail) {
      const size_t at = character_boundary(text, text.size() - 1);
      return kind_of_mark(text.substr(at)) == '.' ? '.' : 'x';
    }
    text.remove_suffix(1);
  }
  return before;
}

uint8_t kind_of_beginning(char byte) {
  if (byte >= 'a' && byte <= 'z') return 0;
  if (byte >= 'A' && byte <= 'Z') return 1;
  if (byte >= '0' && byte <= '9') return 2;
  return static_cast<uint8_t>(byte) < 0x80 ? 3 : 4;
}

// Calls use(hash) for each run of letters and digits, ASCII capitals as small letters; all that is
// not ASCII counts as letters.
template <class Use>
void for_each_title_word(std::string_view text, Use use) {
  constexpr uint32_t kBasis = 2'166'136'261;  // FNV-1a
  constexpr int kLongest = 32;                // bytes that tell a word from others
  uint32_t hash = kBasis;
  int size = 0;
  for (const char byte : text) {
    const bool is_capital = byte >= 'A' && byte <= 'Z';
    const bool is_word = is_capital || (byte >= 'a' && byte <= 'z') ||
                         (byte >= '0' && byte <= '9') || static_cast<uint8_t>(byte) >= 0x80;
    if (is_word && size++ >= kLongest) continue;
    if (is_word) {
      hash = (hash ^ static_cast<uint8_t>(is_capital ? byte + ('a' - 'A') : byte)) * 16'777'619;
    } else if (hash != kBasis) {
      use(hash);
      hash = kBasis;
      size = 0;
    }
  }
  if (hash != kBasis) use(hash);
}

int kind_of_type(std::string_view content) {
  const auto begins = [&](std::string_view name) { return content.substr(0, name.size()) == name; };
  if (begins("article")) return 1;
  if (begins("product") || begins("og:product")) return 2;
  return begins("website") ? 16 : 0;
}

int kind_of_data(std::string_view json) {
  const auto holds = [&](std::string_view name) {
    return json.find(name) != std::string_view::npos;
  };
  int kind = 0;
  if (holds("Article\"") || holds("\"BlogPosting\"")) kind |= 1;
  if (holds("\"Product\"")) kind |= 2;
  if (holds("\"DiscussionForumPosting\"") || holds("\"QAPage\"")) kind |= 4;
  if (holds("\"ItemList\"") || holds("\"CollectionPage\"")) kind |= 8;
  return kind;
}

}  // namespace

// Title and declared kind of the page.
void PageFeatures::read_head(const html::Tree& tree) {
  title_words_.clear();
  page_kind_ = 0;
  for (NodeId id = 1; id < tree.size(); ++id) {
    const html::Node& node = tree[id];
    if (node.tag == Tag::meta) {
      const html::Attribute* property = tree.attribute(id, AttributeName::property);
      const html::Attribute* content = tree.attribute(id, AttributeName::content);
      if (property != nullptr && content != nullptr && property->value() == "og:type") {
        page_kind_ |= kind_of_type(content->value());
      }
    } else if (node.tag == Tag::script && node.end > id + 1) {
      const html::Attribute* type = tree.attribute(id, AttributeName::type);
      if (type != nullptr && type->value() == "application/ld+json") {
        page_kind_ |= kind_of_data(tree.text(id + 1));
      }
    } else if (node.tag == Tag::title && node.name_space == html::Namespace::html &&
               node.end > id + 1 && title_words_.empty()) {
      for_each_title_word(tree.text(id + 1), [&](uint32_t word) { title_words_.push_back(word); });
    }
  }
  std::sort(title_words_.begin(), title_words_.end());
  title_bits_ = 0;
  for (const uint32_t word : title_words_) title_bits_ |= uint64_t{1} << (word % 64);
  title_words_.erase(std::unique(title_words_.begin(), title_words_.end()), title_words_.end());
}

void PageFeatures::read_texts(const html::Tree& tree, const Blocks& blocks) {
  texts_.assign(blocks.all.size(), Text{});
  same_groups_.clear();
  same_counts_.clear();
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    read_text(tree, blocks, blocks.all[i], texts_[i]);
    if (texts_[i].same >= same_counts_.size()) same_counts_.resize(texts_[i].same + 1);
    texts_[i].copies_before = same_counts_[texts_[i].same]++;
  }
}

void PageFeatures::read_text(const html::Tree& tree, const Blocks& blocks, const Block& block,
                             Text& text) {
  uint64_t hash = 0;
  bool begun = false;
  char last = ' ';  // of what counts: '.' for an end of a sentence
  for (uint32_t p = block.pieces_begin; p < block.pieces_end; ++p) {
    const Piece& piece = blocks.pieces[p];
    if (piece.kind != PieceKind::text) continue;
    std::string_view bytes = tree.text(piece.node);
    while (!bytes.empty() && is_space(bytes.front())) bytes.remove_prefix(1);
    while (!bytes.empty() && is_space(bytes.back())) bytes.remove_suffix(1);
    if (bytes.empty()) continue;
    hash = hash64(bytes, hash);
    if ((piece.style & kStrong) != 0) text.strong += static_cast<uint32_t>(bytes.size());
    if (!begun) text.begins = kind_of_beginning(bytes.front());
    begun = true;
    for (size_t at = 0; at < bytes.size(); ++at) {
      const char byte = bytes[at];
      if (!kCounts[static_cast<uint8_t>(byte)]) continue;
      if (static_cast<uint8_t>(byte) >= 0x80) {
        const char mark = kind_of_mark(bytes.substr(at));
        text.sentences += mark == '.' ? 1 : 0;
        text.commas += mark == ',' ? 1 : 0;
        text.separators += mark == '|' ? 1 : 0;
        text.currency |= mark == '$';
        text.legal |= mark == 'c';
        continue;
      }
      const bool ends_word = at + 1 == bytes.size() || is_space(bytes[at + 1]);
      if (byte == ',') {
        ++text.commas;
      } else if (byte == '$') {
        text.currency = true;
      } else if (byte == '|' || byte == '/' || byte == '>') {
        text.separators += ends_word ? 1 : 0;
      } else {
        text.sentences += ends_word ? 1 : 0;
      }
    }
    last = last_mark(bytes, last);
  }
  const bool ends = last == '.' || last == '!' || last == '?';
  text.ends = static_cast<uint8_t>(ends ? 1 : last == ':' ? 2 : 0);
  text.same = same_groups_[hash];
}

void PageFeatures::write_title(const html::Tree& tree, const Blocks& blocks, size_t i) {
  constexpr uint32_t kLongestTitle = 300;
  const Block& block = blocks.all[i];
  if (block.characters > kLongestTitle || title_words_.empty()) return;
  int words = 0;
  int found = 0;
  for (uint32_t p = block.pieces_begin; p < block.pieces_end; ++p) {
    if (blocks.pieces[p].kind != PieceKind::text) continue;
    for_each_title_word(tree.text(blocks.pieces[p].node), [&](uint32_t word) {
      ++words;
      const bool may_be = (title_bits_ >> (word % 64) & 1) != 0;
      found += may_be && std::binary_search(title_words_.begin(), title_words_.end(), word) ? 1 : 0;
    });
  }
  if (words == 0) return;
  set(Feature::title_share, i, 1000 * found / words);
  set(Feature::title_cover, i,
      std::min<int64_t>(1000, 1000 * found / static_cast<int64_t>(title_words_.size())));
}

}  // namespace sluice::extract
