#include "dedup/exact_key.h"

#include "base/error.h"
#include "base/mix_bits.h"
#include "url/url.h"

namespace sluice::dedup {

std::string_view content_of(const Document& document, FieldId field) {
  const FieldValue value = document.field(field);
  if (value.type == ValueType::missing || value.type == ValueType::null) return {};
  if (value.type == ValueType::string) return document.string(field).value_or(std::string_view{});
  return value.raw;
}

ExactKey::ExactKey(const Options& options, Fields& fields) {
  if (options.by == "url") {
    if (options.normalize) {
      throw ConfigError("addresses have a normal form of their own; --normalize is for texts");
    }
    by_ = By::url;
    field_ = fields.add(options.url_field);
  } else if (options.by != "text") {
    by_ = By::field;
    field_ = fields.add(options.by);
  }
  if (options.normalize) normalizer_.emplace(*options.normalize);
}

std::string_view ExactKey::key(const Document& document, Scratch& scratch) const {
  const std::string_view content = by_ == By::text ? document.text() : content_of(document, field_);
  if (by_ == By::url) {
    url::normalise_url(content, scratch.url);
    return scratch.url;
  }
  if (!normalizer_) return content;
  normalizer_->normalize(content, scratch.normalized);
  return scratch.normalized.view();
}

std::optional<Hash128> ExactKey::fingerprint(const Document& document, Scratch& scratch,
                                             uint64_t group) const {
  const std::string_view content = key(document, scratch);
  if (content.empty()) return std::nullopt;
  Hash128 fingerprint = hash128(content);
  fingerprint.high ^= mix_bits(group);  // nothing of group 0
  return fingerprint;
}

}  // namespace sluice::dedup
