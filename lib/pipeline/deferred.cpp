#include "pipeline/deferred.h"

namespace sluice::pipeline {
namespace {

constexpr size_t kKeptBytes = size_t{4} << 20;

}  // namespace

void Deferred::begin(const Item& item) {
  const stats::Groups& groups = item.groups;
  stored_.push_back({.kept = item.kept,
                     .line = item.line.data(),
                     .line_bytes = item.line.size(),
                     .before_bytes = item.before.bytes,
                     .before_tokens = item.before.tokens,
                     .after_bytes = item.after.bytes,
                     .after_tokens = item.after.tokens,
                     .id = item.before.id.size(),
                     .language = groups.language.size(),
                     .source = groups.source.size(),
                     .dump = groups.dump.size(),
                     .end = 0});
  for (const std::string_view text :
       {item.before.id, groups.language, groups.source, groups.dump}) {
    strings_.append(text);
  }
}

void Deferred::end() { stored_.back().end = strings_.size(); }

void Deferred::clear() {
  stored_.clear();
  if (strings_.capacity() > kKeptBytes) strings_.release();
  strings_.clear();
}

}  // namespace sluice::pipeline
