// Hostile pages: no crash, a tree in document order with consistent ends, views of live memory,
// size, depth and steps within bounds of the page's size.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace {

using namespace sluice::html;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_order(const Tree& tree) {
  require(tree.size() >= 1 && tree[0].tag == Tag::document && tree[0].parent == 0);
  require(tree[0].end == tree.size());
  std::vector<NodeId> open = {0};
  for (NodeId id = 1; id < tree.size(); ++id) {
    while (tree[open.back()].end <= id) open.pop_back();
    require(tree[id].parent == open.back());
    require(tree[id].end > id && tree[id].end <= tree[open.back()].end);
    require(tree[id].tag != Tag::text || tree[id].end == id + 1);
    open.push_back(id);
    require(open.size() <= 4 * Parser::kMaxDepth);
  }
}

// Reads every byte, so that the sanitizer sees views of memory that is gone.
size_t weight(const Tree& tree) {
  size_t sum = 0;
  const auto read = [&sum](std::string_view text) {
    for (const char c : text) sum += static_cast<uint8_t>(c);
  };
  for (NodeId id = 0; id < tree.size(); ++id) {
    read(tree.text(id));
    for (const Attribute& attribute : tree.attributes(id)) {
      read(attribute.name());
      read(attribute.value());
    }
  }
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  static constexpr Tag kContexts[] = {Tag::div,   Tag::td,        Tag::tr,     Tag::table,
                                      Tag::title, Tag::template_, Tag::select, Tag::html};
  static Parser parser;
  const std::string_view page(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto name_space = static_cast<Namespace>((data[0] >> 4) % 3);
  const Tree& tree = (data[0] & 8) == 0
                         ? parser.parse(page)
                         : parser.parse_fragment(page, kContexts[data[0] & 7], name_space);
  check_order(tree);
  require(tree.size() <= 9 * page.size() + 2000);
  require(parser.steps() <= 2000 * (page.size() + 100));
  // The same page gives the same tree, whatever was parsed before.
  const size_t before = weight(tree);
  require(before == weight(tree));
  return 0;
}
