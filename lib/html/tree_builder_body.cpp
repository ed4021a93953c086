// Tree construction in the body.
#include "base/ascii.h"
#include "html/tree_builder.h"

namespace sluice::html {

void TreeBuilder::text_in_body(std::string_view text) {
  reconstruct_formatting();
  insert_text(text);
  for (size_t i = 0; frameset_ok_ && i < text.size(); ++i) frameset_ok_ = is_space(text[i]);
}

TreeBuilder::Done TreeBuilder::start_in_body(const Token& token) {
  if (has(token.tag, kSimpleBlock)) {
    close_paragraph();
    insert(token);
    return Done::yes;
  }
  if (has(token.tag, kHeadContent)) return start_in_head(token);
  switch (token.tag) {
    case Tag::html:
      if (!open_.is_open(Tag::template_)) merge_attributes(html_);
      return Done::yes;
    case Tag::body:
      if (open_.size() > 1 && open_[1].html_tag == Tag::body && !open_.is_open(Tag::template_)) {
        frameset_ok_ = false;
        merge_attributes(open_[1].id);
      }
      return Done::yes;
    case Tag::frameset:
      start_frameset_in_body(token);
      return Done::yes;
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
      close_paragraph();
      if ((open_.top().properties & kHeading) != 0) pop();
      insert(token);
      return Done::yes;
    case Tag::pre:
    case Tag::listing:
      close_paragraph();
      insert(token);
      skip_newline_ = true;
      frameset_ok_ = false;
      return Done::yes;
    case Tag::form:
      start_form(token);
      return Done::yes;
    case Tag::li:
    case Tag::dd:
    case Tag::dt:
      start_list_item(token);
      return Done::yes;
    case Tag::plaintext:
      close_paragraph();
      insert(token, true);
      tokenizer_.enter(State::plaintext);
      return Done::yes;
    case Tag::button:
      if (open_.in_scope(Tag::button)) {
        close_implied();
        pop_until(Tag::button);
      }
      reconstruct_formatting();
      insert(token);
      frameset_ok_ = false;
      return Done::yes;
    default:
      return start_inline_in_body(token);
  }
}

TreeBuilder::Done TreeBuilder::start_inline_in_body(const Token& token) {
  switch (token.tag) {
    case Tag::a:
      start_anchor(token);
      return Done::yes;
    case Tag::nobr:
      reconstruct_formatting();
      if (open_.in_scope(Tag::nobr)) {
        end_formatting(token);
        reconstruct_formatting();
      }
      insert_formatting(token);
      return Done::yes;
    case Tag::b:
    case Tag::big:
    case Tag::code:
    case Tag::em:
    case Tag::font:
    case Tag::i:
    case Tag::s:
    case Tag::small:
    case Tag::strike:
    case Tag::strong:
    case Tag::tt:
    case Tag::u:
      reconstruct_formatting();
      insert_formatting(token);
      return Done::yes;
    case Tag::applet:
    case Tag::marquee:
    case Tag::object:
      reconstruct_formatting();
      if (insert(token)) push_marker();
      frameset_ok_ = false;
      return Done::yes;
    case Tag::table:
      if (!quirks_) close_paragraph();
      if (insert(token)) mode_ = Mode::in_table;
      frameset_ok_ = false;
      return Done::yes;
    case Tag::image: {
      Token img = token;
      img.tag = Tag::img;
      img.name = name_of(Tag::img);
      return start_inline_in_body(img);
    }
    case Tag::area:
    case Tag::br:
    case Tag::embed:
    case Tag::img:
    case Tag::keygen:
    case Tag::wbr:
      reconstruct_formatting();
      insert_void(token);
      frameset_ok_ = false;
      return Done::yes;
    case Tag::param:
    case Tag::source:
    case Tag::track:
      insert_void(token);
      return Done::yes;
    default:
      return start_other_in_body(token);
  }
}

TreeBuilder::Done TreeBuilder::start_other_in_body(const Token& token) {
  switch (token.tag) {
    case Tag::input:
      start_input(token);
      return Done::yes;
    case Tag::hr:
      close_paragraph();
      if (open_.in_scope(Tag::select)) close_implied();
      insert_void(token);
      frameset_ok_ = false;
      return Done::yes;
    case Tag::textarea:
      frameset_ok_ = false;
      insert_raw(token, State::rcdata, true);
      return Done::yes;
    case Tag::xmp:
      close_paragraph();
      reconstruct_formatting();
      frameset_ok_ = false;
      insert_raw(token, State::raw_text);
      return Done::yes;
    case Tag::iframe:
      frameset_ok_ = false;
      insert_raw(token, State::raw_text);
      return Done::yes;
    case Tag::noembed:
      insert_raw(token, State::raw_text);
      return Done::yes;
    case Tag::select:
      start_select(token);
      return Done::yes;
    case Tag::option:
    case Tag::optgroup:
      start_option(token);
      return Done::yes;
    case Tag::rb:
    case Tag::rtc:
    case Tag::rp:
    case Tag::rt:
      if (open_.in_scope(Tag::ruby)) {
        close_implied(token.tag == Tag::rp || token.tag == Tag::rt ? Tag::rtc : Tag::other);
      }
      insert(token);
      return Done::yes;
    case Tag::math:
    case Tag::svg:
      reconstruct_formatting();
      insert_foreign(token, token.tag == Tag::svg ? Namespace::svg : Namespace::mathml);
      return Done::yes;
    case Tag::frame:
    case Tag::head:
      return Done::yes;
    default:
      if (has(token.tag, kTableStructure)) return Done::yes;
      reconstruct_formatting();
      insert(token);
      return Done::yes;
  }
}

// A frameset takes the place of a body in which nothing has been shown yet.
void TreeBuilder::start_frameset_in_body(const Token& token) {
  if (!frameset_ok_ || open_.size() < 2 || open_[1].html_tag != Tag::body) return;
  nodes_.link();
  nodes_.detach(open_[1].id);
  pop_to_size(1);
  insert(token);
  mode_ = Mode::in_frameset;
}

void TreeBuilder::start_form(const Token& token) {
  const bool in_template = open_.is_open(Tag::template_);
  if (form_ != kNoNode && !in_template) return;
  close_paragraph();
  if (insert(token) && !in_template) form_ = open_.top().id;
}

// Ends the item that is open in the same list.
void TreeBuilder::start_list_item(const Token& token) {
  frameset_ok_ = false;
  const bool is_li = token.tag == Tag::li;
  const Tag other = token.tag == Tag::dd ? Tag::dt : token.tag == Tag::dt ? Tag::dd : Tag::li;
  if (open_.is_open(token.tag) || open_.is_open(other)) {
    for (size_t i = open_.size(); i-- > 0;) {
      open_.count_steps(1);
      const Tag tag = open_[i].html_tag;
      if (tag == token.tag || (!is_li && tag == other)) {
        close_implied(tag);
        pop_until(tag);
        break;
      }
      const bool passable = tag == Tag::address || tag == Tag::div || tag == Tag::p;
      if ((open_[i].properties & kSpecial) != 0 && !passable) break;
    }
  }
  close_paragraph();
  insert(token);
}

void TreeBuilder::start_anchor(const Token& token) {
  if (const int found = find_formatting(Tag::a); found >= 0) {
    const NodeId id = formatting_[static_cast<size_t>(found)].id;
    end_formatting(token);
    if (const int left = find_formatting(id); left >= 0)
      formatting_.erase(formatting_.begin() + left);
    if (const int left = open_.find(id); left >= 0) remove_open(static_cast<size_t>(left));
  }
  reconstruct_formatting();
  insert_formatting(token);
}

void TreeBuilder::start_input(const Token& token) {
  if (is_fragment_ && context_.html_tag == Tag::select) return;
  if (open_.in_scope(Tag::select)) pop_until(Tag::select);
  const Attribute* const type = find_attribute(AttributeName::type);
  if (type == nullptr || !equals_ignoring_case(type->value(), "hidden")) frameset_ok_ = false;
  reconstruct_formatting();
  insert_void(token);
}

void TreeBuilder::start_select(const Token& token) {
  if (is_fragment_ && context_.html_tag == Tag::select) return;
  if (open_.in_scope(Tag::select)) {
    pop_until(Tag::select);
    return;
  }
  reconstruct_formatting();
  insert(token);
  frameset_ok_ = false;
}

void TreeBuilder::start_option(const Token& token) {
  if (open_.in_scope(Tag::select)) {
    close_implied(token.tag == Tag::option ? Tag::optgroup : Tag::other);
  } else if (is_current(Tag::option)) {
    pop();
  }
  reconstruct_formatting();
  insert(token);
}

TreeBuilder::Done TreeBuilder::end_in_body(const Token& token) {
  if (has(token.tag, kBlockEnd)) {
    if (!open_.in_scope(token.tag)) return Done::yes;
    close_implied();
    pop_until(token.tag);
    return Done::yes;
  }
  switch (token.tag) {
    case Tag::template_:
      end_template();
      return Done::yes;
    case Tag::body:
    case Tag::html:
      if (!open_.in_scope(Tag::body)) return Done::yes;
      mode_ = Mode::after_body;
      return token.tag == Tag::html ? Done::no : Done::yes;
    case Tag::form:
      end_form();
      return Done::yes;
    case Tag::p:
      if (!open_.has_paragraph()) insert(Tag::p);
      close_paragraph();
      return Done::yes;
    case Tag::li:
    case Tag::dd:
    case Tag::dt: {
      const uint32_t bounds = token.tag == Tag::li ? kListScope : kScope;
      if (!open_.in_scope(token.tag, bounds)) return Done::yes;
      close_implied(token.tag);
      pop_until(token.tag);
      return Done::yes;
    }
    default:
      return end_inline_in_body(token);
  }
}

TreeBuilder::Done TreeBuilder::end_inline_in_body(const Token& token) {
  switch (token.tag) {
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
      if (!open_.property_in_scope(kHeading)) return Done::yes;
      close_implied();
      while ((open_.top().properties & kHeading) == 0) pop();
      pop();
      return Done::yes;
    case Tag::a:
    case Tag::b:
    case Tag::big:
    case Tag::code:
    case Tag::em:
    case Tag::font:
    case Tag::i:
    case Tag::nobr:
    case Tag::s:
    case Tag::small:
    case Tag::strike:
    case Tag::strong:
    case Tag::tt:
    case Tag::u:
      end_formatting(token);
      return Done::yes;
    case Tag::applet:
    case Tag::marquee:
    case Tag::object:
      if (!open_.in_scope(token.tag)) return Done::yes;
      close_implied();
      pop_until(token.tag);
      clear_formatting_to_marker();
      return Done::yes;
    case Tag::br:
      reconstruct_formatting();
      attach(make(Tag::br));
      frameset_ok_ = false;
      return Done::yes;
    default:
      end_any_other(token);
      return Done::yes;
  }
}

void TreeBuilder::end_form() {
  if (open_.is_open(Tag::template_)) {
    if (!open_.in_scope(Tag::form)) return;
    close_implied();
    pop_until(Tag::form);
    return;
  }
  const NodeId form = form_;
  form_ = kNoNode;
  if (form == kNoNode || !open_.in_scope(Tag::form)) return;
  close_implied();
  if (const int at = open_.find(form); at > 0) {
    if (static_cast<size_t>(at) + 1 == open_.size()) {
      pop();
    } else {
      remove_open(static_cast<size_t>(at));
    }
  }
}

void TreeBuilder::end_any_other(const Token& token) {
  if (token.tag != Tag::other && !open_.is_open(token.tag)) return;
  for (size_t i = open_.size(); i-- > 0;) {
    open_.count_steps(1);
    const OpenElement& element = open_[i];
    if (element.name_space == Namespace::html && element.tag == token.tag &&
        (token.tag != Tag::other || nodes_.name(element.id) == token.name)) {
      close_implied(token.tag);
      pop_to_size(i);
      return;
    }
    if ((element.properties & kSpecial) != 0) return;
  }
}

}  // namespace sluice::html
