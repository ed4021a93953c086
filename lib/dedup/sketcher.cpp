#include "dedup/sketcher.h"

#include <limits>

#include "base/error.h"
#include "base/hash.h"
#include "unicode/normalization_names.h"

namespace sluice::dedup {
namespace {

Shingler::Options keeping_digits(Shingler::Options options) {
  options.normalize.digits = false;
  return options;
}

constexpr size_t kKeptBytes = size_t{4} << 20;

}  // namespace

void Sketcher::Scratch::trim() {
  for (Buffer* const buffer : {&text.normalized, &fineweb.normalized}) {
    if (buffer->capacity() > kKeptBytes) buffer->release();
  }
  for (std::vector<uint64_t>* const numbers : {&shingles, &fineweb.words}) {
    if (numbers->capacity() > kKeptBytes / sizeof(uint64_t)) std::vector<uint64_t>().swap(*numbers);
  }
}

Sketcher::Sketcher(const Options& options)
    : options_(options),
      shingler_(options.shingles),
      minhash_({.banding = options.banding, .seed = options.seed}) {
  if (options.shingles.normalize.digits) with_digits_.emplace(keeping_digits(options.shingles));
  if (!options.fineweb) return;
  if (options.seed > std::numeric_limits<uint32_t>::max()) {
    throw ConfigError("seed " + std::to_string(options.seed) +
                      ": numpy's generator takes one of 32 bits");
  }
  fineweb_.emplace(FinewebSketcher::Options{.hash = *options.fineweb,
                                            .ngram = options.shingles.ngram,
                                            .banding = options.banding,
                                            .seed = static_cast<uint32_t>(options.seed)});
}

void Sketcher::sketch(std::string_view text, uint64_t group, Scratch& scratch,
                      std::vector<uint64_t>& band_hashes, std::vector<uint8_t>& sketch) const {
  const uint32_t bands = options_.banding.bands;
  if (fineweb_) {
    sign(text, scratch, scratch.wide_signature);
    if (scratch.wide_signature.empty()) return;
    for (uint32_t band = 0; band < bands; ++band) {
      band_hashes.push_back(fineweb_->band_hash(scratch.wide_signature, band, group));
    }
    return;
  }
  shingler_.shingle(text, scratch.text, scratch.shingles);
  minhash_.sign(scratch.shingles, scratch.signature);
  if (scratch.signature.empty()) {
    sketch.resize(sketch.size() + sketch_bytes());
    return;
  }
  for (uint32_t band = 0; band < bands; ++band) {
    band_hashes.push_back(minhash_.band_hash(scratch.signature, band, group));
  }
  if (with_digits_) {
    with_digits_->shingle(text, scratch.text, scratch.shingles);
    minhash_.sign(scratch.shingles, scratch.signature);
  }
  append_sketch(scratch.signature, sketch);
}

void Sketcher::shingle_set(std::string_view text, Scratch& scratch,
                           std::vector<uint64_t>& set) const {
  (with_digits_ ? *with_digits_ : shingler_).shingle(text, scratch.text, set);
  make_set(set);
}

void Sketcher::sign(std::string_view text, Scratch& scratch,
                    std::vector<uint64_t>& signature) const {
  fineweb_->shingle(text, scratch.fineweb, scratch.shingles);
  fineweb_->sign(scratch.shingles, signature);
}

std::string Sketcher::description() const {
  const Banding& banding = options_.banding;
  std::string text = "bands " + std::to_string(banding.bands) + "\nrows " +
                     std::to_string(banding.rows) + "\nngram " +
                     std::to_string(options_.shingles.ngram) + "\nseed " +
                     std::to_string(options_.seed) + "\n";
  if (options_.fineweb) {
    return text + "recipe fineweb\nhash " +
           (*options_.fineweb == ShingleHash::sha1 ? "sha1" : "xxh64") + "\n";
  }
  return text + "recipe sluice\nwords " +
         (options_.shingles.words == Words::whitespace ? "whitespace" : "by_script") +
         "\nnormalize " + names_of(options_.shingles.normalize) + "\n";
}

SketchConfig Sketcher::config(std::string_view more) const {
  return {.digest = sha256_hex(description() + std::string(more)),
          .bands = options_.banding.bands,
          .rows = options_.banding.rows,
          .sketch_bytes = sketch_bytes()};
}

}  // namespace sluice::dedup
