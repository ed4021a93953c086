#include "html/tree_builder.h"

#include <algorithm>
#include <cstring>

#include "base/ascii.h"
#include "html/quirks.h"

namespace sluice::html {

namespace {

size_t leading_spaces(std::string_view text) {
  size_t size = 0;
  while (size < text.size() && is_space(text[size])) ++size;
  return size;
}

// Nothing but white space and NUL.
bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_space(c) || c == '\0'; });
}

bool is_all_spaces(std::string_view text) { return leading_spaces(text) == text.size(); }

}  // namespace

void TreeBuilder::begin(std::string_view page) {
  tokenizer_.open(page);
  nodes_.clear();
  open_.clear();
  open_.reset_steps();
  formatting_.clear();
  template_modes_.clear();
  table_text_.clear();
  flattened_.fill(0);
  flattened_count_ = 0;
  mode_ = Mode::initial;
  is_fragment_ = quirks_ = fostering_ = skip_newline_ = template_beyond_limit_ = false;
  frameset_ok_ = true;
  html_ = head_ = form_ = kNoNode;
  clones_left_ = 1000 + page.size() / 8;
  tokens_ = 0;
  nodes_.add({.parent = 0,
              .end = 0,
              .data = name_of(Tag::document).data(),
              .size = static_cast<uint32_t>(name_of(Tag::document).size()),
              .attributes = 0,
              .attribute_count = 0,
              .tag = Tag::document,
              .name_space = Namespace::html});
}

void TreeBuilder::parse(std::string_view page, Tree& tree) {
  begin(page);
  run(tree);
}

void TreeBuilder::parse_fragment(std::string_view page, Tag context, Namespace name_space,
                                 Tree& tree) {
  begin(page);
  is_fragment_ = true;
  const bool is_html = name_space == Namespace::html;
  Token token;
  token.tag = context;
  context_ = {.id = kNoNode,
              .tag = context,
              .html_tag = is_html ? context : Tag::other,
              .name_space = name_space,
              .properties = is_html ? properties(context) : foreign_properties(token, name_space)};
  html_ = make(Tag::html);
  nodes_.append(html_, 0);
  push({.id = html_, .tag = Tag::html, .html_tag = Tag::html, .properties = properties(Tag::html)});
  if (is_html) {
    if (context == Tag::title || context == Tag::textarea) {
      tokenizer_.enter(State::rcdata, "");
    } else if (context == Tag::script) {
      tokenizer_.enter(State::script, "");
    } else if (context == Tag::plaintext) {
      tokenizer_.enter(State::plaintext);
    } else if (has(context, kRawText)) {
      tokenizer_.enter(State::raw_text, "");
    }
  }
  if (is_html && context == Tag::template_) template_modes_.push_back(Mode::in_template);
  if (is_html && context == Tag::form) form_ = html_;
  reset_mode();
  run(tree);
}

void TreeBuilder::run(Tree& tree) {
  for (;;) {
    const Token& token = tokenizer_.next(in_foreign());
    ++tokens_;
    switch (token.type) {
      case Token::Type::start_tag:
      case Token::Type::end_tag:
        on_tag(token);
        break;
      case Token::Type::text:
        on_text(token);
        break;
      case Token::Type::comment:
        if (mode_ == Mode::in_table_text) flush_table_text();
        break;
      case Token::Type::doctype:
        if (mode_ == Mode::in_table_text) flush_table_text();
        on_doctype();
        break;
      case Token::Type::end_of_file:
        on_end_of_file();
        steps_ = tokens_ + nodes_.size() + open_.steps();
        nodes_.finish(tree, tokenizer_.kept_attributes());
        return;
    }
  }
}

void TreeBuilder::on_doctype() {
  if (mode_ != Mode::initial) return;
  quirks_ = is_quirky(tokenizer_.doctype());
  mode_ = Mode::before_html;
}

void TreeBuilder::on_tag(const Token& token) {
  skip_newline_ = false;
  if (mode_ == Mode::in_table_text) flush_table_text();
  const bool starts = token.type == Token::Type::start_tag;
  if (!starts && flattened_count_ != 0) {
    uint32_t& flattened = flattened_[static_cast<uint8_t>(token.tag)];
    if (flattened != 0) {
      --flattened;
      --flattened_count_;
      return;
    }
  }
  if (is_foreign(token)) {
    if ((starts ? start_foreign(token) : end_foreign(token)) == Done::yes) return;
  }
  while ((starts ? start_tag(token) : end_tag(token)) == Done::no) {
  }
}

TreeBuilder::Done TreeBuilder::start_tag(const Token& token) {
  switch (mode_) {
    case Mode::initial:
      quirks_ = true;
      mode_ = Mode::before_html;
      return Done::no;
    case Mode::before_html:
    case Mode::before_head:
      return start_before_head(token);
    case Mode::in_head:
      return start_in_head(token);
    case Mode::in_head_noscript:
      return start_in_noscript(token);
    case Mode::after_head:
      return start_after_head(token);
    case Mode::in_body:
      return start_in_body(token);
    case Mode::in_table:
    case Mode::in_table_text:
      return start_in_table(token);
    case Mode::in_caption:
      return start_in_caption(token);
    case Mode::in_column_group:
      return start_in_column_group(token);
    case Mode::in_table_body:
      return start_in_table_body(token);
    case Mode::in_row:
      return start_in_row(token);
    case Mode::in_cell:
      return start_in_cell(token);
    case Mode::in_template:
      return start_in_template(token);
    case Mode::after_body:
    case Mode::after_after_body:
      if (token.tag == Tag::html) return start_in_body(token);
      mode_ = Mode::in_body;
      return Done::no;
    case Mode::in_frameset:
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      return start_in_frameset(token);
  }
  return Done::yes;
}

TreeBuilder::Done TreeBuilder::end_tag(const Token& token) {
  switch (mode_) {
    case Mode::initial:
      quirks_ = true;
      mode_ = Mode::before_html;
      return Done::no;
    case Mode::before_html:
    case Mode::before_head:
      return end_before_head(token);
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      return end_in_head(token);
    case Mode::in_body:
      return end_in_body(token);
    case Mode::in_table:
    case Mode::in_table_text:
      return end_in_table(token);
    case Mode::in_caption:
      return end_in_caption(token);
    case Mode::in_column_group:
      return end_in_column_group(token);
    case Mode::in_table_body:
      return end_in_table_body(token);
    case Mode::in_row:
      return end_in_row(token);
    case Mode::in_cell:
      return end_in_cell(token);
    case Mode::in_template:
      if (token.tag == Tag::template_) end_template();
      return Done::yes;
    case Mode::after_body:
      if (token.tag == Tag::html) {
        if (!is_fragment_) mode_ = Mode::after_after_body;
        return Done::yes;
      }
      mode_ = Mode::in_body;
      return Done::no;
    case Mode::after_after_body:
      mode_ = Mode::in_body;
      return Done::no;
    case Mode::in_frameset:
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      return end_in_frameset(token);
  }
  return Done::yes;
}

// In svg and math NUL is replaced, elsewhere it is dropped.
std::string_view TreeBuilder::without_nul(std::string_view text, bool foreign) {
  char* const out = tokenizer_.store().room(3 * text.size());
  size_t size = 0;
  for (const char c : text) {
    if (c != '\0') {
      out[size++] = c;
    } else if (foreign) {
      std::memcpy(out + size, "\xEF\xBF\xBD", 3);
      size += 3;
    }
  }
  return tokenizer_.store().take(size);
}

void TreeBuilder::on_text(const Token& token) {
  std::string_view text = tokenizer_.decoded(token);
  if (!token.plain && text.find('\0') != text.npos) text = without_nul(text, is_foreign(token));
  if (skip_newline_) {
    skip_newline_ = false;
    if (text.starts_with('\n')) text.remove_prefix(1);
  }
  if (text.empty()) return;
  if (mode_ == Mode::in_body && !in_foreign()) {
    text_in_body(text);
  } else if (is_foreign(token)) {
    insert_text(text);
    if (frameset_ok_ && !is_blank(token.raw)) frameset_ok_ = false;
  } else {
    while (text_in_mode(text) == Done::no) {
    }
  }
}

// Removes from `text` what was dealt with.
TreeBuilder::Done TreeBuilder::text_in_mode(std::string_view& text) {
  const auto take_spaces = [&text] {
    const std::string_view spaces = text.substr(0, leading_spaces(text));
    text.remove_prefix(spaces.size());
    return spaces;
  };
  const auto again_in = [this](Mode mode) {
    mode_ = mode;
    return Done::no;
  };
  switch (mode_) {
    case Mode::initial:
    case Mode::before_html:
    case Mode::before_head:
      take_spaces();
      if (text.empty()) return Done::yes;
      leave_head_modes();
      return Done::no;
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      if (const std::string_view spaces = take_spaces(); !spaces.empty()) insert_text(spaces);
      if (text.empty()) return Done::yes;
      leave_head_modes();
      return Done::no;
    case Mode::in_body:
    case Mode::in_cell:
    case Mode::in_caption:
    case Mode::in_template:
      text_in_body(text);
      return Done::yes;
    case Mode::in_table:
    case Mode::in_table_body:
    case Mode::in_row:
      if (!has(open_.top().html_tag, kTablePart) && !is_current(Tag::template_)) {
        fostering_ = true;
        text_in_body(text);
        fostering_ = false;
        return Done::yes;
      }
      mode_before_text_ = mode_;
      mode_ = Mode::in_table_text;
      [[fallthrough]];
    case Mode::in_table_text:
      table_text_.push_back(text);
      return Done::yes;
    case Mode::in_column_group:
      if (const std::string_view spaces = take_spaces(); !spaces.empty()) insert_text(spaces);
      return !text.empty() && close_column_group() ? Done::no : Done::yes;
    case Mode::after_body:
    case Mode::after_after_body:
      if (!is_all_spaces(text)) return again_in(Mode::in_body);
      text_in_body(text);
      return Done::yes;
    case Mode::in_frameset:
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      while (!text.empty()) {
        if (const std::string_view spaces = take_spaces(); !spaces.empty()) insert_text(spaces);
        if (!text.empty()) text.remove_prefix(1);
      }
      return Done::yes;
  }
  return Done::yes;
}

void TreeBuilder::on_end_of_file() {
  if (mode_ == Mode::in_table_text) flush_table_text();
  for (;;) {
    while (leave_head_modes()) {
    }
    if (template_modes_.empty() || !open_.is_open(Tag::template_)) return;
    end_template();
  }
}

void TreeBuilder::reset_mode() {
  for (size_t i = open_.size(); i-- > 0;) {
    open_.count_steps(1);
    const bool last = i == 0;
    switch (last && is_fragment_ ? context_.html_tag : open_[i].html_tag) {
      case Tag::td:
      case Tag::th:
        if (last) break;
        mode_ = Mode::in_cell;
        return;
      case Tag::tr:
        mode_ = Mode::in_row;
        return;
      case Tag::tbody:
      case Tag::thead:
      case Tag::tfoot:
        mode_ = Mode::in_table_body;
        return;
      case Tag::caption:
        mode_ = Mode::in_caption;
        return;
      case Tag::colgroup:
        mode_ = Mode::in_column_group;
        return;
      case Tag::table:
        mode_ = Mode::in_table;
        return;
      case Tag::template_:
        mode_ = template_modes_.back();
        return;
      case Tag::head:
        if (last) break;
        mode_ = Mode::in_head;
        return;
      case Tag::body:
        mode_ = Mode::in_body;
        return;
      case Tag::frameset:
        mode_ = Mode::in_frameset;
        return;
      case Tag::html:
        mode_ = head_ == kNoNode ? Mode::before_head : Mode::after_head;
        return;
      default:
        break;
    }
  }
  mode_ = Mode::in_body;
}

}  // namespace sluice::html
