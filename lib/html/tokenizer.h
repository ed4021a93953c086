// A page of HTML as a sequence of tags, texts, comments and doctypes: the tokenizer of the HTML
// standard (https://html.spec.whatwg.org/multipage/parsing.html#tokenization) in one pass, without
// copying.
//
//   Tokenizer tokenizer;
//   tokenizer.open(utf8);
//   for (;;) {
//     const Token& token = tokenizer.next();                     // valid until the next call
//     if (token.type == Token::Type::end_of_file) break;
//     if (token.type == Token::Type::text) use(tokenizer.decoded(token));
//     if (token.type == Token::Type::start_tag && token.tag == Tag::script) {
//       tokenizer.enter(State::script);
//     }
//   }
//
// Line ends need not be normalised beforehand. Views are of the page, where nothing had to be
// changed, else of the tokenizer's own memory until the next open(). Parse errors are not reported.
// Bytes that are no UTF-8 pass through. Time is linear in the page's size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "html/names.h"
#include "html/text_store.h"

namespace sluice::html {

struct Attribute {
  const char* name_data;   // in lower case
  const char* value_data;  // decoded
  uint32_t value_size;
  uint16_t name_size;
  AttributeName id;  // AttributeName::other for what has no name in names.h

  std::string_view name() const { return {name_data, name_size}; }
  std::string_view value() const { return {value_data, value_size}; }
};

// What the tokenizer takes the page's bytes for.
enum class State : uint8_t { data, rcdata, raw_text, script, plaintext, cdata };

struct Token {
  enum class Type : uint8_t { end_of_file, text, start_tag, end_tag, comment, doctype };

  Type type = Type::end_of_file;
  Tag tag = Tag::other;          // of tags
  bool self_closing = false;     // "<br/>"
  State state = State::data;     // of texts: where it stood
  bool plain = true;             // of texts: decoding changes nothing
  uint32_t attribute_count = 0;  // of start tags
  std::string_view name;         // of tags, in lower case
  std::string_view raw;          // of texts and comments: as in the page
};

struct Doctype {
  std::optional<std::string_view> name;
  std::optional<std::string_view> public_id;
  std::optional<std::string_view> system_id;
  bool force_quirks = false;
};

class Tokenizer {
 public:
  static constexpr uint32_t kMaxAttributes = 65535;  // of a tag; more are dropped

  // `page` must outlive the tokens.
  void open(std::string_view page);

  // `in_foreign`: the element that is open belongs to svg or math, where "<![CDATA[" begins a text.
  const Token& next(bool in_foreign = false);

  // Takes what follows as `state` has it: until the end tag of the last start tag (or of
  // `last_start_tag`) in the states rcdata, raw_text and script; for good in the state plaintext.
  void enter(State state) { state_ = state; }
  void enter(State state, std::string_view last_start_tag);

  // A text's or comment's characters: character references replaced where the state knows them,
  // line ends as "\n", NUL as U+FFFD except in the states data and cdata.
  std::string_view decoded(const Token& token);

  // Of the last start tag, each name once. Gone with the next token, unless kept.
  std::span<const Attribute> attributes() const {
    return {attributes_.data() + kept_, attributes_.size() - kept_};
  }
  const Doctype& doctype() const { return doctype_; }

  // All attributes of the start tags that were kept, in order.
  std::vector<Attribute>& kept_attributes() { return attributes_; }
  // Keeps the last start tag's; returns the index of the first.
  uint32_t keep_attributes() {
    const size_t first = kept_;
    kept_ = attributes_.size();
    return static_cast<uint32_t>(first);
  }

  TextStore& store() { return store_; }

 private:
  bool read_markup(bool in_foreign);
  bool read_tag(Token::Type type, const char* name);
  bool read_attributes();
  bool read_value(Attribute& attribute);
  bool is_repeated(const Attribute& attribute);
  void forget_names();
  bool read_declaration(bool in_foreign);
  bool read_comment(const char* begin);
  bool read_bogus_comment(const char* begin);
  bool read_doctype();
  const char* doctype_id(const char* p, std::optional<std::string_view>& id, bool& ended);
  void read_data();
  bool read_raw_text();
  bool read_cdata();
  const char* find_end_tag(const char* p) const;
  const char* find_script_end(const char* p) const;
  bool is_end_tag(const char* p, std::string_view name) const;
  bool text(const char* begin, const char* end, State state, bool plain);
  // `raw` in lower case, with NUL as U+FFFD.
  std::string_view name_from(std::string_view raw);
  std::string_view decode(std::string_view raw, bool references, bool in_attribute, bool keep_nul);

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  State state_ = State::data;
  std::string_view last_start_tag_;
  Token token_;
  Doctype doctype_;
  std::vector<Attribute> attributes_;
  size_t kept_ = 0;
  uint64_t seen_ids_ = 0;                      // of the tag's attributes, by AttributeName
  std::unordered_set<std::string_view> seen_;  // names of a tag with many attributes
  TextStore store_;
};

}  // namespace sluice::html
