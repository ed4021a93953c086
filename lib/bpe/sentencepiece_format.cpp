#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "bpe/hugging_face.h"
#include "bpe/rank_merging.h"
#include "bpe/tokenizer_steps.h"
#include "bpe/vocabulary_formats.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

constexpr size_t kLongestPiece = 4096;  // bytes; trainers make pieces of at most 16 characters

// A message in protocol buffers' wire format: fields of a number and a value, which is a number
// (varint or fixed) or bytes.
class Message {
 public:
  struct Field {
    uint64_t number = 0;
    uint64_t value = 0;
    std::string_view bytes;
    bool is_bytes = false;
  };

  // `name`: for complaints.
  Message(std::string_view bytes, std::string name) : rest_(bytes), name_(std::move(name)) {}

  [[noreturn]] void complain(const std::string& what) const {
    throw ConfigError(name_ + ": " + what);
  }

  // Nothing at the end.
  std::optional<Field> next() {
    if (rest_.empty()) return std::nullopt;
    const uint64_t key = varint();
    Field field{.number = key >> 3, .value = 0, .bytes = {}, .is_bytes = false};
    switch (key & 7) {
      case 0:
        field.value = varint();
        break;
      case 1:
        field.value = fixed(8);
        break;
      case 2:
        field.bytes = take(varint());
        field.is_bytes = true;
        break;
      case 5:
        field.value = fixed(4);
        break;
      default:
        complain("not a SentencePiece model");
    }
    return field;
  }

 private:
  uint64_t varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<uint8_t>(take(1)[0]);
      value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return value;
    }
    complain("not a SentencePiece model");
  }
  uint64_t fixed(size_t size) {
    const std::string_view bytes = take(size);
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) {
      value |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
    }
    return value;
  }
  std::string_view take(uint64_t size) {
    if (size > rest_.size()) complain("cut short, or not a SentencePiece model");
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  std::string name_;
};

// The values of ModelProto's enumeration.
enum class PieceType : uint64_t {
  normal = 1,
  unknown = 2,
  control = 3,
  user_defined = 4,
  unused = 5,
  byte = 6,
};

struct Piece {
  std::string_view text;
  float score = 0;
  PieceType type = PieceType::normal;
};

Piece read_piece(std::string_view bytes, size_t index) {
  Message message(bytes, "piece " + std::to_string(index));
  Piece piece;
  while (const auto field = message.next()) {
    if (field->number == 1 && field->is_bytes) piece.text = field->bytes;
    if (field->number == 2) piece.score = std::bit_cast<float>(static_cast<uint32_t>(field->value));
    if (field->number == 3) piece.type = PieceType{field->value};
  }
  if (piece.text.empty()) message.complain("it is empty");
  if (piece.text.size() > kLongestPiece) message.complain("it is longer than 4,096 bytes");
  if (!is_valid_utf8(piece.text)) message.complain("it is not valid UTF-8");
  if (!std::isfinite(piece.score)) message.complain("its score is not a finite number");
  return piece;
}

void check_trainer_spec(std::string_view bytes) {
  Message message(bytes, "trainer_spec");
  uint64_t model_type = 1;
  while (const auto field = message.next()) {
    if (field->number == 3) model_type = field->value;
    if (field->number == 24 && field->value != 0) {
      message.complain("treat_whitespace_as_suffix is not supported");
    }
  }
  if (model_type == 2) return;
  const std::string_view name = model_type == 1   ? " (unigram)"
                                : model_type == 3 ? " (word)"
                                : model_type == 4 ? " (char)"
                                                  : "";
  message.complain("model_type " + std::to_string(model_type) + std::string(name) +
                   " is not supported, only 2 (bpe)");
}

Normalizer read_normalizer_spec(std::string_view bytes) {
  Message message(bytes, "normalizer_spec");
  std::string_view name;
  std::string_view charsmap;
  bool prefix = true;
  bool remove_extra = true;
  bool escape = true;
  while (const auto field = message.next()) {
    if (field->number == 1) name = field->bytes;
    if (field->number == 2) charsmap = field->bytes;
    if (field->number == 3) prefix = field->value != 0;
    if (field->number == 4) remove_extra = field->value != 0;
    if (field->number == 5) escape = field->value != 0;
  }
  if (!charsmap.empty()) {
    message.complain("normalization rule '" + std::string(name) +
                     "' is not supported, only identity");
  }
  if (remove_extra) message.complain("remove_extra_whitespaces is not supported");
  if (!escape) message.complain("spaces that are not escaped are not supported");
  return prefix ? Normalizer::prefix_metaspace : Normalizer::metaspace;
}

struct Model {
  std::vector<Piece> pieces;
  Normalizer normalizer = Normalizer::prefix_metaspace;
};

Model read_model(std::string_view bytes) {
  Message message(bytes, "model");
  Model model;
  std::string_view trainer_spec;
  std::string_view normalizer_spec;
  while (const auto field = message.next()) {
    if (!field->is_bytes) continue;
    if (field->number == 1) {
      if (model.pieces.size() == kMostTokens) message.complain("more than 2,097,152 pieces");
      model.pieces.push_back(read_piece(field->bytes, model.pieces.size()));
    }
    if (field->number == 2) trainer_spec = field->bytes;
    if (field->number == 3) normalizer_spec = field->bytes;
    if (field->number == 5 && Message(field->bytes, "denormalizer_spec").next()) {
      Message denormalizer(field->bytes, "denormalizer_spec");
      while (const auto rule = denormalizer.next()) {
        if (rule->number == 2 && !rule->bytes.empty()) denormalizer.complain("is not supported");
      }
    }
  }
  check_trainer_spec(trainer_spec);
  model.normalizer = read_normalizer_spec(normalizer_spec);
  return model;
}

// The tokens of bytes, of unknown characters, and those that stand for themselves.
class Assembler {
 public:
  explicit Assembler(const Model& model) : model_(model) {
    vocabulary_.byte_level = false;
    vocabulary_.semantics = Semantics::merges;
    vocabulary_.normalizer = model.normalizer;
    vocabulary_.tokens.resize(model.pieces.size());
  }

  Vocabulary assemble() {
    for (size_t id = 0; id < model_.pieces.size(); ++id) add(static_cast<TokenId>(id));
    if (bytes_ > 0 && bytes_ < 256)
      throw ConfigError("model: the pieces of some bytes are missing");
    if (bytes_ > 0) vocabulary_.byte_tokens = byte_tokens_;
    if (!vocabulary_.unknown) throw ConfigError("model: it has no piece for unknown characters");
    set_merges();
    check(vocabulary_);
    return std::move(vocabulary_);
  }

 private:
  void add(TokenId id) {
    const Piece& piece = model_.pieces[id];
    const auto complain = [&](const std::string& what) {
      throw ConfigError("piece " + std::to_string(id) + ": " + what);
    };
    switch (piece.type) {
      case PieceType::normal:
        vocabulary_.tokens[id] = piece.text;
        return;
      case PieceType::unknown:
        if (vocabulary_.unknown) complain("the model has two pieces for unknown characters");
        vocabulary_.unknown = id;
        [[fallthrough]];
      case PieceType::control:
        vocabulary_.added.push_back({.id = id, .content = std::string(piece.text)});
        return;
      case PieceType::user_defined:
        if (piece.text.find(' ') != std::string_view::npos) {
          complain("a user-defined piece that holds a space is not supported");
        }
        vocabulary_.added.push_back(
            {.id = id, .content = std::string(piece.text), .special = false, .normalized = true});
        return;
      case PieceType::byte:
        add_byte(id);
        return;
      case PieceType::unused:
        complain("unused pieces are not supported");
    }
    complain("its type is unknown");
  }

  void add_byte(TokenId id) {
    const std::string_view text = model_.pieces[id].text;
    for (size_t byte = 0; byte < 256; ++byte) {
      if (text != byte_token_name(static_cast<uint8_t>(byte))) continue;
      bytes_ += byte_tokens_[byte] == kNoToken;
      byte_tokens_[byte] = id;
      vocabulary_.tokens[id] = text;
      return;
    }
    throw ConfigError("piece " + std::to_string(id) + ": it names no byte");
  }

  // SentencePiece joins the neighbours whose piece has the highest score. Only normal pieces come
  // of that: user-defined ones have been found in the text before.
  void set_merges() {
    std::vector<TokenId> by_score;
    for (size_t id = 0; id < model_.pieces.size(); ++id) {
      if (model_.pieces[id].type == PieceType::normal) by_score.push_back(static_cast<TokenId>(id));
    }
    const auto score = [&](TokenId id) { return -model_.pieces[id].score; };
    std::ranges::stable_sort(by_score, {}, score);
    std::vector<uint32_t> ranks(model_.pieces.size(), RankMerging::kNoRank);
    std::optional<TokenId> before;
    for (size_t i = 0; i < by_score.size(); ++i) {
      const TokenId id = by_score[i];
      ranks[id] = static_cast<uint32_t>(i);
      const std::string_view text = model_.pieces[id].text;
      if (decode_utf8(text, 0).size == text.size()) continue;
      if (before && score(*before) == score(id)) {
        throw ConfigError("pieces " + std::to_string(*before) + " and " + std::to_string(id) +
                          ": equal scores are not supported");
      }
      before = id;
    }
    vocabulary_.merges =
        RankMerging(vocabulary_.tokens, ranks, RankMerging::Symbols::characters).merges();
    std::vector<std::string> texts;
    std::vector<std::string_view> made;
    for (const Merge& merge : vocabulary_.merges) {
      texts.push_back(vocabulary_.tokens[merge.left] + vocabulary_.tokens[merge.right]);
    }
    made.assign(texts.begin(), texts.end());
    vocabulary_.pre_tokenizer = metaspace_pieces(made);
  }

  const Model& model_;
  Vocabulary vocabulary_;
  std::array<TokenId, 256> byte_tokens_ = no_tokens();
  size_t bytes_ = 0;

  static std::array<TokenId, 256> no_tokens() {
    std::array<TokenId, 256> ids;
    ids.fill(kNoToken);
    return ids;
  }
};

}  // namespace

Vocabulary read_sentencepiece(std::string_view bytes) {
  const Model model = read_model(bytes);
  return Assembler(model).assemble();
}

}  // namespace sluice::bpe
