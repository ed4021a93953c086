#include "base/error.h"
#include "bpe/hugging_face_model.h"
#include "bpe/tokenizer_steps.h"
#include "bpe/vocabulary_formats.h"
#include "document/json_writer.h"

namespace sluice::bpe {
namespace {

void write_replace(JsonWriter& json, std::string_view from, std::string_view to) {
  json.begin_object().key("type").string("Replace");
  json.key("pattern").begin_object().key("String").string(from).end_object();
  json.key("content").string(to).end_object();
}

void write_type(JsonWriter& json, std::string_view type) {
  json.begin_object().key("type").string(type).end_object();
}

void write_normalizer(JsonWriter& json, Normalizer normalizer) {
  switch (normalizer) {
    case Normalizer::none:
      json.null();
      return;
    case Normalizer::nfc:
      write_type(json, "NFC");
      return;
    case Normalizer::metaspace:
      write_replace(json, " ", kMetaspace);
      return;
    case Normalizer::prefix_metaspace:
      json.begin_object().key("type").string("Sequence").key("normalizers").begin_array();
      json.begin_object().key("type").string("Prepend").key("prepend").string(kMetaspace);
      json.end_object();
      write_replace(json, " ", kMetaspace);
      json.end_array().end_object();
      return;
  }
}

void write_byte_level(JsonWriter& json, bool use_regex) {
  json.begin_object().key("type").string("ByteLevel").key("add_prefix_space").boolean(false);
  json.key("trim_offsets").boolean(true).key("use_regex").boolean(use_regex).end_object();
}

void write_pre_tokenizer(JsonWriter& json, const Vocabulary& vocabulary) {
  // SentencePiece's kind: where Sluice cuts there, no merge reaches across.
  if (!vocabulary.byte_level) {
    json.null();
    return;
  }
  const auto patterns = patterns_of(vocabulary.pre_tokenizer);
  if (patterns.empty()) {
    write_byte_level(json, false);
    return;
  }
  json.begin_object().key("type").string("Sequence").key("pretokenizers").begin_array();
  for (const std::string_view pattern : patterns) {
    json.begin_object().key("type").string("Split");
    json.key("pattern").begin_object().key("Regex").string(pattern).end_object();
    json.key("behavior").string("Isolated").key("invert").boolean(false).end_object();
  }
  write_byte_level(json, false);
  json.end_array().end_object();
}

void write_decoder(JsonWriter& json, const Vocabulary& vocabulary) {
  if (vocabulary.byte_level) {
    write_byte_level(json, true);
    return;
  }
  json.begin_object().key("type").string("Sequence").key("decoders").begin_array();
  write_replace(json, kMetaspace, " ");
  write_type(json, "ByteFallback");
  write_type(json, "Fuse");
  if (vocabulary.normalizer == Normalizer::prefix_metaspace) {
    json.begin_object().key("type").string("Strip").key("content").string(" ");
    json.key("start").number(1).key("stop").number(0).end_object();
  }
  json.end_array().end_object();
}

void write_added(JsonWriter& json, const Vocabulary& vocabulary) {
  json.begin_array();
  for (const AddedToken& token : vocabulary.added) {
    if (token.normalized && vocabulary.normalizer == Normalizer::prefix_metaspace) {
      throw ConfigError(
          "added token '" + token.content +
          "': tokenizer.json cannot say that it is matched behind a prepended U+2581");
    }
    json.begin_object().key("id").number(token.id).key("content").string(token.content);
    json.key("single_word").boolean(token.single_word).key("lstrip").boolean(token.lstrip);
    json.key("rstrip").boolean(token.rstrip).key("normalized").boolean(token.normalized);
    json.key("special").boolean(token.special).end_object();
  }
  json.end_array();
}

void write_unknown(JsonWriter& json, const Vocabulary& vocabulary) {
  if (!vocabulary.unknown) {
    json.null();
    return;
  }
  for (const AddedToken& token : vocabulary.added) {
    if (token.id == *vocabulary.unknown) {
      json.string(token.content);
      return;
    }
  }
  json.string(vocabulary.tokens[*vocabulary.unknown]);
}

void write_model(JsonWriter& json, const Vocabulary& vocabulary) {
  const MergeList list = merge_list_of(vocabulary);
  Vocabulary merging = vocabulary;
  merging.ignore_merges = list.ignore_merges;
  const std::vector<ModelEntry> entries = model_entries(merging, false);
  std::vector<std::string_view> spelled(vocabulary.tokens.size());
  for (const ModelEntry& entry : entries) {
    if (entry.id < spelled.size()) spelled[entry.id] = entry.spelled;
  }
  bool spaces = false;
  for (const Merge& merge : list.merges) {
    spaces = spaces || spelled[merge.left].find(' ') != std::string_view::npos ||
             spelled[merge.right].find(' ') != std::string_view::npos;
  }

  json.begin_object().key("type").string("BPE").key("dropout").null();
  write_unknown(json.key("unk_token"), vocabulary);
  json.key("continuing_subword_prefix").null().key("end_of_word_suffix").null();
  json.key("fuse_unk").boolean(!vocabulary.byte_level && vocabulary.fuse_unknown);
  json.key("byte_fallback").boolean(vocabulary.byte_tokens.has_value());
  json.key("ignore_merges").boolean(list.ignore_merges);
  json.key("vocab").begin_object();
  for (const ModelEntry& entry : entries) json.key(entry.spelled).number(entry.id);
  json.end_object().key("merges").begin_array();
  for (const Merge& merge : list.merges) {
    if (spaces) {
      json.begin_array().string(spelled[merge.left]).string(spelled[merge.right]).end_array();
    } else {
      json.string(std::string(spelled[merge.left]).append(" ").append(spelled[merge.right]));
    }
  }
  json.end_array().end_object();
}

}  // namespace

std::string write_tokenizer_json(const Vocabulary& vocabulary) {
  check(vocabulary);
  require_default_unicode(vocabulary);
  if (!vocabulary.byte_level &&
      (vocabulary.semantics == Semantics::rank || vocabulary.normalizer == Normalizer::none ||
       vocabulary.normalizer == Normalizer::nfc)) {
    throw ConfigError("tokenizer.json cannot say how this vocabulary treats spaces");
  }
  Buffer out;
  JsonWriter json(out, 2);
  json.begin_object().key("version").string("1.0").key("truncation").null().key("padding").null();
  write_added(json.key("added_tokens"), vocabulary);
  write_normalizer(json.key("normalizer"), vocabulary.normalizer);
  write_pre_tokenizer(json.key("pre_tokenizer"), vocabulary);
  json.key("post_processor").null();
  write_decoder(json.key("decoder"), vocabulary);
  write_model(json.key("model"), vocabulary);
  json.end_object();
  return std::string(out.view()) + "\n";
}

}  // namespace sluice::bpe
