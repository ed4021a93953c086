#include <algorithm>
#include <utility>

#include "document/document.h"
#include "document/document_state.h"

namespace sluice {
namespace {

// What makes a JSON object a document.
class Rules {
 public:
  Rules(const Fields& fields, std::span<const Place> places) : fields_(fields), places_(places) {}

  std::optional<BadRecord> broken() const {
    const Place& root = places_[Fields::kRoot];
    if (root.type != ValueType::object) {
      return wrong_type(reason::not_an_object, root, "the line", "an object");
    }
    const Place& text = place(fields_.text());
    const bool is_missing = text.type == ValueType::missing;
    if (is_missing && fields_.text_required()) return missing(reason::missing_text, fields_.text());
    if (!is_missing && text.type != ValueType::string) {
      return wrong_type(reason::bad_text, text, quoted(fields_.text()), "a string");
    }
    const Place& id = place(fields_.id());
    if (id.type == ValueType::missing) return missing(reason::missing_id, fields_.id());
    if (id.type != ValueType::string && id.type != ValueType::number) {
      return wrong_type(reason::bad_id, id, quoted(fields_.id()), "a string or a number");
    }
    const ValueType metadata = places_[Fields::kMetadata].type;
    if (metadata != ValueType::missing && metadata != ValueType::null &&
        metadata != ValueType::object) {
      return wrong_type(reason::bad_metadata, places_[Fields::kMetadata], "\"metadata\"",
                        "an object");
    }
    return std::nullopt;
  }

 private:
  const Place& place(FieldId field) const { return places_[fields_.node(field)]; }
  std::string quoted(FieldId field) const { return '"' + fields_.path(field) + '"'; }

  BadRecord missing(const BadRecordReason& why, FieldId field) const {
    return {why.name, places_[Fields::kRoot].begin, "there is no " + quoted(field)};
  }

  static BadRecord wrong_type(const BadRecordReason& why, const Place& place, std::string_view what,
                              std::string_view expected) {
    std::string detail(what);
    detail.append(" is ").append(describe(place.type)).append("; expected ").append(expected);
    return {why.name, place.begin, std::move(detail)};
  }

  const Fields& fields_;
  std::span<const Place> places_;
};

}  // namespace

DocumentReader::DocumentReader(const Fields& fields)
    : json_(std::make_shared<JsonReader>(std::make_shared<Fields>(fields))) {}
DocumentReader::~DocumentReader() = default;
DocumentReader::DocumentReader(DocumentReader&&) noexcept = default;
DocumentReader& DocumentReader::operator=(DocumentReader&&) noexcept = default;

std::optional<BadRecord> DocumentReader::read(std::string_view line, Document& document) {
  if (document.state_->json != json_) document.state_ = std::make_unique<Document::State>(json_);
  Document::State& state = *document.state_;
  state.begin(line);
  auto bad = json_->read(line, state.places);
  if (!bad) bad = Rules(json_->fields(), state.places).broken();
  if (bad) std::fill(state.places.begin(), state.places.end(), Place{});
  return bad;
}

}  // namespace sluice
