#include "document/edits.h"

#include <algorithm>
#include <array>
#include <limits>

#include "document/json_writer.h"

namespace sluice {
namespace {

constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max();

// Children of one node, without allocation: "metadata" and one for each field at most.
struct NodeList {
  std::array<uint32_t, Fields::kMaxFields + 1> nodes;
  size_t count = 0;

  void add(uint32_t node) { nodes[count++] = node; }
  std::span<uint32_t> span() { return {nodes.data(), count}; }
};

class Splicer {
 public:
  Splicer(const std::vector<Fields::Node>& tree, const Edits& edits, std::string_view line,
          std::span<const Place> places, Buffer& out)
      : tree_(tree), edits_(edits), line_(line), places_(places), out_(out) {}

  void write() {
    edit_object(Fields::kRoot);
    copy_until(line_.size());
  }

 private:
  void copy_until(size_t offset) {
    out_.append(line_.substr(copied_, offset - copied_));
    copied_ = offset;
  }

  bool is_in_line(uint32_t node) const { return places_[node].type != ValueType::missing; }

  // The order of the earliest set() at or within a node; kNever if there is none.
  uint32_t first_set(uint32_t node) const {
    const Edit& edit = edits_.of(node);
    uint32_t first = edit.kind == Edit::Kind::set ? edit.order : kNever;
    for (const uint32_t child : tree_[node].children) first = std::min(first, first_set(child));
    return first;
  }

  void edit_object(uint32_t node);
  void edit_member(uint32_t node);
  void cut_member(uint32_t node, uint32_t members, bool is_first);
  void add_members(uint32_t node, bool is_first);
  void append_value(uint32_t node);
  size_t end_of_last_member(const Place& object) const;

  const std::vector<Fields::Node>& tree_;
  const Edits& edits_;
  std::string_view line_;
  std::span<const Place> places_;
  Buffer& out_;
  size_t copied_ = 0;  // bytes of the line that are written or cut
};

// Edits members in the order in which they stand, then adds new ones behind the last.
void Splicer::edit_object(uint32_t node) {
  NodeList present;
  bool adds = false;
  for (const uint32_t child : tree_[node].children) {
    if (is_in_line(child)) {
      present.add(child);
    } else {
      adds = adds || first_set(child) != kNever;
    }
  }
  const auto members = present.span();
  std::sort(members.begin(), members.end(),
            [&](uint32_t a, uint32_t b) { return places_[a].ordinal < places_[b].ordinal; });
  const Place& object = places_[node];
  uint32_t removed = 0;
  for (const uint32_t child : members) {
    if (edits_.of(child).kind == Edit::Kind::removed) {
      const bool nothing_stays_before = places_[child].ordinal == removed;
      cut_member(child, object.members, nothing_stays_before);
      ++removed;
    } else {
      edit_member(child);
    }
  }
  if (!adds) return;
  copy_until(end_of_last_member(object));
  add_members(node, removed == object.members);
}

void Splicer::edit_member(uint32_t node) {
  const Place& place = places_[node];
  const bool is_set = edits_.of(node).kind == Edit::Kind::set;
  if (!is_set && place.type == ValueType::object) return edit_object(node);
  if (first_set(node) == kNever) return;
  copy_until(place.begin);
  append_value(node);
  copied_ = place.end;
}

// Takes a member out with the comma before it; if none stays before it, with the one behind it.
void Splicer::cut_member(uint32_t node, uint32_t members, bool is_first) {
  const Place& place = places_[node];
  size_t begin = place.key;
  size_t end = place.end;
  if (!is_first) {
    while (line_[begin - 1] != ',') --begin;
    --begin;
    while (is_json_space(line_[begin - 1])) --begin;
  } else if (place.ordinal + 1 < members) {
    while (line_[end] != ',') ++end;
    ++end;
    while (is_json_space(line_[end])) ++end;
  }
  copy_until(begin);
  copied_ = end;
}

void Splicer::add_members(uint32_t node, bool is_first) {
  NodeList added;
  for (const uint32_t child : tree_[node].children) {
    if (!is_in_line(child) && first_set(child) != kNever) added.add(child);
  }
  const auto members = added.span();
  std::sort(members.begin(), members.end(),
            [&](uint32_t a, uint32_t b) { return first_set(a) < first_set(b); });
  for (const uint32_t child : members) {
    if (!is_first) out_.push_back(',');
    is_first = false;
    append_json_string(out_, tree_[child].key);
    out_.push_back(':');
    append_value(child);
  }
}

// The value that was set, or an object made for those set within it.
void Splicer::append_value(uint32_t node) {
  const Edit& edit = edits_.of(node);
  if (edit.kind == Edit::Kind::set) return out_.append(edits_.spelling(edit));
  out_.push_back('{');
  add_members(node, /*is_first=*/true);
  out_.push_back('}');
}

size_t Splicer::end_of_last_member(const Place& object) const {
  if (object.members == 0) return object.begin + 1;
  size_t end = object.end - 1;
  while (is_json_space(line_[end - 1])) --end;
  return end;
}

}  // namespace

void Edits::set(uint32_t node, ValueType type, std::string_view spelling, size_t content_bytes) {
  Edit& edit = edits_[node];
  if (edit.kind == Edit::Kind::none) {
    ++count_;
    edit.order = orders_++;
  }
  edit.kind = Edit::Kind::set;
  edit.type = type;
  edit.begin = spellings_.size();
  edit.size = spelling.size();
  edit.content_bytes = content_bytes;
  spellings_.append(spelling);
}

void Edits::remove(uint32_t node, bool present) {
  Edit& edit = edits_[node];
  if (present && edit.kind == Edit::Kind::none) ++count_;
  if (!present && edit.kind != Edit::Kind::none) --count_;
  edit = {};
  if (present) edit.kind = Edit::Kind::removed;
}

void Edits::forget(uint32_t node) {
  if (edits_[node].kind != Edit::Kind::none) --count_;
  edits_[node] = {};
  for (const uint32_t child : tree_[node].children) forget(child);
}

void Edits::clear() {
  if (count_ > 0) std::fill(edits_.begin(), edits_.end(), Edit{});
  count_ = 0;
  orders_ = 0;
  spellings_.clear();
  if (spellings_.capacity() > kKeptBytes) spellings_.release();
}

void Edits::write(std::string_view line, std::span<const Place> places, Buffer& out) const {
  if (empty()) return out.append(line);
  Splicer(tree_, *this, line, places, out).write();
}

}  // namespace sluice
