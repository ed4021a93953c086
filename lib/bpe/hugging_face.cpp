#include "bpe/hugging_face.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "bpe/byte_alphabet.h"
#include "bpe/token_index.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

[[noreturn]] void complain(const std::string& place, const std::string& what) {
  throw ConfigError(place + ": " + what);
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string element(std::string_view array, size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

class Assembler {
 public:
  explicit Assembler(const HuggingFaceTokenizer& file)
      : file_(file), spelled_(spellings(file.vocab)) {}

  Vocabulary assemble() {
    result_.semantics = Semantics::merges;
    set_steps();
    set_added();
    set_tokens();
    set_merges();
    set_unknown();
    drop_unreachable();
    if (!result_.byte_level) set_metaspace_pieces();
    check(result_);
    return std::move(result_);
  }

 private:
  static std::vector<std::string_view> spellings(
      const std::vector<HuggingFaceTokenizer::Entry>& v) {
    std::vector<std::string_view> spelled;
    for (const auto& [token, id] : v) {
      if (token.empty()) complain("model.vocab", "the empty token is not supported");
      if (id >= kMostTokens) {
        complain("model.vocab", quoted(token) + ": ids from 2,097,152 on are not supported");
      }
      if (id >= spelled.size()) spelled.resize(id + size_t{1});
      if (!spelled[id].empty()) {
        complain("model.vocab", quoted(spelled[id]) + " and " + quoted(token) + " have one id, " +
                                    std::to_string(id));
      }
      spelled[id] = token;
    }
    return spelled;
  }

  void set_steps() {
    pre_ = pre_tokenization_of(file_.pre_tokenizers);
    result_.byte_level = pre_.byte_level;
    result_.pre_tokenizer = pre_.pre_tokenizer;
    result_.normalizer = normalizer_of(file_.normalizers);
    const bool metaspace = result_.normalizer == Normalizer::metaspace ||
                           result_.normalizer == Normalizer::prefix_metaspace;
    if (pre_.replaces_spaces) {
      if (result_.normalizer != Normalizer::none) {
        complain("normalizer", "one before a Metaspace pre-tokenizer is not supported");
      }
      result_.normalizer = Normalizer::metaspace;
    } else if (pre_.byte_level == metaspace) {
      complain("pre_tokenizer", metaspace ? "ByteLevel behind a normalizer that replaces spaces is "
                                            "not supported"
                                          : "neither ByteLevel nor U+2581 for spaces");
    }
    check_decoder(file_.decoders, result_.byte_level, result_.normalizer);
  }

  // Hugging Face reads added tokens in the order of their ids, but gives each the id that the model
  // has for its content, or else the next free one, whatever the file says.
  void set_added() {
    result_.added = file_.added;
    std::ranges::stable_sort(result_.added, {}, &AddedToken::id);
    uint64_t next = file_.vocab.size();
    for (AddedToken& token : result_.added) {
      const std::string place = "added_tokens: " + quoted(token.content);
      const TokenId known = spelled_.find(token.content);
      const uint64_t given = known != kNoToken ? known : next;
      if (given != token.id) {
        complain(place, "the file says id " + std::to_string(token.id) +
                            ", but Hugging Face tokenizers give it " + std::to_string(given));
      }
      next = std::max(next, given + 1);
      if (token.normalized) normalize(token, place);
    }
  }

  // Tokens that are matched in normalised text are themselves normalised.
  void normalize(AddedToken& token, const std::string& place) const {
    switch (result_.normalizer) {
      case Normalizer::none:
        return;
      case Normalizer::nfc:
        if (std::ranges::all_of(token.content, [](char c) { return c >= 0; })) return;
        complain(place, "a normalized token outside ASCII is not supported with NFC");
      case Normalizer::metaspace:
        if (token.content.find(' ') == std::string::npos && !pre_.replaces_spaces) return;
        complain(place, "a normalized token is not supported here");
      case Normalizer::prefix_metaspace:
        complain(place, "a normalized token is not supported with Prepend");
    }
  }

  void set_tokens() {
    for (const auto& [spelled, id] : file_.vocab) {
      if (id >= result_.tokens.size()) result_.tokens.resize(id + size_t{1});
      if (!result_.byte_level) {
        result_.tokens[id] = spelled;
      } else if (std::optional<std::string> bytes = from_printable(spelled)) {
        result_.tokens[id] = *std::move(bytes);
      } else if (added(id) == nullptr) {
        complain("model.vocab", quoted(spelled) + " has characters that stand for no byte");
      }
    }
  }

  const AddedToken* added(TokenId id) const {
    const auto at = std::ranges::lower_bound(result_.added, id, {}, &AddedToken::id);
    return at != result_.added.end() && at->id == id ? &*at : nullptr;
  }

  void set_merges() {
    const std::vector<HuggingFaceTokenizer::Pair>& pairs = file_.merges;
    if (pairs.size() > kMostMerges) complain("model.merges", "more than 4,194,304 merges");
    result_.merges.reserve(pairs.size());
    is_merged_.resize(result_.tokens.size());
    is_made_.resize(result_.tokens.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
      const auto& [left, right] = pairs[i];
      const auto find = [&](TokenId id, const std::string& spelled) {
        if (id != kNoToken) return id;
        complain(element("model.merges", i), quoted(spelled) + " is not in the vocabulary");
      };
      const Merge merge{find(spelled_.find(left), std::string(left)),
                        find(spelled_.find(right), std::string(right))};
      const TokenId made = find(spelled_.find(left, right), std::string(left).append(right));
      is_merged_[merge.left] = is_merged_[merge.right] = is_made_[made] = true;
      result_.merges.push_back(merge);
    }
    result_.ignore_merges = file_.ignore_merges;
  }

  void set_unknown() {
    size_t bytes = 0;
    std::array<TokenId, 256> ids{};
    for (size_t byte = 0; byte < 256; ++byte) {
      const auto value = static_cast<uint8_t>(byte);
      ids[byte] =
          spelled_.find(result_.byte_level ? to_printable(std::string(1, static_cast<char>(value)))
                                           : byte_token_name(value));
      bytes += ids[byte] != kNoToken;
    }
    if (result_.byte_level) {
      if (bytes < 256 && (file_.unk_token || file_.byte_fallback)) {
        complain("model",
                 "unk_token and byte_fallback are not supported where a byte-level "
                 "vocabulary has not all 256 bytes");
      }
      return;
    }
    if (file_.byte_fallback && bytes > 0) {
      if (bytes < 256) complain("model.byte_fallback", "the vocabulary has not all 256 bytes");
      result_.byte_tokens = ids;
    }
    result_.fuse_unknown = file_.fuse_unk;
    if (!file_.unk_token) return;
    const TokenId unknown = spelled_.find(*file_.unk_token);
    if (unknown == kNoToken) {
      complain("model.unk_token", quoted(*file_.unk_token) + " is not in the vocabulary");
    }
    result_.unknown = unknown;
  }

  // Files list added tokens in the model's vocabulary too, to reserve their ids. No text becomes
  // such an entry by itself if no merge makes it; it is an added token alone.
  void drop_unreachable() {
    if (result_.ignore_merges) return;
    for (const AddedToken& token : result_.added) {
      if (token.id >= result_.tokens.size()) continue;
      std::string& entry = result_.tokens[token.id];
      if (entry.empty() || is_merged_[token.id] || is_made_[token.id] || is_symbol(token.id))
        continue;
      entry.clear();
    }
  }

  // What a text consists of before anything is merged.
  bool is_symbol(TokenId id) const {
    const std::string& token = result_.tokens[id];
    if (result_.byte_level) return token.size() == 1;
    if (result_.byte_tokens &&
        std::ranges::find(*result_.byte_tokens, id) != result_.byte_tokens->end()) {
      return true;
    }
    return decode_utf8(token, 0).size == token.size();
  }

  // Hugging Face does not cut such texts at all. To cut them where no merge reaches across gives
  // the same ids and makes short pieces, which are faster.
  void set_metaspace_pieces() {
    std::vector<std::string_view> made;
    bool runs = false;
    for (size_t id = 0; id < result_.tokens.size(); ++id) {
      if (!is_made_[id]) continue;
      made.push_back(result_.tokens[id]);
      runs = runs || made.back().find(kMetaspace, 1) != std::string_view::npos;
    }
    if (pre_.before_each_metaspace && (runs || result_.ignore_merges)) {
      complain("pre_tokenizer", "Metaspace with split is not supported where merges reach across");
    }
    result_.pre_tokenizer = result_.ignore_merges ? PreTokenizer::bytes : metaspace_pieces(made);
  }

  const HuggingFaceTokenizer& file_;
  TokenIndex spelled_;
  PreTokenization pre_;
  Vocabulary result_;
  std::vector<bool> is_merged_;  // by id: a part of a merge
  std::vector<bool> is_made_;    // by id: what a merge makes
};

}  // namespace

std::string byte_token_name(uint8_t byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return std::string("<0x") + kDigits[byte >> 4] + kDigits[byte & 0xF] + ">";
}

Vocabulary assemble(const HuggingFaceTokenizer& tokenizer) {
  return Assembler(tokenizer).assemble();
}

}  // namespace sluice::bpe
