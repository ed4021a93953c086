#include "policy.h"

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "base/format.h"
#include "cli/tool.h"

namespace sluice::langid_tool {
namespace {

using langid::LabelClass;

// "; did you mean de (German), or be (Belarusian)?"
std::string nearest(const std::string& code) {
  const std::vector<std::string> names = langid::nearest_languages(code);
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "; did you mean " : i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text.empty() ? text : text + "?";
}

std::vector<bool> marked(const std::string& option, const std::vector<std::string>& lists,
                         const std::vector<LabelClass>& classes) {
  std::vector<bool> marks(classes.size(), false);
  for (const std::string& code : items_of(lists)) {
    for (const Label label :
         cli::configured_by(option, [&] { return classes_named(code, classes); })) {
      marks[label] = true;
    }
  }
  return marks;
}

bool is_file_name(const std::string& name) {
  return !name.empty() && name.front() != '.' && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos && name.size() <= 200;
}

}  // namespace

std::vector<std::string> items_of(const std::vector<std::string>& lists) {
  std::vector<std::string> items;
  for (std::string_view list : lists) {
    while (!list.empty()) {
      const size_t end = std::min(list.find(','), list.size());
      const std::string_view item = list.substr(0, end);
      const size_t first = item.find_first_not_of(' ');
      if (first != std::string_view::npos) {
        items.emplace_back(item.substr(first, item.find_last_not_of(' ') + 1 - first));
      }
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }
  return items;
}

std::vector<langid::LanguageId> known_languages(const std::string& code) {
  const std::vector<langid::LanguageId> languages = langid::languages_named(code);
  if (languages.empty()) {
    throw ConfigError("there is no language '" + code + "'" + nearest(code));
  }
  return languages;
}

std::vector<Label> classes_named(const std::string& code, const std::vector<LabelClass>& classes) {
  const LabelClass wanted = {.name = code, .languages = langid::languages_named(code)};
  std::vector<Label> labels;
  for (size_t i = 0; i < classes.size(); ++i) {
    if (classes[i].meets(wanted)) labels.push_back(static_cast<Label>(i));
  }
  if (!labels.empty()) return labels;
  const auto languages = known_languages(code);
  throw ConfigError("'" + code + "' (" + std::string(langid::languages()[languages.front()].name) +
                    ") is no language that the model can find");
}

Policy::Policy(const std::vector<LabelClass>& classes, const Options& options)
    : min_score_(options.min_score) {
  if (!(min_score_ >= 0 && min_score_ <= 1)) {
    throw ConfigError("--min-score: must be between 0 and 1");
  }
  wanted_ = marked("--keep", options.keep, classes);
  if (options.keep.empty()) wanted_.assign(classes.size(), true);
  const std::vector<bool> dropped = marked("--drop", options.drop, classes);
  for (size_t i = 0; i < classes.size(); ++i) {
    if (dropped[i]) wanted_[i] = false;
    names_.push_back(classes[i].name);
  }
  if (std::ranges::find(wanted_, true) == wanted_.end()) {
    throw ConfigError("--keep and --drop leave no language");
  }
  route_.assign(classes.size(), 0);
  if (options.routed) make_routes(classes, options);
}

void Policy::make_routes(const std::vector<LabelClass>& classes, const Options& options) {
  const bool listed = !options.route_classes.empty();
  const std::vector<bool> own = marked("--route-languages", options.route_classes, classes);
  std::unordered_map<std::string_view, uint32_t> places;  // of names that outlive it
  const auto route_called = [&](std::string_view name) {
    const auto [found, is_new] = places.try_emplace(name, static_cast<uint32_t>(routes_.size()));
    if (is_new) routes_.emplace_back(name);
    return found->second;
  };
  for (size_t i = 0; i < classes.size(); ++i) {
    if (!wanted_[i]) continue;
    const std::string_view name = listed && !own[i] ? kOther : std::string_view(names_[i]);
    if (!is_file_name(std::string(name))) {
      throw ConfigError("--route: the label '" + std::string(name) + "' cannot name a file");
    }
    route_[i] = route_called(name);
  }
  routes_in_use_ = routes_.size();
  for (const std::string& name : names_) {
    if (is_file_name(name)) route_called(name);
  }
  route_called(kOther);
}

pipeline::Verdict Policy::judge(const Labelling& found) const {
  using pipeline::Verdict;
  const auto detail = [&] { return names_[found.label] + " " + shortest_double(found.score); };
  if (!wanted_[found.label]) return Verdict::reject("language", detail());
  if (found.score < min_score_) return Verdict::reject("score", detail());
  return Verdict::keep_on(route_[found.label]);
}

}  // namespace sluice::langid_tool
