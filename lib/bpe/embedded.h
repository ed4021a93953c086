// The vocabulary that is built in: sluice-64k, the tokenizer that counts where none is named.
//
//   const Encoder encoder(sluice_64k());
//
// Byte-level byte-pair encoding with 65,536 entries, so that ids fit 16 bits: id 0 is the special
// token <|endoftext|>, 1 … 256 are the bytes in the order of GPT-2's printable stand-ins
// (byte_alphabet.h), the rest are merges in the order made. Pre-tokenized as cl100k (digits in
// threes) with Unicode 16.0. Trained on text of Debian packages: prose and documentation, code,
// 95 languages in 26 scripts. docs/models/sluice-64k.md is its card; scripts/make-sluice-64k
// rebuilds it.
#pragma once

#include <string_view>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

// Made on first use (three milliseconds) and kept. Thread-safe.
const Vocabulary& sluice_64k();

// Vocabulary::digest() of it.
inline constexpr std::string_view kSluice64kDigest =
    "38d8367db38be40472627d5c428b7f7bce9a26344e7299c1b6244a4c98bbdab2";

inline constexpr TokenId kSluice64kEndOfText = 0;

}  // namespace sluice::bpe
