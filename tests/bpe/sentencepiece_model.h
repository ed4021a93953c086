// SentencePiece models, written for tests in protocol buffers' wire format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::bpe {

struct SentencePieceModel {
  struct Piece {
    std::string text;
    float score = 0;
    uint64_t type = 1;  // 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
  };
  std::vector<Piece> pieces;
  uint64_t model_type = 2;  // 1 unigram, 2 bpe, 3 word, 4 char
  bool treat_whitespace_as_suffix = false;
  std::string normalizer = "identity";
  std::string charsmap;
  bool add_dummy_prefix = true;
  bool remove_extra_whitespaces = false;
  bool escape_whitespaces = true;
  std::string denormalizer_charsmap;

  std::string bytes() const;
};

}  // namespace sluice::bpe
