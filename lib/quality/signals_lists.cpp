// Signals of lists that rules name: addresses, words in addresses, bad words.
//
//   lists = ["ut1/adult/domains"]    # files, read one after the other
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quality/bad_words.h"
#include "quality/signal.h"
#include "quality/signal_families.h"
#include "url/block_list.h"
#include "url/url.h"
#include "url/url_words.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

std::string joined(const std::vector<std::string_view>& lists) {
  std::string all;
  for (const std::string_view list : lists) all.append(list) += '\n';
  return all;
}

// 1 if the document's address is on the lists (url/block_list.h), else 0.
class UrlBlocked final : public Signal {
 public:
  UrlBlocked(Record& parameters, const Setting& setting) {
    for (const std::string_view list : lists_of(parameters, setting)) list_.add(list);
    if (list_.empty()) refuse_lists(parameters);
  }

  std::optional<double> measure(Analysis& analysis) const override {
    if (analysis.facts().url.empty()) return std::nullopt;
    return entry(analysis.facts().url).empty() ? 0 : 1;
  }
  std::string detail(Analysis& analysis) const override {
    return std::string(entry(analysis.facts().url));
  }

 private:
  // Valid until the thread asks again.
  std::string_view entry(std::string_view url) const {
    thread_local std::string normal;
    url::normalise_url(url, normal);
    return list_.match(normal);
  }

  url::BlockList list_;
};

// How many different words of the lists the address has (url/url_words.h).
class UrlWordCount final : public Signal {
 public:
  UrlWordCount(Record& parameters, const Setting& setting)
      : words_(joined(lists_of(parameters, setting)),
               {.ignore_case = flag_of(parameters, "ignore_case", false)}) {
    if (words_.size() == 0) refuse_lists(parameters);
  }

  std::optional<double> measure(Analysis& analysis) const override {
    if (analysis.facts().url.empty()) return std::nullopt;
    return static_cast<double>(words_.find(analysis.facts().url).size());
  }
  std::string detail(Analysis& analysis) const override {
    std::string words;
    for (const std::string_view word : words_.find(analysis.facts().url)) {
      if (!words.empty()) words += ' ';
      words += word;
    }
    return words;
  }

 private:
  url::UrlWords words_;
};

// How often strings of the lists are in the address (url/url_words.h).
class UrlSubstringCount final : public Signal {
 public:
  UrlSubstringCount(Record& parameters, const Setting& setting)
      : substrings_(joined(lists_of(parameters, setting))) {
    if (substrings_.size() == 0) refuse_lists(parameters);
  }

  std::optional<double> measure(Analysis& analysis) const override {
    if (analysis.facts().url.empty()) return std::nullopt;
    return static_cast<double>(substrings_.find(analysis.facts().url).count);
  }
  std::string detail(Analysis& analysis) const override {
    return std::string(substrings_.find(analysis.facts().url).first);
  }

 private:
  url::UrlSubstrings substrings_;
};

// How often words of the lists are in the text (bad_words.h); "per_word": a word of the text.
// Nothing without lists ("lists = []"): words that are bad in one language are none in another, for
// which there is no list.
class BadWordCount final : public Signal {
 public:
  BadWordCount(Record& parameters, const Setting& setting)
      : per_word_(flag_of(parameters, "per_word", false)), words_(words_of(parameters, setting)) {
    const BadWords::Options options = options_of(parameters);
    std::vector<std::string> paths;
    if (parameters.texts("lists", paths) && paths.empty()) return;
    list_.emplace(joined(lists_of(parameters, setting)), options);
    if (list_->size() == 0) refuse_lists(parameters);
  }

  std::optional<double> measure(Analysis& analysis) const override {
    if (!list_) return std::nullopt;
    const uint64_t count = list_->find(analysis.text()).count;
    if (!per_word_) return static_cast<double>(count);
    return share(count, analysis.word_count(words_));
  }
  std::string detail(Analysis& analysis) const override {
    if (!list_) return {};
    return std::string(list_->find(analysis.text()).first);
  }

 private:
  static BadWords::Options options_of(Record& parameters) {
    BadWords::Options options;
    parameters.flag("boundaries", options.boundaries);
    parameters.texts("except", options.except);
    return options;
  }

  std::optional<BadWords> list_;
  bool per_word_;
  WordDefinition words_;
};

template <class Kind>
Made make(Record& parameters, const Setting& setting) {
  return std::make_unique<const Kind>(parameters, setting);
}

constexpr SignalKind kKinds[] = {
    {"url_blocked", Scale::count, "1 if the address is on the block lists of 'lists', else 0.",
     make<UrlBlocked>},
    {"url_words", Scale::count, "Different words of the address that 'lists' hold.",
     make<UrlWordCount>},
    {"url_substrings", Scale::count,
     "Strings of 'lists' in the address, of which only letters and digits count.",
     make<UrlSubstringCount>},
    {"bad_words", Scale::count,
     "Words of 'lists' in the text; boundaries: not within words; per_word: a word of the text.",
     make<BadWordCount>},
};

}  // namespace

std::span<const SignalKind> list_signals() { return kKinds; }

}  // namespace sluice::quality
