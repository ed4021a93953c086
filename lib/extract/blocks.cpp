#include "extract/blocks.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "extract/attributes.h"
#include "extract/boxes.h"
#include "extract/formula.h"
#include "extract/layout.h"
#include "extract/text_counts.h"

namespace sluice::extract {
namespace {

using html::Attribute;
using html::AttributeName;
using html::Node;
using html::NodeId;
using html::Tag;
using html::Tree;

// What holds for the nodes within an element.
struct State {
  NodeId element = 0;  // the nearest block-level one
  NodeId link = 0;
  uint32_t flags = 0;
  uint16_t style = 0;
  uint8_t heading = 0;
};

// An element that changed something, to be undone behind its last node.
struct Open {
  NodeId end;
  bool block;
  bool box;
  State before;
};

// An element that hides what is within it, and none around it does.
struct Curtain {
  NodeId element;
  BlockId first;  // of the blocks within
};

struct Scratch {
  std::vector<Open> open;
  std::vector<Curtain> curtains;
  BoxBuilder boxes;
};

class Segmenter {
 public:
  Segmenter(const Tree& tree, Blocks& out, Scratch& scratch)
      : tree_(tree),
        out_(out),
        open_(scratch.open),
        curtains_(scratch.curtains),
        boxes_(scratch.boxes) {}

  void run() {
    out_.all.clear();
    out_.pieces.clear();
    open_.clear();
    curtains_.clear();
    boxes_.begin(out_, tree_.root());
    const NodeId size = tree_.size();
    for (NodeId id = tree_.root() + 1; id < size;) {
      if (!open_.empty() && open_.back().end <= id) close_before(id);
      if (tree_[id].tag == Tag::text) {
        text(id);
        ++id;
      } else {
        id = enter(id);
      }
    }
    close_before(size);
    boundary();
    boxes_.close(out_);
    draw_curtains();
    count_bytes();
  }

 private:
  // Returns where to go on: the first node within, or behind it if nothing of it is to be seen.
  NodeId enter(NodeId id);
  NodeId enter_inline(NodeId id, uint16_t style);
  NodeId enter_special(NodeId id);
  NodeId enter_span(NodeId id);
  NodeId enter_link(NodeId id);
  NodeId enter_block(NodeId id, uint32_t flags = 0);
  NodeId enter_noscript(NodeId id);
  NodeId enter_dialog(NodeId id);
  NodeId enter_unknown(NodeId id);
  NodeId skip_with_gap(NodeId id);

  void hide(NodeId id);
  void draw_curtains();
  void count_bytes();
  void push(NodeId id, bool block, bool box);
  void close_before(NodeId id);
  void text(NodeId id);
  void line_break(NodeId id);
  void add(NodeId id, PieceKind kind) {
    out_.pieces.push_back({id, state_.link, state_.style, kind});
  }
  void formula(NodeId id);
  bool follows_formula() const {
    return out_.pieces.size() > run_begin_ && out_.pieces.back().kind == PieceKind::formula;
  }
  void boundary();
  void forget_run();

  const Tree& tree_;
  Blocks& out_;
  std::vector<Open>& open_;
  std::vector<Curtain>& curtains_;
  BoxBuilder& boxes_;

  State state_;
  size_t run_begin_ = 0;  // the first piece of the block under way
  size_t run_end_ = 0;    // behind its last visible piece
  TextCounts counts_;
  TextCounts link_counts_;
  uint32_t run_flags_ = 0;
  uint32_t links_ = 0;
  int breaks_ = 0;            // since the last text
  NodeId last_link_ = 0;      // of the last visible piece
  NodeId last_link_end_ = 0;  // of the last link that was entered
};

void Segmenter::hide(NodeId id) {
  if ((state_.flags & kHidden) == 0) {
    curtains_.push_back({.element = id, .first = static_cast<BlockId>(out_.all.size())});
  }
  state_.flags |= kHidden;
}

// Pages hide themselves until their scripts have run. What hides the greater part of all text hides
// it for that moment alone.
void Segmenter::draw_curtains() {
  if (curtains_.empty()) return;
  const auto counted = [](const Block& block) {
    return (block.flags & (kControl | kNoscript)) != 0 ? uint64_t{0} : block.bytes;
  };
  uint64_t all = 0;
  for (const Block& block : out_.all) all += counted(block);
  for (const Curtain& curtain : curtains_) {
    const NodeId end = tree_[curtain.element].end;
    uint64_t bytes = 0;
    BlockId behind = curtain.first;
    for (; behind < out_.all.size() && out_.all[behind].begin < end; ++behind) {
      bytes += counted(out_.all[behind]);
    }
    if (bytes * 2 <= all) continue;
    for (BlockId id = curtain.first; id < behind; ++id) {
      out_.all[id].flags &= ~uint32_t{kHidden};
    }
  }
}

void Segmenter::count_bytes() {
  out_.visible_bytes = 0;
  out_.noscript_bytes = 0;
  for (const Block& block : out_.all) {
    if ((block.flags & (kHidden | kControl)) != 0) continue;
    ((block.flags & kNoscript) != 0 ? out_.noscript_bytes : out_.visible_bytes) += block.bytes;
  }
}

void Segmenter::push(NodeId id, bool block, bool box) {
  open_.push_back({.end = tree_[id].end, .block = block, .box = box, .before = state_});
}

void Segmenter::close_before(NodeId id) {
  while (!open_.empty() && open_.back().end <= id) {
    const Open& closed = open_.back();
    if (closed.block) boundary();
    if (closed.box) boxes_.close(out_);
    state_ = closed.before;
    open_.pop_back();
  }
}

void Segmenter::text(NodeId id) {
  const std::string_view text = tree_.text(id);
  if (!is_visible(text)) {
    // White space before a block's first text matters where it is indentation alone.
    if (run_end_ > run_begin_ || (state_.style & kPre) != 0) {
      add(id, PieceKind::text);
      counts_.in_word = false;
      link_counts_.in_word = false;
    }
    return;
  }
  if (breaks_ != 0 && run_end_ > run_begin_) run_flags_ |= kHasLineBreak;
  breaks_ = 0;
  add(id, PieceKind::text);
  run_end_ = out_.pieces.size();
  counts_.add(text);
  if (state_.link != 0) {
    if (state_.link != last_link_) ++links_;
    link_counts_.add(text);
  } else {
    link_counts_.in_word = false;
  }
  last_link_ = state_.link;
}

void Segmenter::line_break(NodeId id) {
  if ((state_.style & kPre) == 0) {
    // Two in a row part paragraphs; one before a block's first text shows nothing.
    if (++breaks_ > 1) boundary();
    if (run_end_ == run_begin_) return;
  }
  add(id, PieceKind::line_break);
  counts_.in_word = false;
  link_counts_.in_word = false;
}

void Segmenter::formula(NodeId id) {
  add(id, PieceKind::formula);
  run_end_ = out_.pieces.size();
  run_flags_ |= kHasFormula;
  breaks_ = 0;
}

void Segmenter::forget_run() {
  out_.pieces.resize(run_end_);
  run_begin_ = run_end_;
  counts_ = {};
  link_counts_ = {};
  links_ = 0;
  last_link_ = 0;
  breaks_ = 0;
}

// Ends the block under way, if it shows anything.
void Segmenter::boundary() {
  if (run_end_ == run_begin_) {
    forget_run();
    return;
  }
  const Node& element = tree_[state_.element];
  const Block block = {.begin = out_.pieces[run_begin_].node,
                       .end = tree_[out_.pieces[run_end_ - 1].node].end,
                       .element = state_.element,
                       .pieces_begin = static_cast<uint32_t>(run_begin_),
                       .pieces_end = static_cast<uint32_t>(run_end_),
                       .box = boxes_.innermost(),
                       .flags = state_.flags | run_flags_,
                       .bytes = counts_.bytes,
                       .characters = counts_.characters,
                       .words = counts_.words,
                       .link_bytes = link_counts_.bytes,
                       .link_words = link_counts_.words,
                       .digits = counts_.digits,
                       .capitals = counts_.capitals,
                       .punctuation = counts_.punctuation,
                       .links = links_,
                       .tag = element.tag,
                       .heading = state_.heading};
  out_.all.push_back(block);
  run_flags_ = 0;
  forget_run();
}

NodeId Segmenter::enter_inline(NodeId id, uint16_t style) {
  const Look look = tree_[id].attribute_count == 0 ? Look{} : look_of(tree_, id);
  const auto styles = static_cast<uint16_t>(state_.style | style | look.white_space);
  if (styles != state_.style || look.hidden || look.block) {
    // What is hidden is a block of its own, as what is laid out apart.
    const bool apart = look.hidden || look.block;
    if (apart) boundary();
    push(id, apart, false);
    state_.style = styles;
    if (look.hidden) hide(id);
  }
  return id + 1;
}

NodeId Segmenter::enter_block(NodeId id, uint32_t flags) {
  boundary();
  push(id, /*block=*/true, /*box=*/false);
  state_.element = id;
  state_.flags |= flags;
  if (tree_[id].attribute_count != 0) {
    const Look look = look_of(tree_, id);
    if (look.hidden) hide(id);
    state_.style |= look.white_space;
  }
  return id + 1;
}

NodeId Segmenter::enter_link(NodeId id) {
  // Two links with nothing between are set apart by style sheets, never one word.
  if (last_link_end_ == id && run_end_ > run_begin_) add(id, PieceKind::gap);
  const Attribute* href = tree_.attribute(id, AttributeName::href);
  const bool leads = href != nullptr;
  if (leads && href->value().starts_with('#') && tree_[id].end == id + 2 &&
      tree_[id + 1].tag == Tag::text && is_sign(trim(tree_.text(id + 1)))) {
    return tree_[id].end;
  }
  const size_t depth = open_.size();
  enter_inline(id, leads ? uint16_t{kLink} : uint16_t{0});
  if (leads) {
    if (open_.size() == depth) push(id, false, false);
    state_.link = id;
  }
  last_link_end_ = tree_[id].end;
  return id + 1;
}

NodeId Segmenter::enter_span(NodeId id) {
  if (const Attribute* attribute = tree_.attribute(id, AttributeName::class_)) {
    const std::string_view classes = attribute->value();
    // KaTeX writes a formula as MathML and again as spans; MathJax 2 as spans before its script.
    if (follows_formula() && has_token(classes, "katex-html")) return tree_[id].end;
    if (classes.find("MathJax") != std::string_view::npos &&
        !token_beginning(classes, "MathJax").empty()) {
      return tree_[id].end;
    }
  }
  return enter_inline(id, 0);
}

NodeId Segmenter::enter_noscript(NodeId id) {
  boundary();
  push(id, /*block=*/true, /*box=*/false);
  state_.flags |= kNoscript;
  return id + 1;
}

NodeId Segmenter::enter_dialog(NodeId id) {
  const auto attributes = tree_.attributes(id);
  const bool open = std::any_of(attributes.begin(), attributes.end(),
                                [](const Attribute& one) { return one.name() == "open"; });
  enter_block(id);
  if (!open) hide(id);
  return id + 1;
}

NodeId Segmenter::skip_with_gap(NodeId id) {
  if (run_end_ > run_begin_) add(id, PieceKind::gap);
  return tree_[id].end;
}

NodeId Segmenter::enter(NodeId id) {
  const Role& role = role_of(tree_[id].tag);
  switch (role.layout) {
    case Layout::inside:
      return enter_inline(id, role.style);
    case Layout::block:
    case Layout::box:
      enter_block(id, role.flags);
      state_.style |= role.style;
      if (role.heading != 0) state_.heading = role.heading;
      if (role.layout == Layout::box) {
        open_.back().box = true;
        boxes_.open(out_, tree_, id, role.box);
        out_.boxes.back().level = std::max(out_.boxes.back().level, role.heading);
      }
      return id + 1;
    case Layout::gap:
      return skip_with_gap(id);
    case Layout::nothing:
      return tree_[id].end;
    case Layout::special:
      break;
  }
  return enter_special(id);
}

NodeId Segmenter::enter_special(NodeId id) {
  const Node& node = tree_[id];
  switch (node.tag) {
    case Tag::span:
      return enter_span(id);
    case Tag::a:
      return enter_link(id);
    case Tag::tbody:
    case Tag::thead:
    case Tag::tfoot:
      boxes_.begin_row_group();
      return enter_block(id);
    case Tag::button:
      // The heading of a section that opens and closes is often a button.
      return enter_block(id, (state_.flags & kInHeading) != 0 ? 0 : uint32_t{kControl});
    case Tag::dialog:
      return enter_dialog(id);
    case Tag::noscript:
      return enter_noscript(id);
    case Tag::br:
      line_break(id);
      return id + 1;
    case Tag::hr:
      boundary();
      run_flags_ |= kAfterRule;
      return node.end;
    case Tag::math:
      formula(id);
      return node.end;
    case Tag::script:
      if (is_formula(tree_, id)) formula(id);
      return node.end;
    case Tag::img:
      if (!is_formula(tree_, id)) return skip_with_gap(id);
      if (!follows_formula()) formula(id);
      return node.end;
    default:
      return enter_unknown(id);
  }
}

NodeId Segmenter::enter_unknown(NodeId id) {
  // MathJax 3 keeps the MathML beside what it draws.
  if (tree_.text(id) == "mjx-math") return tree_[id].end;
  // Elements that a page defines itself are mostly laid out apart.
  if (run_end_ > run_begin_ && tree_.text(id).find('-') != std::string_view::npos) {
    add(id, PieceKind::gap);
  }
  return enter_inline(id, 0);
}

}  // namespace

void segment(const html::Tree& tree, Blocks& out) {
  thread_local Scratch scratch;
  Segmenter(tree, out, scratch).run();
}

void keep_visible(const Blocks& blocks, std::vector<uint8_t>& keep) {
  constexpr uint64_t kNearlyEmpty = 250;  // trafilatura's limit for looking elsewhere
  const bool scripted =
      blocks.visible_bytes < kNearlyEmpty && blocks.visible_bytes < blocks.noscript_bytes;
  const uint32_t dropped = kHidden | kControl | (scripted ? 0 : uint32_t{kNoscript});
  keep.resize(blocks.all.size());
  std::transform(blocks.all.begin(), blocks.all.end(), keep.begin(), [dropped](const Block& block) {
    return static_cast<uint8_t>((block.flags & dropped) == 0);
  });
}

}  // namespace sluice::extract
