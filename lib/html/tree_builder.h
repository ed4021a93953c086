// Tree construction of the HTML standard: tokens in, nodes out. Internal to html; parser.h... is
// tree.h.
//
// Follows https://html.spec.whatwg.org/multipage/parsing.html#tree-construction with scripting
// disabled; an insertion mode is a Mode here, and what a mode does with a kind of token is a
// function that returns `Done::yes`, or `Done::no` where the token is to be looked at again, in the
// mode that is set by then.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/node_builder.h"
#include "html/open_elements.h"
#include "html/tokenizer.h"
#include "html/tree.h"

namespace sluice::html {

enum class Mode : uint8_t {
  initial,
  before_html,
  before_head,
  in_head,
  in_head_noscript,
  after_head,
  in_body,
  in_table,
  in_table_text,
  in_caption,
  in_column_group,
  in_table_body,
  in_row,
  in_cell,
  in_template,
  after_body,
  in_frameset,
  after_frameset,
  after_after_body,
  after_after_frameset,
};

class TreeBuilder {
 public:
  void parse(std::string_view page, Tree& tree);
  void parse_fragment(std::string_view page, Tag context, Namespace name_space, Tree& tree);

  uint64_t steps() const { return steps_; }

 private:
  enum class Done : bool { no, yes };

  // An entry of the list of active formatting elements.
  struct Formatting {
    NodeId id;  // kNoNode: a marker
    Tag tag;
    bool open;  // on the stack of open elements; so counts a marker
  };

  // --- The driver and what a token does in each mode (tree_builder.cpp, _head.cpp) ---
  void begin(std::string_view page);
  void run(Tree& tree);
  void on_tag(const Token& token);
  void on_text(const Token& token);
  std::string_view without_nul(std::string_view text, bool foreign);
  void on_end_of_file();
  void on_doctype();
  Done start_tag(const Token& token);
  Done end_tag(const Token& token);
  Done text_in_mode(std::string_view& text);
  void reset_mode();

  Done start_before_head(const Token& token);
  Done start_in_head(const Token& token);
  Done start_in_noscript(const Token& token);
  Done start_after_head(const Token& token);
  Done end_before_head(const Token& token);
  Done end_in_head(const Token& token);
  Done start_in_template(const Token& token);
  Done start_in_frameset(const Token& token);
  Done end_in_frameset(const Token& token);
  bool leave_head_modes();
  void end_template();
  void close_head();

  // --- Body (tree_builder_body.cpp) ---
  Done start_in_body(const Token& token);
  Done end_in_body(const Token& token);
  void start_list_item(const Token& token);
  void start_frameset_in_body(const Token& token);
  Done start_inline_in_body(const Token& token);
  Done start_other_in_body(const Token& token);
  Done end_inline_in_body(const Token& token);
  void start_input(const Token& token);
  void start_select(const Token& token);
  void start_option(const Token& token);
  void start_form(const Token& token);
  void start_anchor(const Token& token);
  void end_form();
  void end_any_other(const Token& token);
  void text_in_body(std::string_view text);

  // --- Tables (tree_builder_table.cpp) ---
  Done start_in_table(const Token& token);
  Done start_in_table_body(const Token& token);
  Done start_in_row(const Token& token);
  Done start_in_cell(const Token& token);
  Done start_in_caption(const Token& token);
  Done start_in_column_group(const Token& token);
  Done end_in_table(const Token& token);
  Done end_in_table_body(const Token& token);
  Done end_in_row(const Token& token);
  Done end_in_cell(const Token& token);
  Done end_in_caption(const Token& token);
  Done end_in_column_group(const Token& token);
  bool close_section();
  bool close_row();
  void close_cell();
  bool close_caption();
  bool close_column_group();
  void clear_back_to(uint32_t context);
  void flush_table_text();
  NodeId attach_fostered(NodeId id);

  // --- Formatting elements (tree_builder_formatting.cpp) ---
  void insert_formatting(const Token& token);
  void push_marker() { formatting_.push_back({kNoNode, Tag::other, true}); }
  void mark_closed(NodeId id);
  void clear_formatting_to_marker();
  void reconstruct_formatting();
  int find_formatting(Tag tag);
  int find_formatting(NodeId id);
  bool same_attributes(NodeId one, NodeId other);
  void end_formatting(const Token& token);
  bool adopt(Tag tag);
  void adopt_block(size_t entry, size_t element, size_t block);
  NodeId clone(NodeId id);

  // --- Svg and math (tree_builder_foreign.cpp) ---
  bool is_foreign(const Token& token) const;
  Done start_foreign(const Token& token);
  Done end_foreign(const Token& token);
  void leave_foreign();
  void insert_foreign(const Token& token, Namespace name_space);
  uint32_t foreign_properties(const Token& token, Namespace name_space) const;

  // --- Insertion ---
  const OpenElement& adjusted_current() const {
    return open_.size() == 1 && is_fragment_ ? context_ : open_.top();
  }
  bool in_foreign() const {
    return !open_.empty() && adjusted_current().name_space != Namespace::html;
  }
  bool is_current(Tag tag) const { return open_.top().html_tag == tag; }
  NodeId make(const Token& token, Namespace name_space);
  NodeId make(Tag tag);
  void attach(NodeId id);
  bool push(const OpenElement& element, bool beyond_limit = false);
  bool insert(const Token& token, bool beyond_limit = false);
  bool insert(Tag tag, bool beyond_limit = false);
  void insert_void(const Token& token);
  void insert_raw(const Token& token, State state, bool skip_newline = false);
  void insert_text(std::string_view text);
  void merge_attributes(NodeId id);
  void pop();
  void pop_until(Tag tag);
  void pop_to_size(size_t size);
  void remove_open(size_t index);
  void close_implied(Tag except = Tag::other, uint32_t which = kImpliedEnd);
  void close_paragraph();
  // Of the token.
  const Attribute* find_attribute(AttributeName name) const {
    for (const Attribute& attribute : tokenizer_.attributes()) {
      if (attribute.id == name) return &attribute;
    }
    return nullptr;
  }

  Tokenizer tokenizer_;
  NodeBuilder nodes_;
  OpenElements open_;
  std::vector<Formatting> formatting_;
  std::vector<Mode> template_modes_;
  std::vector<std::string_view> table_text_;
  std::array<uint32_t, 256> flattened_{};  // elements above the limit that are not ended, by tag
  uint32_t flattened_count_ = 0;
  Mode mode_ = Mode::initial;
  Mode mode_before_text_ = Mode::initial;
  OpenElement context_;
  bool is_fragment_ = false;
  bool frameset_ok_ = true;
  bool quirks_ = false;
  bool fostering_ = false;
  bool skip_newline_ = false;
  bool template_beyond_limit_ = false;
  NodeId html_ = kNoNode;
  NodeId head_ = kNoNode;
  NodeId form_ = kNoNode;
  size_t clones_left_ = 0;
  uint64_t tokens_ = 0;
  uint64_t steps_ = 0;  // of the page that was finished last
};

}  // namespace sluice::html
