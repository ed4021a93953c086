#include "bpe/sentencepiece_model.h"

#include <bit>

namespace sluice::bpe {
namespace {

class Message {
 public:
  Message& number(uint64_t field, uint64_t value) {
    varint(field << 3);
    varint(value);
    return *this;
  }
  Message& bytes(uint64_t field, std::string_view value) {
    varint(field << 3 | 2);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  Message& floating(uint64_t field, float value) {
    varint(field << 3 | 5);
    const auto bits = std::bit_cast<uint32_t>(value);
    for (int shift = 0; shift < 32; shift += 8) bytes_ += static_cast<char>(bits >> shift & 0xFF);
    return *this;
  }
  const std::string& str() const { return bytes_; }

 private:
  void varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  std::string bytes_;
};

}  // namespace

std::string SentencePieceModel::bytes() const {
  Message model;
  for (const Piece& piece : pieces) {
    Message message;
    message.bytes(1, piece.text).floating(2, piece.score);
    if (piece.type != 1) message.number(3, piece.type);
    model.bytes(1, message.str());
  }
  Message trainer;
  trainer.number(3, model_type).number(24, treat_whitespace_as_suffix);
  model.bytes(2, trainer.str());
  Message normalizing;
  normalizing.bytes(1, normalizer).bytes(2, charsmap).number(3, add_dummy_prefix);
  normalizing.number(4, remove_extra_whitespaces).number(5, escape_whitespaces);
  model.bytes(3, normalizing.str());
  if (!denormalizer_charsmap.empty()) {
    model.bytes(5, Message().bytes(2, denormalizer_charsmap).str());
  }
  return model.str();
}

}  // namespace sluice::bpe
