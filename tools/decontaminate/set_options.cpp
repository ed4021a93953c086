#include "set_options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "io/chunk.h"
#include "unicode/list_text.h"

namespace sluice::decontaminate_tool {
namespace {

namespace fs = std::filesystem;
using decontaminate::Item;
using Matters = cli::Tool::Matters;

std::string hex(const Hash128& hash) { return hex64(hash.high) + hex64(hash.low); }

bool has_extension(std::string name, std::initializer_list<std::string_view> extensions) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.resize(name.size() - packed.size());
  }
  return std::ranges::any_of(extensions, [&](std::string_view one) { return name.ends_with(one); });
}

bool is_text(const std::string& name) { return has_extension(name, {".txt", ".md"}); }
bool is_set(const std::string& name) {
  return is_text(name) || has_extension(name, {".json", ".jsonl", ".ndjson"});
}

}  // namespace

SetOptions::SetOptions(cli::Tool& tool, Takes takes)
    : tool_(tool), takes_index_(takes == Takes::index) {
  tool.section("Evaluation sets");
  if (takes_index_) {
    tool.text("--index", index_, "FILE", "what `index` wrote", Matters::run);
  }
  tool.texts("--set", sets_, "[NAME=]FILE|DIR",
             "an evaluation set: JSON Lines, a JSON array, or plain text (repeatable)",
             Matters::run);
  tool.text("--format", format_, "NAME",
            "which fields its items are made of, as of gsm8k, mmlu, …; 'text': paragraphs (the "
            "set's name)",
            Matters::run);
  tool.text("--field", field_, "QUESTION,ANSWER,PASSAGE", "the same by their names", Matters::run);
  tool.text("--template", template_, "FILE", "the same by a file of templates", Matters::run);
  tool.section("Options");
}

void SetOptions::add_files(const std::string& path, const std::string& set,
                           std::vector<File>& files) const {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    files.push_back({.path = path, .set = set});
    return;
  }
  std::vector<std::string> found;
  uint64_t passed_over = 0;
  for (auto at = fs::recursive_directory_iterator(path, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->is_directory(error)) continue;
    const std::string name = at->path().filename().string();
    if (name.starts_with('.')) continue;
    if (is_set(name)) {
      found.push_back(at->path().string());
    } else {
      ++passed_over;
    }
  }
  if (error) throw IoError(path, error.message());
  if (found.empty()) {
    throw ConfigError(path + ": holds no file .jsonl, .json or .txt, plain or packed");
  }
  if (passed_over > 0 && !tool_.wants_plan()) {
    tool_.messages().say(path + ": " + count_of(passed_over, "file") +
                         " passed over, not called .jsonl, .json or .txt");
  }
  std::ranges::sort(found);
  for (std::string& file : found) {
    files.push_back({.path = std::move(file), .set = set, .in_folder = true});
  }
}

std::vector<SetOptions::File> SetOptions::files() const {
  std::vector<File> files;
  for (const std::string& named : sets_) {
    const size_t equals = named.find('=');
    std::error_code none;
    const bool has_name = equals != named.npos && equals > 0 && !fs::exists(named, none);
    add_files(has_name ? named.substr(equals + 1) : named, has_name ? named.substr(0, equals) : "",
              files);
  }
  return files;
}

std::vector<Item> SetOptions::read(const File& file) const {
  // By the folder's name, even where it is called ".".
  decontaminate::SetSource source =
      decontaminate::name_set(fs::absolute(file.path).lexically_normal().string());
  source.file = file.path;
  if (!file.set.empty() && file.set != source.set) {
    if (file.in_folder) source.within = source.set;
    source.set = file.set;
  }
  const std::string bytes = io::read_whole({.name = file.path, .command = {}});
  const std::string_view content = list_text(bytes, file.path);
  const bool as_text =
      format_ == "text" || (format_.empty() && field_.empty() && is_text(file.path));
  if (as_text) return decontaminate::read_paragraphs(content, source);
  if (!decontaminate::looks_like_json(content)) {
    throw ConfigError(file.path +
                      ": is neither JSON Lines nor called .txt; --format text reads paragraphs");
  }
  if (!field_.empty()) {
    return decontaminate::read_items(content, source, cli::configured_by("--field", [&] {
                                       return decontaminate::template_of_fields(field_);
                                     }));
  }
  if (!format_.empty()) {
    return decontaminate::read_items(content, source, cli::configured_by("--format", [&] {
                                       return find_template(templates_, format_);
                                     }));
  }
  if (std::ranges::find(templates_, source.set, &decontaminate::Template::name) ==
      templates_.end()) {
    throw ConfigError(file.path + ": no template is called '" + source.set +
                      "': name its fields (--field question,answer), a template (--format), or "
                      "the set (--set NAME=" +
                      file.path + ")");
  }
  return decontaminate::read_items(content, source, find_template(templates_, source.set));
}

std::vector<Item> SetOptions::items() {
  templates_ = decontaminate::builtin_templates();
  if (!template_.empty()) {
    auto own = cli::configured_by("--template", [&] {
      return decontaminate::read_templates(io::read_whole({.name = template_, .command = {}}),
                                           template_);
    });
    tool_.reads(template_);
    // Those of the file come first.
    own.insert(own.end(), templates_.begin(), templates_.end());
    templates_ = std::move(own);
  }
  std::vector<Item> items;
  for (const File& file : files()) {
    tool_.reads(file.path);
    for (Item& item : read(file)) items.push_back(std::move(item));
  }
  return items;
}

decontaminate::EvaluationIndex SetOptions::open() {
  if (std::ranges::any_of(sets_, [](const std::string& set) { return set.ends_with('='); })) {
    throw ConfigError("--set NAME=: names no file");
  }
  if (sets_.empty() && index_.empty()) {
    throw ConfigError(takes_index_ ? "name evaluation sets: --set FILE, or --index FILE"
                                   : "name evaluation sets: --set FILE");
  }
  if (!index_.empty()) {
    if (!sets_.empty() || !format_.empty() || !field_.empty() || !template_.empty()) {
      throw ConfigError("--index holds all sets: give it alone, or --set");
    }
    tool_.reads(index_);
  } else if ((!format_.empty() ? 1 : 0) + (!field_.empty() ? 1 : 0) > 1) {
    throw ConfigError("--format and --field both say what items are made of; give one of them");
  }
  decontaminate::EvaluationIndex index =
      index_.empty()
          ? cli::configured_by("--set", [&] { return decontaminate::build_index(items()); })
          : cli::configured_by("--index", [&] { return decontaminate::open_index(index_); });
  tool_.digest("evaluation sets", hex(index.fingerprint()));
  return index;
}

Weights open_weights(cli::Tool& tool, const decontaminate::EvaluationIndex& index,
                     const std::string& path) {
  if (path.empty()) {
    const auto weights = index.weights();
    tool.digest("document frequencies", "uniform");
    return {.values = {weights.begin(), weights.end()}, .source = "uniform"};
  }
  tool.reads(path);
  const auto frequencies =
      cli::configured_by("--df", [&] { return decontaminate::read_frequencies(path, index); });
  Weights weights{.values = decontaminate::weights_of(index, frequencies), .source = {}};
  weights.source =
      hex(hash128({reinterpret_cast<const char*>(weights.values.data()), weights.values.size()}));
  tool.digest("document frequencies", weights.source);
  return weights;
}

}  // namespace sluice::decontaminate_tool
