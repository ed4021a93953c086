// Tree construction before and behind the body: html, head, template, frameset.
#include "html/tree_builder.h"

namespace sluice::html {

// What happens in the modes before the body when something comes that does not belong there: the
// missing element is made up. False in later modes.
bool TreeBuilder::leave_head_modes() {
  switch (mode_) {
    case Mode::initial:
      quirks_ = true;
      mode_ = Mode::before_html;
      return true;
    case Mode::before_html:
      html_ = make(Tag::html);
      nodes_.append(html_, 0);
      push({.id = html_,
            .tag = Tag::html,
            .html_tag = Tag::html,
            .properties = properties(Tag::html)});
      mode_ = Mode::before_head;
      return true;
    case Mode::before_head:
      insert(Tag::head);
      head_ = open_.top().id;
      mode_ = Mode::in_head;
      return true;
    case Mode::in_head:
      close_head();
      return true;
    case Mode::in_head_noscript:
      pop();
      mode_ = Mode::in_head;
      return true;
    case Mode::after_head:
      insert(Tag::body);
      mode_ = Mode::in_body;
      return true;
    default:
      return false;
  }
}

void TreeBuilder::close_head() {
  pop();
  mode_ = Mode::after_head;
}

TreeBuilder::Done TreeBuilder::start_before_head(const Token& token) {
  if (mode_ == Mode::before_html) {
    if (token.tag == Tag::html) {
      html_ = make(token, Namespace::html);
      nodes_.append(html_, 0);
      push({.id = html_,
            .tag = Tag::html,
            .html_tag = Tag::html,
            .properties = properties(Tag::html)});
      mode_ = Mode::before_head;
      return Done::yes;
    }
  } else if (token.tag == Tag::html) {
    return start_in_body(token);
  } else if (token.tag == Tag::head) {
    insert(token);
    head_ = open_.top().id;
    mode_ = Mode::in_head;
    return Done::yes;
  }
  leave_head_modes();
  return Done::no;
}

TreeBuilder::Done TreeBuilder::start_in_head(const Token& token) {
  switch (token.tag) {
    case Tag::html:
      return start_in_body(token);
    case Tag::base:
    case Tag::basefont:
    case Tag::bgsound:
    case Tag::link:
    case Tag::meta:
      insert_void(token);
      return Done::yes;
    case Tag::title:
      insert_raw(token, State::rcdata);
      return Done::yes;
    case Tag::noframes:
    case Tag::style:
      insert_raw(token, State::raw_text);
      return Done::yes;
    case Tag::script:
      insert_raw(token, State::script);
      return Done::yes;
    case Tag::noscript:
      insert(token);
      mode_ = Mode::in_head_noscript;
      return Done::yes;
    case Tag::template_: {
      const bool beyond = open_.size() >= Parser::kMaxDepth && !template_beyond_limit_;
      template_beyond_limit_ |= beyond;
      if (!insert(token, beyond)) return Done::yes;
      push_marker();
      frameset_ok_ = false;
      mode_ = Mode::in_template;
      template_modes_.push_back(mode_);
      return Done::yes;
    }
    case Tag::head:
      return Done::yes;
    default:
      leave_head_modes();
      return Done::no;
  }
}

TreeBuilder::Done TreeBuilder::start_in_noscript(const Token& token) {
  switch (token.tag) {
    case Tag::html:
      return start_in_body(token);
    case Tag::basefont:
    case Tag::bgsound:
    case Tag::link:
    case Tag::meta:
    case Tag::noframes:
    case Tag::style:
      return start_in_head(token);
    case Tag::head:
    case Tag::noscript:
      return Done::yes;
    default:
      leave_head_modes();
      return Done::no;
  }
}

TreeBuilder::Done TreeBuilder::start_after_head(const Token& token) {
  if (has(token.tag, kHeadContent)) {
    // Belongs into the head, which is closed.
    nodes_.allow_append(head_);
    push({.id = head_,
          .tag = Tag::head,
          .html_tag = Tag::head,
          .properties = properties(Tag::head)});
    start_in_head(token);
    if (const int at = open_.find(head_); at >= 0) remove_open(static_cast<size_t>(at));
    return Done::yes;
  }
  switch (token.tag) {
    case Tag::html:
      return start_in_body(token);
    case Tag::body:
      insert(token);
      frameset_ok_ = false;
      mode_ = Mode::in_body;
      return Done::yes;
    case Tag::frameset:
      insert(token);
      mode_ = Mode::in_frameset;
      return Done::yes;
    case Tag::head:
      return Done::yes;
    default:
      leave_head_modes();
      return Done::no;
  }
}

TreeBuilder::Done TreeBuilder::end_before_head(const Token& token) {
  switch (token.tag) {
    case Tag::head:
    case Tag::body:
    case Tag::html:
    case Tag::br:
      leave_head_modes();
      return Done::no;
    case Tag::template_:
      if (mode_ == Mode::before_head) end_template();
      return Done::yes;
    default:
      return Done::yes;
  }
}

TreeBuilder::Done TreeBuilder::end_in_head(const Token& token) {
  switch (token.tag) {
    case Tag::head:
      if (mode_ == Mode::in_head) close_head();
      return Done::yes;
    case Tag::noscript:
      if (mode_ == Mode::in_head_noscript) leave_head_modes();
      return Done::yes;
    case Tag::template_:
      if (mode_ != Mode::in_head_noscript) end_template();
      return Done::yes;
    case Tag::body:
    case Tag::html:
      if (mode_ == Mode::in_head_noscript) return Done::yes;
      [[fallthrough]];
    case Tag::br:
      leave_head_modes();
      return Done::no;
    default:
      return Done::yes;
  }
}

void TreeBuilder::end_template() {
  if (!open_.is_open(Tag::template_)) return;
  close_implied(Tag::other, kThoroughImpliedEnd);
  pop_until(Tag::template_);
  if (open_.size() <= Parser::kMaxDepth) template_beyond_limit_ = false;
  clear_formatting_to_marker();
  if (!template_modes_.empty()) template_modes_.pop_back();
  reset_mode();
}

TreeBuilder::Done TreeBuilder::start_in_template(const Token& token) {
  if (has(token.tag, kHeadContent)) return start_in_head(token);
  Mode mode = Mode::in_body;
  switch (token.tag) {
    case Tag::caption:
    case Tag::colgroup:
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
      mode = Mode::in_table;
      break;
    case Tag::col:
      mode = Mode::in_column_group;
      break;
    case Tag::tr:
      mode = Mode::in_table_body;
      break;
    case Tag::td:
    case Tag::th:
      mode = Mode::in_row;
      break;
    default:
      break;
  }
  template_modes_.back() = mode_ = mode;
  return Done::no;
}

TreeBuilder::Done TreeBuilder::start_in_frameset(const Token& token) {
  switch (token.tag) {
    case Tag::html:
      return start_in_body(token);
    case Tag::noframes:
      return start_in_head(token);
    case Tag::frameset:
      if (mode_ == Mode::in_frameset) insert(token);
      return Done::yes;
    case Tag::frame:
      if (mode_ == Mode::in_frameset) insert_void(token);
      return Done::yes;
    default:
      return Done::yes;
  }
}

TreeBuilder::Done TreeBuilder::end_in_frameset(const Token& token) {
  if (mode_ == Mode::in_frameset && token.tag == Tag::frameset && open_.size() > 1) {
    pop();
    if (!is_fragment_ && !is_current(Tag::frameset)) mode_ = Mode::after_frameset;
  } else if (mode_ == Mode::after_frameset && token.tag == Tag::html) {
    mode_ = Mode::after_after_frameset;
  }
  return Done::yes;
}

}  // namespace sluice::html
