// How the pipeline counts tokens, without knowing tokenizers: the tools hand it bpe's counter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::pipeline {

class TokenCounter {
 public:
  virtual ~TokenCounter() = default;
  // What metadata.tokenizer holds: "name@digest". The same name means the same counts.
  virtual const std::string& name() const = 0;
  virtual std::optional<uint64_t> vocab_size() const = 0;
  // Tokens of `text` (valid UTF-8), special tokens plain. Called by many threads at once.
  virtual uint64_t count(std::string_view text) const = 0;
};

// Where token counts come from (DESIGN, section 2).
struct TokenPolicy {
  // Counts what has no count by this tokenizer, and stores it.
  const TokenCounter* counter = nullptr;
  // Whether a count that the same tokenizer stored is taken as it is.
  bool believe = true;
  // Without a counter: whether stored counts are added up. A count that no longer holds, since a
  // stage changed the text, is removed in any case.
  bool stored = true;
};

}  // namespace sluice::pipeline
