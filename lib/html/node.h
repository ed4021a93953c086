// A node of a page's tree (tree.h).
#pragma once

#include <cstdint>

#include "html/names.h"

namespace sluice::html {

using NodeId = uint32_t;

enum class Namespace : uint8_t { html, svg, mathml };

struct Node {
  NodeId parent;        // of the root: itself
  NodeId end;           // one past the last descendant
  const char* data;     // a text's bytes; an element's name, in lower case
  uint32_t size;        // of `data`
  uint32_t attributes;  // index of the first
  uint16_t attribute_count;
  Tag tag;  // Tag::document, Tag::text, an element's; Tag::other if its name is not in names.h
  Namespace name_space;
};

}  // namespace sluice::html
