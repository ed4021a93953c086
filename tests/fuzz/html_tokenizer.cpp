// Hostile pages: no crash, tokens in the order of the page, no byte in two of them, views of the
// page or of the tokenizer's own memory.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "html/tokenizer.h"

namespace {

using namespace sluice::html;

void require(bool condition) {
  if (!condition) std::abort();
}

bool within(std::string_view inner, std::string_view outer) {
  return inner.data() >= outer.data() && inner.data() + inner.size() <= outer.data() + outer.size();
}

void check_views(Tokenizer& tokenizer, const Token& token, std::string_view page) {
  const auto is_held = [&](std::string_view view) {
    return within(view, page) || tokenizer.store().holds(view);
  };
  if (token.type == Token::Type::text || token.type == Token::Type::comment) {
    require(is_held(tokenizer.decoded(token)));
  }
  for (const Attribute& attribute : tokenizer.attributes()) {
    require(!attribute.name().empty() && is_held(attribute.name()) && is_held(attribute.value()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  static Tokenizer tokenizer;
  const std::string_view page(reinterpret_cast<const char*>(data + 1), size - 1);
  tokenizer.open(page);
  const bool in_foreign = (data[0] & 8) != 0;
  tokenizer.enter(static_cast<State>((data[0] & 7) % 6), (data[0] & 16) != 0 ? "script" : "title");
  const char* last = page.data();
  for (size_t tokens = 0;; ++tokens) {
    require(tokens <= page.size());
    const Token& token = tokenizer.next(in_foreign);
    if (token.type == Token::Type::end_of_file) break;
    check_views(tokenizer, token, page);
    if (token.type == Token::Type::text || token.type == Token::Type::comment) {
      require(within(token.raw, page) && token.raw.data() >= last);
      require(token.type == Token::Type::comment || !token.raw.empty());
      last = token.raw.data() + token.raw.size();
    }
    if (token.type == Token::Type::start_tag) {
      require(!token.name.empty() && token.attribute_count == tokenizer.attributes().size());
      if ((token.name.size() & 3) == 0) tokenizer.keep_attributes();
      if (token.tag == Tag::script) tokenizer.enter(State::script);
      if (token.tag == Tag::title) tokenizer.enter(State::rcdata);
    }
  }
  require(tokenizer.next(in_foreign).type == Token::Type::end_of_file);
  return 0;
}
