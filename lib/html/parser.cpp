#include "html/tree.h"
#include "html/tree_builder.h"

namespace sluice::html {

Parser::Parser() : builder_(std::make_unique<TreeBuilder>()) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

const Tree& Parser::parse(std::string_view page) {
  builder_->parse(page, tree_);
  return tree_;
}

const Tree& Parser::parse_fragment(std::string_view page, Tag context, Namespace name_space) {
  builder_->parse_fragment(page, context, name_space, tree_);
  return tree_;
}

uint64_t Parser::steps() const { return builder_->steps(); }

}  // namespace sluice::html
