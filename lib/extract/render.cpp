#include "extract/render.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "extract/attributes.h"
#include "extract/inline_writer.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;
using html::Tree;

// A box that is open: its part in what lines begin with.
struct Frame {
  BoxId box;
  bool settled;          // its marker has been written, or never will be
  uint32_t prefix_size;  // of the prefix without it
};

// The columns of a table in which something is kept. Those from the 65th on count as one: their
// cells are parted, but empty ones are not told.
struct Columns {
  uint64_t used = 0;
  bool beyond = false;

  static constexpr uint32_t kBits = 64;

  void add(uint32_t column) {
    if (column < kBits) {
      used |= uint64_t{1} << column;
    } else {
      beyond = true;
    }
  }
  // Of a column its place among the used ones.
  uint32_t rank(uint32_t column) const {
    const uint64_t before = column < kBits ? (uint64_t{1} << column) - 1 : ~uint64_t{0};
    return static_cast<uint32_t>(std::popcount(used & before));
  }
  uint32_t count() const { return rank(kBits) + (beyond ? 1 : 0); }
};

struct Scratch {
  std::vector<Frame> frames;
  std::vector<BoxId> entering;
  std::vector<uint8_t> used;     // of each box, whether a kept block is within
  std::vector<Columns> columns;  // of each box that is a table
};

// "cpp" of class="language-cpp" on the code or on what is alone in it.
std::string_view code_language(const Tree& tree, NodeId pre) {
  constexpr size_t kLongest = 20;
  const NodeId inner = pre + 1 < tree[pre].end && tree[pre + 1].tag == Tag::code ? pre + 1 : pre;
  for (const NodeId id : {pre, inner}) {
    const html::Attribute* attribute = tree.attribute(id, AttributeName::class_);
    if (attribute == nullptr) continue;
    for (const std::string_view beginning : {"language-", "lang-"}) {
      const std::string_view token = token_beginning(attribute->value(), beginning);
      const std::string_view name = token.substr(std::min(token.size(), beginning.size()));
      const bool usable = std::all_of(name.begin(), name.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
               (byte >= '0' && byte <= '9') || byte == '+' || byte == '#' || byte == '-';
      });
      if (!name.empty() && name.size() <= kLongest && usable) return name;
    }
  }
  return {};
}

class Renderer {
 public:
  Renderer(const Tree& tree, const Blocks& blocks, Format format, std::string& out,
           const RenderOptions& options, Scratch& scratch)
      : tree_(tree),
        blocks_(blocks),
        out_(out),
        begin_(out.size()),
        markdown_(format == Format::markdown),
        writer_(tree, markdown_, markdown_ && options.links, out),
        scratch_(scratch),
        frames_(scratch.frames) {}

  void run(std::span<const uint8_t> keep) {
    find_columns(keep);
    frames_.clear();
    for (BlockId id = 0; id < blocks_.all.size(); ++id) {
      if (keep[id] == 0) continue;
      go_to(blocks_.all[id].box, id);
      write(blocks_.all[id]);
    }
    while (!frames_.empty()) leave();
  }

 private:
  const Box& box(BoxId id) const { return blocks_.boxes[id]; }
  static bool is_cell(const Box& box) {
    return box.kind == BoxKind::cell || box.kind == BoxKind::header_cell;
  }
  static bool is_list(const Box& box) {
    return box.kind == BoxKind::list || box.kind == BoxKind::ordered_list;
  }

  void find_columns(std::span<const uint8_t> keep);
  void go_to(BoxId target, BlockId block);
  void enter(BoxId id);
  void leave();
  void leave_row();
  void leave_code();

  void write(const Block& block);
  void make_lead(const Block& block);
  void add_cell_seam();
  void add_separator();
  void settle();
  void add_marker(const Frame& frame);
  void choose_fence(const Box& code);
  bool continues_tightly() const;

  const Tree& tree_;
  const Blocks& blocks_;
  std::string& out_;
  const size_t begin_;
  const bool markdown_;
  InlineWriter writer_;
  Scratch& scratch_;
  std::vector<Frame>& frames_;

  std::string prefix_;  // what a line within the open boxes begins with
  std::string lead_;
  std::string rule_;  // the line below a table's first row

  // The table of data under way. There is none within it.
  BoxId table_ = 0;
  BoxId row_ = 0;
  BoxId cell_ = 0;
  bool row_begun_ = false;
  bool first_row_ = false;
  bool cell_begun_ = false;
  uint32_t cell_rank_ = 0;  // of the last one written

  BoxId code_ = 0;  // the outermost box of code
  bool code_begun_ = false;
  size_t fence_ = 3;  // backticks around it
  std::string_view code_language_;

  BoxId list_ = 0;       // the outermost open list
  BoxId last_list_ = 0;  // that of the block written last
  BoxId last_table_ = 0;
};

// Marks the boxes that something kept stands in, each once.
void Renderer::find_columns(std::span<const uint8_t> keep) {
  scratch_.used.assign(blocks_.boxes.size(), 0);
  scratch_.columns.assign(blocks_.boxes.size(), {});
  scratch_.used[0] = 1;
  for (BlockId block = 0; block < blocks_.all.size(); ++block) {
    if (keep[block] == 0) continue;
    for (BoxId id = blocks_.all[block].box; scratch_.used[id] == 0; id = box(id).parent) {
      scratch_.used[id] = 1;
      if (is_cell(box(id)) && box(box(id).parent).kind == BoxKind::row) {
        scratch_.columns[box(box(id).parent).parent].add(box(id).column);
      }
    }
  }
}

// Leaves the boxes that the block is not in, and enters those that it is.
void Renderer::go_to(BoxId target, BlockId block) {
  while (!frames_.empty() && box(frames_.back().box).blocks_end <= block) leave();
  const BoxId around = frames_.empty() ? 0 : frames_.back().box;
  std::vector<BoxId>& entering = scratch_.entering;
  entering.clear();
  for (BoxId id = target; id != around && id != 0; id = box(id).parent) entering.push_back(id);
  std::for_each(entering.rbegin(), entering.rend(), [this](BoxId id) { enter(id); });
}

void Renderer::enter(BoxId id) {
  const Box& entered = box(id);
  frames_.push_back(
      {.box = id, .settled = false, .prefix_size = static_cast<uint32_t>(prefix_.size())});
  if (is_list(entered) && list_ == 0) list_ = id;
  if (entered.kind == BoxKind::code && code_ == 0 && row_ == 0) {
    code_ = id;
    code_begun_ = false;
    if (markdown_) choose_fence(entered);
  } else if (entered.kind == BoxKind::table && code_ == 0) {
    if (!entered.layout && scratch_.columns[id].count() > 1) {
      table_ = id;
      first_row_ = true;
    }
  } else if (entered.kind == BoxKind::row && table_ != 0 && entered.parent == table_) {
    row_ = id;
    row_begun_ = false;
  } else if (is_cell(entered) && row_ != 0 && entered.parent == row_) {
    cell_ = id;
    cell_begun_ = false;
  }
}

void Renderer::leave() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.settled) prefix_.resize(std::min<size_t>(prefix_.size(), frame.prefix_size));
  if (frame.box == list_) list_ = 0;
  if (frame.box == cell_) cell_ = 0;
  if (frame.box == row_) leave_row();
  if (frame.box == table_) table_ = 0;
  if (frame.box == code_) leave_code();
}

void Renderer::leave_row() {
  row_ = 0;
  if (!row_begun_ || !markdown_) return;
  const uint32_t count = scratch_.columns[table_].count();
  for (uint32_t rank = cell_rank_ + 1; rank < count; ++rank) out_ += " |";
  out_ += " |";
  if (!first_row_) return;
  first_row_ = false;
  out_ += '\n';
  out_ += prefix_;
  out_ += '|';
  for (uint32_t rank = 0; rank < count; ++rank) out_ += " --- |";
}

void Renderer::leave_code() {
  code_ = 0;
  if (!code_begun_ || !markdown_) return;
  out_ += '\n';
  out_ += prefix_;
  out_.append(fence_, '`');
}

void Renderer::write(const Block& block) {
  make_lead(block);
  LineWriter& lines = writer_.lines();
  const bool in_row = cell_ != 0;
  lines.begin(lead_);
  lines.set_prefix(markdown_ ? std::string_view(prefix_) : std::string_view());
  lines.set_one_line(in_row || (markdown_ && block.heading != 0 && code_ == 0));
  lines.set_escapes(markdown_ && code_ == 0, in_row);
  writer_.set_code(code_ != 0);
  writer_.write(
      std::span(blocks_.pieces).subspan(block.pieces_begin, block.pieces_end - block.pieces_begin));
  if (!lines.has_written()) return;
  last_list_ = list_;
  last_table_ = table_;
  if (in_row) {
    row_begun_ = true;
    cell_begun_ = true;
    cell_rank_ = scratch_.columns[table_].rank(box(cell_).column);
  }
  if (code_ != 0) code_begun_ = true;
}

// What comes before the block's first character: line ends, the signs of lists and quotations, of
// a row's empty cells, of headings and code.
void Renderer::make_lead(const Block& block) {
  lead_.clear();
  if (cell_ != 0) {
    if (cell_begun_) {
      lead_ = ' ';
      return;
    }
    add_cell_seam();
    return;
  }
  if (code_ != 0 && code_begun_) {
    lead_ = '\n';
    if (markdown_) lead_ += prefix_;
    return;
  }
  add_separator();
  settle();
  if (!markdown_) return;
  if (code_ != 0) {
    lead_.append(fence_, '`');
    lead_ += code_language_;
    lead_ += '\n';
    lead_ += prefix_;
  } else if (block.heading != 0) {
    lead_.append(block.heading, '#');
    lead_ += ' ';
  }
}

// What parts a cell from the one written before it in its row, the empty ones between included.
void Renderer::add_cell_seam() {
  const uint32_t rank = scratch_.columns[table_].rank(box(cell_).column);
  uint32_t seams = rank;
  if (row_begun_) {
    seams = rank > cell_rank_ ? rank - cell_rank_ : 1;
  } else {
    add_separator();
    settle();
    if (markdown_) lead_ += '|';
  }
  for (uint32_t i = 0; i < seams; ++i) lead_ += markdown_ ? " |" : "\t";
  if (markdown_) lead_ += ' ';
}

bool Renderer::continues_tightly() const {
  if (table_ != 0) return last_table_ == table_;
  if (list_ == 0 || last_list_ != list_) return false;
  return std::any_of(frames_.rbegin(), frames_.rend(), [this](const Frame& frame) {
    return !frame.settled && box(frame.box).kind == BoxKind::item;
  });
}

void Renderer::add_separator() {
  if (out_.size() == begin_) return;
  if (!markdown_) {
    lead_ += '\n';
    return;
  }
  if (!continues_tightly()) {
    lead_ += '\n';
    const size_t end = prefix_.find_last_not_of(' ');
    lead_.append(prefix_, 0, end == std::string::npos ? 0 : end + 1);
  }
  lead_ += '\n';
  lead_ += prefix_;
}

// Writes the markers of the boxes that were entered since the last block. Of items that begin at
// once (an item that holds a list alone) the innermost has one; what begins in a row has none.
void Renderer::settle() {
  size_t first = frames_.size();
  while (first > 0 && !frames_[first - 1].settled) --first;
  size_t end = first;
  size_t innermost = frames_.size();
  for (; end < frames_.size() && (row_ == 0 || frames_[end].box != row_); ++end) {
    if (box(frames_[end].box).kind == BoxKind::item) innermost = end;
  }
  for (size_t i = first; i < frames_.size(); ++i) {
    Frame& frame = frames_[i];
    frame.settled = true;
    frame.prefix_size = static_cast<uint32_t>(prefix_.size());
    const BoxKind kind = box(frame.box).kind;
    if (i == innermost || (kind == BoxKind::quote && markdown_ && i < end)) add_marker(frame);
  }
}

void Renderer::add_marker(const Frame& frame) {
  constexpr size_t kLongest = 60;  // deeper boxes stand no further in
  if (box(frame.box).kind == BoxKind::quote) {
    if (prefix_.size() >= kLongest) return;
    lead_ += "> ";
    prefix_ += "> ";
    return;
  }
  std::string marker = "- ";
  const Box& item = box(frame.box);
  if (markdown_ && box(item.parent).kind == BoxKind::ordered_list) {
    marker = std::to_string(item.number) + ". ";
  }
  if (!markdown_) lead_ += prefix_;
  lead_ += marker;
  if (prefix_.size() < kLongest) prefix_.append(marker.size(), ' ');
}

// Longer than any run of backticks within; with the language that the code is classed as. Once a
// box: of its blocks any number may write nothing, and each of them makes a lead.
void Renderer::choose_fence(const Box& code) {
  fence_ = 3;
  for (BlockId id = code.blocks_begin; id < code.blocks_end; ++id) {
    const Block& block = blocks_.all[id];
    for (uint32_t i = block.pieces_begin; i < block.pieces_end; ++i) {
      if (blocks_.pieces[i].kind != PieceKind::text) continue;
      size_t run = 0;
      for (const char byte : tree_.text(blocks_.pieces[i].node)) {
        run = byte == '`' ? run + 1 : 0;
        fence_ = std::max(fence_, run + 1);
      }
    }
  }
  code_language_ = code_language(tree_, code.node);
}

}  // namespace

void render(const Tree& tree, const Blocks& blocks, std::span<const uint8_t> keep, Format format,
            std::string& out, const RenderOptions& options) {
  thread_local Scratch scratch;
  Renderer(tree, blocks, format, out, options, scratch).run(keep);
}

}  // namespace sluice::extract
