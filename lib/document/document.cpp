#include "document/document.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/format.h"
#include "document/document_state.h"
#include "document/escapes.h"
#include "document/json_writer.h"

namespace sluice {
namespace {

// How many objects a node's value stands in.
int depth_of(const std::vector<Fields::Node>& tree, uint32_t node) {
  int depth = 0;
  for (; node != Fields::kRoot; node = tree[node].parent) ++depth;
  return depth;
}

}  // namespace

void Document::State::begin(std::string_view new_line) {
  line = new_line;
  base = new_line;
  edits.clear();
  changed = false;
  text_edits = 0;
  for (Content& content : contents) {
    content.is_filled = false;
    if (content.bytes.capacity() > kKeptBytes) content.bytes.release();
  }
  for (Buffer* buffer : {&spelling, &settled_, &next_settled_}) {
    if (buffer->capacity() > kKeptBytes) buffer->release();
  }
}

Document::State::Value Document::State::value(uint32_t node) const {
  const Edit& edit = edits.of(node);
  if (edit.kind == Edit::Kind::set) {
    return {{edit.type, edits.spelling(edit)}, edit.content_bytes};
  }
  const Place& place = places[node];
  if (edit.kind == Edit::Kind::removed || place.type == ValueType::missing) return {};
  return {{place.type, base.substr(place.begin, place.end - place.begin)}, place.content_bytes};
}

std::string_view Document::State::content(uint32_t node) {
  const Value current = value(node);
  const std::string_view raw = current.spelled.raw;
  if (current.spelled.type != ValueType::string) return raw;
  const std::string_view spelled = raw.substr(1, raw.size() - 2);
  if (spelled.size() == current.content_bytes) return spelled;
  Content& content = contents[node];
  if (!content.is_filled) {
    content.bytes.clear();
    unescape(spelled, current.content_bytes, content.bytes);
    content.is_filled = true;
  }
  return content.bytes.view();
}

void Document::State::set(FieldId field, ValueType type, size_t content_bytes) {
  const uint32_t node = json->fields().node(field);
  for (const uint32_t child : json->fields().tree()[node].children) edits.forget(child);
  edits.set(node, type, spelling.view(), content_bytes);
  note_edit(field);
}

void Document::State::remove(FieldId field) {
  const uint32_t node = json->fields().node(field);
  if (value(node).spelled.type == ValueType::missing) return;
  for (const uint32_t child : json->fields().tree()[node].children) edits.forget(child);
  edits.remove(node, places[node].type != ValueType::missing);
  note_edit(field);
}

void Document::State::note_edit(FieldId field) {
  changed = true;
  const uint32_t node = json->fields().node(field);
  if (is_within(json->fields().node(json->fields().text()), node)) ++text_edits;
  contents[node].is_filled = false;
  if (!stands_alone(node)) settle();
}

// Whether `inner` is `outer` or lies within it.
bool Document::State::is_within(uint32_t inner, uint32_t outer) const {
  const auto& tree = json->fields().tree();
  for (uint32_t node = inner; node != Fields::kRoot; node = tree[node].parent) {
    if (node == outer) return true;
  }
  return false;
}

// Whether no other field lies within the node and it lies within no other.
bool Document::State::stands_alone(uint32_t node) const {
  const auto& tree = json->fields().tree();
  if (!tree[node].children.empty()) return false;
  for (uint32_t above = tree[node].parent; above != Fields::kRoot; above = tree[above].parent) {
    if (tree[above].declared) return false;
  }
  return true;
}

// Writes the edits into a line of our own and goes on from there.
void Document::State::settle() {
  next_settled_.clear();
  edits.write(base, places, next_settled_);
  std::swap(settled_, next_settled_);
  base = settled_.view();
  edits.clear();
  for (Content& content : contents) content.is_filled = false;
  if (const auto bad = json->read(base, places)) {
    throw std::invalid_argument("a field was set to what is no valid string: " + bad->detail);
  }
}

Document::Document()
    : state_(std::make_unique<State>(std::make_shared<JsonReader>(std::make_shared<Fields>()))) {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

std::string_view Document::line() const { return state_->line; }
uint64_t Document::line_number() const { return state_->line_number; }
void Document::set_line_number(uint64_t number) { state_->line_number = number; }
size_t Document::input() const { return state_->input; }
void Document::set_input(size_t input) { state_->input = input; }

std::string_view Document::id() const {
  const Fields& fields = state_->json->fields();
  return state_->content(fields.node(fields.id()));
}

std::string_view Document::text() const {
  return string(state_->json->fields().text()).value_or(std::string_view());
}

uint64_t Document::text_bytes() const {
  const Fields& fields = state_->json->fields();
  return state_->value(fields.node(fields.text())).content_bytes;
}

FieldValue Document::field(FieldId field) const {
  return state_->value(state_->json->fields().node(field)).spelled;
}

std::optional<std::string_view> Document::string(FieldId field) const {
  const uint32_t node = state_->json->fields().node(field);
  if (state_->value(node).spelled.type != ValueType::string) return std::nullopt;
  return state_->content(node);
}

std::optional<uint64_t> Document::unsigned_number(FieldId field) const {
  return parse_u64(this->field(field).raw);
}

void Document::set(FieldId field, std::string_view value) {
  state_->spelling.clear();
  append_json_string(state_->spelling, value);
  state_->set(field, ValueType::string, value.size());
}

void Document::set(FieldId field, uint64_t value) {
  state_->spelling.clear();
  append_json_number(state_->spelling, value);
  state_->set(field, ValueType::number, 0);
}

void Document::set(FieldId field, int64_t value) {
  state_->spelling.clear();
  append_json_number(state_->spelling, value);
  state_->set(field, ValueType::number, 0);
}

void Document::set(FieldId field, double value) {
  state_->spelling.clear();
  append_json_number(state_->spelling, value);
  state_->set(field, std::isfinite(value) ? ValueType::number : ValueType::null, 0);
}

void Document::set(FieldId field, bool value) {
  state_->spelling.clear();
  state_->spelling.append(value ? "true" : "false");
  state_->set(field, ValueType::boolean, 0);
}

void Document::set_json(FieldId field, std::string_view json) {
  const Fields& fields = state_->json->fields();
  Place place;
  const int depth = depth_of(fields.tree(), fields.node(field));
  if (const auto bad = state_->json->check(json, depth, place)) {
    throw std::invalid_argument("set_json('" + fields.path(field) + "'): at byte " +
                                std::to_string(bad->offset) + ": " + bad->detail);
  }
  Buffer& spelling = state_->spelling;
  spelling.clear();
  spelling.append(json.substr(place.begin, place.end - place.begin));
  // Strings hold no raw line ends, so those that are there stand between pieces.
  char* const end = spelling.data() + spelling.size();
  std::replace(spelling.data(), end, '\n', ' ');
  std::replace(spelling.data(), end, '\r', ' ');
  state_->set(field, place.type, place.content_bytes);
}

void Document::set_text(std::string_view text) { set(state_->json->fields().text(), text); }

void Document::remove(FieldId field) { state_->remove(field); }

bool Document::changed() const { return state_->changed; }
bool Document::text_changed() const { return state_->text_edits > 0; }

uint32_t Document::text_edits() const { return state_->text_edits; }

void Document::write(Buffer& out) const { state_->edits.write(state_->base, state_->places, out); }

}  // namespace sluice
