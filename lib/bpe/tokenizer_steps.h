// The steps that a tokenizer.json puts around its model: what text passes through on its way to
// ids and back, and which of those ways Sluice carries out exactly.
//
// A file spells one way in several manners (Llama's as normalisers or as a pre-tokenizer, GPT-4's
// split as isolated matches or as removed gaps). Each function takes the steps in order, as the
// file has them, and throws ConfigError naming the step that is not carried out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/metaspace.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

// A normaliser, pre-tokenizer or decoder, with every field that one of them has. Sequences are laid
// out flat.
struct Step {
  std::string path;  // in the file: "pre_tokenizer.pretokenizers[0]"
  std::string type;  // "Split"
  std::string pattern;
  bool is_regex = false;  // the pattern
  std::string content;
  std::string prepend;
  std::string behavior;
  std::string replacement;
  std::string prepend_scheme;
  bool invert = false;
  bool split = true;
  bool add_prefix_space = false;
  bool use_regex = true;
  int64_t start = 0;
  int64_t stop = 0;
};

Normalizer normalizer_of(std::span<const Step> steps);

// What comes between the normaliser and the model.
struct PreTokenization {
  bool byte_level = false;
  // Byte-level alone.
  PreTokenizer pre_tokenizer = PreTokenizer::bytes;
  // SentencePiece's kind: whether the text is cut before every U+2581, runs of them too.
  bool before_each_metaspace = false;
  // SentencePiece's kind: spaces are replaced here and not by a normaliser.
  bool replaces_spaces = false;
};
PreTokenization pre_tokenization_of(std::span<const Step> steps);

// Throws ConfigError unless the steps undo what the others do. No step at all is accepted, since it
// asks for nothing.
void check_decoder(std::span<const Step> steps, bool byte_level, Normalizer normalizer);

// SentencePiece's kind: how a text may be cut so that no merge reaches across, given what merges
// make. `metaspace` if U+2581 stands only in runs at the beginning of tokens, else `bytes`.
PreTokenizer metaspace_pieces(std::span<const std::string_view> made);

}  // namespace sluice::bpe
