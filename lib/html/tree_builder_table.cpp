// Tree construction in tables.
#include "base/ascii.h"
#include "html/tree_builder.h"

namespace sluice::html {

// Ends what stands open within a table, its body or its row.
void TreeBuilder::clear_back_to(uint32_t context) {
  while ((open_.top().properties & context) == 0) pop();
}

NodeId TreeBuilder::attach_fostered(NodeId id) {
  nodes_.link();
  const int table = open_.find_last(Tag::table);
  const int inner_template = open_.find_last(Tag::template_);
  if (inner_template >= 0 && inner_template > table) {
    nodes_.append(id, open_[static_cast<size_t>(inner_template)].id);
  } else if (table < 0) {
    nodes_.append(id, open_[0].id);
  } else {
    const NodeId before = open_[static_cast<size_t>(table)].id;
    if (nodes_[before].parent != kNoNode) {
      nodes_.insert_before(id, before);
    } else {
      nodes_.append(id, open_[static_cast<size_t>(table) - 1].id);
    }
  }
  return id;
}

// Text between the parts of a table: white space stays there, everything else goes before the
// table.
void TreeBuilder::flush_table_text() {
  mode_ = mode_before_text_;
  bool spaces = true;
  for (const std::string_view text : table_text_) {
    for (size_t i = 0; spaces && i < text.size(); ++i) spaces = is_space(text[i]);
  }
  for (const std::string_view text : table_text_) {
    if (spaces) {
      insert_text(text);
    } else {
      fostering_ = true;
      text_in_body(text);
      fostering_ = false;
    }
  }
  table_text_.clear();
}

TreeBuilder::Done TreeBuilder::start_in_table(const Token& token) {
  switch (token.tag) {
    case Tag::caption:
      clear_back_to(kTableContext);
      push_marker();
      insert(token, true);
      mode_ = Mode::in_caption;
      return Done::yes;
    case Tag::colgroup:
      clear_back_to(kTableContext);
      insert(token, true);
      mode_ = Mode::in_column_group;
      return Done::yes;
    case Tag::col:
      clear_back_to(kTableContext);
      insert(Tag::colgroup, true);
      mode_ = Mode::in_column_group;
      return Done::no;
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
      clear_back_to(kTableContext);
      insert(token, true);
      mode_ = Mode::in_table_body;
      return Done::yes;
    case Tag::td:
    case Tag::th:
    case Tag::tr:
      clear_back_to(kTableContext);
      insert(Tag::tbody, true);
      mode_ = Mode::in_table_body;
      return Done::no;
    case Tag::table:
      if (!open_.in_scope(Tag::table, kTableScope)) return Done::yes;
      pop_until(Tag::table);
      reset_mode();
      return Done::no;
    case Tag::style:
    case Tag::script:
    case Tag::template_:
      return start_in_head(token);
    case Tag::input: {
      const Attribute* const type = find_attribute(AttributeName::type);
      if (type == nullptr || !equals_ignoring_case(type->value(), "hidden")) break;
      insert_void(token);
      return Done::yes;
    }
    case Tag::form:
      if (form_ == kNoNode && !open_.is_open(Tag::template_)) {
        form_ = make(token, Namespace::html);
        nodes_.append(form_, open_.top().id);
      }
      return Done::yes;
    default:
      break;
  }
  fostering_ = true;
  const Done done = start_in_body(token);
  fostering_ = false;
  return done;
}

TreeBuilder::Done TreeBuilder::end_in_table(const Token& token) {
  switch (token.tag) {
    case Tag::table:
      if (!open_.in_scope(Tag::table, kTableScope)) return Done::yes;
      pop_until(Tag::table);
      reset_mode();
      return Done::yes;
    case Tag::body:
    case Tag::html:
      return Done::yes;
    case Tag::template_:
      end_template();
      return Done::yes;
    default:
      if (has(token.tag, kTableStructure)) return Done::yes;
      break;
  }
  fostering_ = true;
  const Done done = end_in_body(token);
  fostering_ = false;
  return done;
}

// False if no table section is open.
bool TreeBuilder::close_section() {
  if (!open_.in_scope(Tag::tbody, kTableScope) && !open_.in_scope(Tag::thead, kTableScope) &&
      !open_.in_scope(Tag::tfoot, kTableScope)) {
    return false;
  }
  clear_back_to(kSectionContext);
  pop();
  mode_ = Mode::in_table;
  return true;
}

TreeBuilder::Done TreeBuilder::start_in_table_body(const Token& token) {
  switch (token.tag) {
    case Tag::tr:
      clear_back_to(kSectionContext);
      insert(token, true);
      mode_ = Mode::in_row;
      return Done::yes;
    case Tag::td:
    case Tag::th:
      clear_back_to(kSectionContext);
      insert(Tag::tr, true);
      mode_ = Mode::in_row;
      return Done::no;
    case Tag::caption:
    case Tag::col:
    case Tag::colgroup:
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
      return close_section() ? Done::no : Done::yes;
    default:
      return start_in_table(token);
  }
}

TreeBuilder::Done TreeBuilder::end_in_table_body(const Token& token) {
  switch (token.tag) {
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
      if (open_.in_scope(token.tag, kTableScope)) close_section();
      return Done::yes;
    case Tag::table:
      return close_section() ? Done::no : Done::yes;
    case Tag::body:
    case Tag::caption:
    case Tag::col:
    case Tag::colgroup:
    case Tag::html:
    case Tag::td:
    case Tag::th:
    case Tag::tr:
      return Done::yes;
    default:
      return end_in_table(token);
  }
}

// False if no row is open.
bool TreeBuilder::close_row() {
  if (!open_.in_scope(Tag::tr, kTableScope)) return false;
  clear_back_to(kRowContext);
  pop();
  mode_ = Mode::in_table_body;
  return true;
}

TreeBuilder::Done TreeBuilder::start_in_row(const Token& token) {
  switch (token.tag) {
    case Tag::td:
    case Tag::th:
      clear_back_to(kRowContext);
      insert(token, true);
      mode_ = Mode::in_cell;
      push_marker();
      return Done::yes;
    case Tag::caption:
    case Tag::col:
    case Tag::colgroup:
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
    case Tag::tr:
      return close_row() ? Done::no : Done::yes;
    default:
      return start_in_table(token);
  }
}

TreeBuilder::Done TreeBuilder::end_in_row(const Token& token) {
  switch (token.tag) {
    case Tag::tr:
      close_row();
      return Done::yes;
    case Tag::table:
      return close_row() ? Done::no : Done::yes;
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
      if (!open_.in_scope(token.tag, kTableScope)) return Done::yes;
      return close_row() ? Done::no : Done::yes;
    case Tag::body:
    case Tag::caption:
    case Tag::col:
    case Tag::colgroup:
    case Tag::html:
    case Tag::td:
    case Tag::th:
      return Done::yes;
    default:
      return end_in_table(token);
  }
}

void TreeBuilder::close_cell() {
  close_implied();
  while (open_.size() > 1) {
    const bool found = is_current(Tag::td) || is_current(Tag::th);
    pop();
    if (found) break;
  }
  clear_formatting_to_marker();
  mode_ = Mode::in_row;
}

TreeBuilder::Done TreeBuilder::start_in_cell(const Token& token) {
  if (!has(token.tag, kTableStructure)) return start_in_body(token);
  if (!open_.in_scope(Tag::td, kTableScope) && !open_.in_scope(Tag::th, kTableScope)) {
    return Done::yes;
  }
  close_cell();
  return Done::no;
}

TreeBuilder::Done TreeBuilder::end_in_cell(const Token& token) {
  switch (token.tag) {
    case Tag::td:
    case Tag::th:
      if (!open_.in_scope(token.tag, kTableScope)) return Done::yes;
      close_implied();
      pop_until(token.tag);
      clear_formatting_to_marker();
      mode_ = Mode::in_row;
      return Done::yes;
    case Tag::body:
    case Tag::caption:
    case Tag::col:
    case Tag::colgroup:
    case Tag::html:
      return Done::yes;
    case Tag::table:
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
    case Tag::tr:
      if (!open_.in_scope(token.tag, kTableScope)) return Done::yes;
      close_cell();
      return Done::no;
    default:
      return end_in_body(token);
  }
}

// False if no caption is open.
bool TreeBuilder::close_caption() {
  if (!open_.in_scope(Tag::caption, kTableScope)) return false;
  close_implied();
  pop_until(Tag::caption);
  clear_formatting_to_marker();
  mode_ = Mode::in_table;
  return true;
}

TreeBuilder::Done TreeBuilder::start_in_caption(const Token& token) {
  if (!has(token.tag, kTableStructure)) return start_in_body(token);
  return close_caption() ? Done::no : Done::yes;
}

TreeBuilder::Done TreeBuilder::end_in_caption(const Token& token) {
  switch (token.tag) {
    case Tag::caption:
      close_caption();
      return Done::yes;
    case Tag::table:
      return close_caption() ? Done::no : Done::yes;
    case Tag::body:
    case Tag::html:
      return Done::yes;
    default:
      return has(token.tag, kTableStructure) ? Done::yes : end_in_body(token);
  }
}

// False if no group of columns is current, so that nothing but columns counts.
bool TreeBuilder::close_column_group() {
  if (!is_current(Tag::colgroup)) return false;
  pop();
  mode_ = Mode::in_table;
  return true;
}

TreeBuilder::Done TreeBuilder::start_in_column_group(const Token& token) {
  switch (token.tag) {
    case Tag::html:
      return start_in_body(token);
    case Tag::col:
      insert_void(token);
      return Done::yes;
    case Tag::template_:
      return start_in_head(token);
    default:
      return close_column_group() ? Done::no : Done::yes;
  }
}

TreeBuilder::Done TreeBuilder::end_in_column_group(const Token& token) {
  switch (token.tag) {
    case Tag::colgroup:
      close_column_group();
      return Done::yes;
    case Tag::col:
      return Done::yes;
    case Tag::template_:
      end_template();
      return Done::yes;
    default:
      return close_column_group() ? Done::no : Done::yes;
  }
}

}  // namespace sluice::html
