#include "compare_measure.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "base/pool.h"
#include "bpe/metrics.h"
#include "bpe/usage.h"
#include "unicode/normalize.h"
#include "unicode/words.h"

namespace sluice::bpe_tool {
namespace {

std::vector<const bpe::Encoder*> encoders(const std::vector<Candidate>& all) {
  std::vector<const bpe::Encoder*> encoders;
  for (const Candidate& one : all) encoders.push_back(&one.tokenizer->encoder());
  return encoders;
}

std::vector<uint64_t> listed_sizes(const ResultOptions& options, const std::string& name,
                                   const bpe::SizeCurve& curve,
                                   const std::function<void(const std::string&)>& say) {
  std::vector<uint64_t> sizes;
  for (const uint64_t size : options.sizes) {
    if (size >= curve.smallest && size <= curve.largest()) {
      sizes.push_back(size);
    } else {
      say(name + " has no size " + std::to_string(size) + ": it has " +
          with_thousands(curve.smallest) + " to " + with_thousands(curve.largest()) + " entries");
    }
  }
  if (!options.sizes.empty()) return sizes;
  uint64_t size = 4096;
  while (size < curve.smallest) size *= 2;
  for (; size < curve.largest(); size *= 2) sizes.push_back(size);
  sizes.push_back(curve.largest());
  return sizes;
}

// The curve is of the merges alone.
void tell_of_added_tokens(const Candidate& candidate, std::span<const uint64_t> uses,
                          const std::function<void(const std::string&)>& say) {
  uint64_t used = 0;
  for (const bpe::AddedToken& added : candidate.tokenizer->vocabulary().added) {
    used += uses[added.id];
  }
  if (used == 0) return;
  say("added tokens of " + candidate.tokenizer->label() + " stand in the text " +
      with_thousands(used) + " times; its sizes are counted as if they were text like any other");
}

ComparedVocabulary compared(const ResultOptions& options, const Candidate& candidate,
                            const Measured& measured, size_t index) {
  const bpe::Vocabulary& vocabulary = candidate.tokenizer->vocabulary();
  const auto uses = measured.comparison().uses(index);
  const bpe::Usage usage = bpe::usage_of(vocabulary, uses, options.under_trained);
  ComparedVocabulary result;
  result.name = vocabulary.name;
  result.label = candidate.tokenizer->label();
  result.size = vocabulary.size();
  result.tokens = measured.comparison().total().tokens[index];
  result.renyi_efficiency = bpe::renyi_efficiency(uses, vocabulary.size());
  result.unused = usage.unused.size();
  result.under_trained = usage.under_trained.size();
  if (!options.parallel.empty()) {
    const bpe::Encoder& encoder = candidate.tokenizer->encoder();
    bpe::Encoder::Scratch scratch(encoder);
    const uint64_t english = encoder.count(options.parallel.at("en"), scratch);
    for (const auto& [language, text] : options.parallel) {
      result.premiums[language] = bpe::premium(encoder.count(text, scratch), english);
    }
  }
  if (candidate.curve) result.curve = bpe::size_curve(vocabulary, measured.words(index));
  return result;
}

}  // namespace

Measured::Measured(const std::vector<Candidate>& all) : all_(all), comparison_(encoders(all)) {
  for (const Candidate& one : all) {
    const bpe::Vocabulary& vocabulary = one.tokenizer->vocabulary();
    auto& words = words_.emplace_back();
    if (!one.curve) continue;
    words.emplace(bpe::Splitter::Options{.pre_tokenizer = vocabulary.pre_tokenizer,
                                         .unicode = vocabulary.unicode});
  }
}

void Measured::add(const Corpus::Piece& piece) {
  if (!piece.id.empty()) ids_.add(piece.id);
  comparison_.add({.text = piece.text,
                   .language = piece.language,
                   .source = piece.source,
                   .words = count_words(piece.text),
                   .documents = piece.documents});
  for (size_t i = 0; i < all_.size(); ++i) {
    if (!words_[i]) continue;
    const bool nfc = all_[i].tokenizer->vocabulary().normalizer == bpe::Normalizer::nfc;
    words_[i]->add(nfc ? nfc_view(piece.text, normalised_) : piece.text);
  }
}

void Measured::merge(const Measured& other) {
  comparison_.merge(other.comparison_);
  ids_.merge(other.ids_);
  for (size_t i = 0; i < words_.size(); ++i) {
    if (words_[i]) words_[i]->merge(*other.words_[i]);
  }
}

std::unique_ptr<Measured> measure(Corpus& corpus, const pipeline::RunOptions& run,
                                  const std::vector<Candidate>& all) {
  Pool<Measured> pool([&] { return std::make_unique<Measured>(all); });
  // A place where every vocabulary may be cut.
  pipeline::TextCut cut;
  cut.place = [&](std::string_view text, size_t at) {
    for (size_t place = at;; at = place) {
      for (const Candidate& one : all) {
        place = one.tokenizer->encoder().safe_cut(text, place);
      }
      if (place == at || place == 0) return place;
    }
  };
  for (const Candidate& one : all) {
    cut.context = std::max(cut.context, one.tokenizer->encoder().cut_context());
  }
  corpus.read(run, Corpus::Part::held_out, cut, [&](const Corpus::Piece& piece) {
    pool.with([&](Measured& measured) { measured.add(piece); });
  });
  std::vector<std::unique_ptr<Measured>> parts = pool.take_all();
  if (parts.empty()) throw CheckError("there is no text to compare on");
  for (size_t i = 1; i < parts.size(); ++i) parts[0]->merge(*std::exchange(parts[i], nullptr));
  return std::move(parts[0]);
}

Results results_of(const std::vector<Candidate>& candidates, const Measured& measured,
                   const ResultOptions& options,
                   const std::function<void(const std::string&)>& say) {
  Results results;
  results.total = measured.comparison().total();
  results.by_language = measured.comparison().by_language();
  results.by_source = measured.comparison().by_source();
  results.held_out = options.held_out;
  results.under_trained_below = options.under_trained;
  results.model = options.model;
  results.reference = options.reference;
  for (size_t i = 0; i < candidates.size(); ++i) {
    ComparedVocabulary one = compared(options, candidates[i], measured, i);
    if (one.curve) {
      tell_of_added_tokens(candidates[i], measured.comparison().uses(i), say);
      for (const uint64_t size : listed_sizes(options, one.name, *one.curve, say)) {
        results.sizes.push_back({.name = one.name,
                                 .label = one.label,
                                 .size = size,
                                 .tokens = one.curve->tokens_at(size)});
      }
    }
    results.vocabularies.push_back(std::move(one));
  }
  return results;
}

}  // namespace sluice::bpe_tool
