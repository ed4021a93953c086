#include "bpe/hugging_face_model.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "base/error.h"
#include "bpe/byte_alphabet.h"
#include "bpe/rank_merging.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

std::string place(const AddedToken& token) { return "added token '" + token.content + "': "; }

// Whether Hugging Face gives these tokens, in the order of their ids, the ids they have, if the
// first `entries` of them are entries of a model with `size` others.
bool get_their_ids(const std::vector<const AddedToken*>& added, size_t entries, uint64_t size) {
  uint64_t next = size + entries;
  for (size_t i = 0; i < added.size(); ++i) {
    const uint64_t given = i < entries ? added[i]->id : next;
    if (given != added[i]->id) return false;
    next = std::max(next, given + 1);
  }
  return true;
}

// How many of them have to be entries: those before the last run of ids without a gap, maybe its
// first.
size_t needed_entries(const std::vector<const AddedToken*>& added, uint64_t size) {
  size_t run = added.size();
  while (run > 0 && (run == added.size() || added[run - 1]->id + 1 == added[run]->id)) --run;
  for (const size_t entries : {run, run + 1}) {
    if (entries <= added.size() && get_their_ids(added, entries, size)) return entries;
  }
  return added.size();
}

// An entry must not be what a text may become by itself.
void require_reserved(const Vocabulary& vocabulary, const AddedToken& token) {
  const bool symbol = decode_utf8(token.content, 0).size == token.content.size();
  if (vocabulary.ignore_merges || symbol) {
    throw ConfigError(place(token) + "with its id it cannot be told from a token of text");
  }
}

}  // namespace

MergeList merge_list_of(const Vocabulary& vocabulary) {
  if (vocabulary.semantics == Semantics::merges) {
    return {vocabulary.merges, vocabulary.ignore_merges};
  }
  std::vector<uint32_t> ranks(vocabulary.tokens.size());
  std::iota(ranks.begin(), ranks.end(), uint32_t{0});
  const RankMerging ranking(
      vocabulary.tokens, ranks,
      vocabulary.byte_level ? RankMerging::Symbols::bytes : RankMerging::Symbols::characters);
  return {ranking.merges(), !ranking.makes_all()};
}

std::vector<ModelEntry> model_entries(const Vocabulary& vocabulary, bool with_all_added) {
  std::vector<ModelEntry> entries;
  std::unordered_set<std::string> spellings;
  const auto add = [&](std::string spelled, size_t id) {
    if (!spellings.insert(spelled).second) {
      throw ConfigError("two tokens are both spelled '" + spelled + "'");
    }
    entries.push_back({std::move(spelled), static_cast<TokenId>(id)});
  };
  const auto is_token = [&](TokenId id) {
    return id < vocabulary.tokens.size() && !vocabulary.tokens[id].empty();
  };
  for (size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    const std::string& token = vocabulary.tokens[id];
    if (!token.empty()) add(vocabulary.byte_level ? to_printable(token) : token, id);
  }
  std::vector<const AddedToken*> pending;
  for (const AddedToken& token : vocabulary.added) {
    if (!is_token(token.id)) {
      pending.push_back(&token);
    } else if (vocabulary.byte_level && to_printable(token.content) != token.content) {
      throw ConfigError(place(token) + "it is a token of text too, which is spelled otherwise");
    }
  }
  std::ranges::sort(pending, {}, [](const AddedToken* token) { return token->id; });
  const size_t needed = with_all_added ? pending.size() : needed_entries(pending, entries.size());
  for (size_t i = 0; i < pending.size(); ++i) {
    if (i < needed) {
      require_reserved(vocabulary, *pending[i]);
      add(pending[i]->content, pending[i]->id);
    } else if (spellings.contains(pending[i]->content)) {
      throw ConfigError(place(*pending[i]) + "it is spelled as another token is");
    }
  }
  std::ranges::sort(entries, {}, &ModelEntry::id);
  return entries;
}

void require_default_unicode(const Vocabulary& vocabulary) {
  if (vocabulary.unicode != Vocabulary().unicode) {
    throw ConfigError("no file says that Unicode " + std::string(name_of(vocabulary.unicode)) +
                      " splits its text");
  }
}

}  // namespace sluice::bpe
