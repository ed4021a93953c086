// What holds for every vocabulary that a reader accepts.
#pragma once

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "bpe/vocabulary_formats.h"

namespace sluice::bpe {

inline void require(bool condition) {
  if (!condition) std::abort();
}

// It passes check(), and what writers say of it reads back as the same; they may decline.
inline void check_accepted(const Vocabulary& vocabulary) {
  check(vocabulary);
  require(vocabulary.size() > 0);
  const std::string digest = vocabulary.digest();
  const auto declined = [](auto write) {
    try {
      write();
      return false;
    } catch (const ConfigError&) {
      return true;
    }
  };

  std::string file;
  if (!declined([&] { file = write_tokenizer_json(vocabulary); })) {
    const Vocabulary again = read_tokenizer_json(file);
    require(vocabulary.semantics == Semantics::rank || again.digest() == digest);
  }
  if (!declined([&] { file = write_tiktoken(vocabulary); })) {
    const Vocabulary again = read_tiktoken(file, vocabulary.pre_tokenizer);
    require(again.tokens.size() <= vocabulary.tokens.size());
  }
  VocabAndMerges files;
  if (!declined([&] { files = write_vocab_and_merges(vocabulary); })) {
    const Vocabulary again =
        read_vocab_and_merges(files.vocab_json, files.merges_txt, vocabulary.pre_tokenizer);
    require(vocabulary.semantics == Semantics::rank || again.digest() == digest);
  }
}

// Reads and checks what comes of it; damage is a ConfigError and nothing else.
template <class Read>
void check_reader(Read read) {
  Vocabulary vocabulary;
  try {
    vocabulary = read();
  } catch (const ConfigError&) {
    return;
  }
  check_accepted(vocabulary);
}

}  // namespace sluice::bpe
