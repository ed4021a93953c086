// Reading, unescaping and writing documents, beside simdjson's own parsers on the same lines.
//
//   build/release/bin/bench_document
//
// The lines are generated: texts of about 4 KB with a line end every 60 bytes or so, and metadata
// like that of datatrove's crawls. `bytes_per_second` counts bytes of the line, or of the text for
// strings alone.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <random>
#include <string>
#include <vector>

#include "document/document.h"
#include "document/escapes.h"
#include "document/json_writer.h"

namespace sluice {
namespace {

constexpr size_t kLines = 500;
constexpr size_t kTextBytes = 4000;

enum Kind : int64_t { english, cyrillic, escaped_cyrillic };

std::string word(std::mt19937& random, Kind kind) {
  std::string letters;
  for (size_t i = 1 + random() % 9; i > 0; --i) {
    const unsigned letter = random() % 26;
    if (kind == english) {
      letters.push_back(static_cast<char>('a' + letter));
    } else {
      const unsigned code = 0x430 + letter;
      letters.push_back(static_cast<char>(0xC0 | (code >> 6)));
      letters.push_back(static_cast<char>(0x80 | (code & 63)));
    }
  }
  return letters;
}

std::string text(std::mt19937& random, Kind kind) {
  std::string words;
  size_t line = 0;
  while (words.size() < kTextBytes) {
    words += word(random, kind);
    const bool ends = words.size() - line > 60;
    words += ends ? (random() % 4 == 0 ? "\"\n" : "\n") : " ";
    if (ends) line = words.size();
  }
  return words;
}

// As Python's json.dumps spells it by default: ASCII alone.
std::string in_ascii(std::string_view json) {
  std::string spelled;
  for (size_t i = 0; i < json.size(); ++i) {
    const auto byte = static_cast<unsigned char>(json[i]);
    if (byte < 0x80) {
      spelled.push_back(json[i]);
      continue;
    }
    char escape[8];
    const unsigned code = (byte & 31u) << 6 | (static_cast<unsigned char>(json[++i]) & 63u);
    std::snprintf(escape, sizeof(escape), "\\u%04x", code);
    spelled += escape;
  }
  return spelled;
}

std::string line(std::mt19937& random, Kind kind) {
  Buffer out;
  JsonWriter json(out);
  json.begin_object();
  json.key("text").string(text(random, kind));
  json.key("id").string("<urn:uuid:0d1f8f3c-3a55-4a2e-8c7b-2f6f6a9f0c11>");
  json.key("metadata").begin_object();
  json.key("dump").string("CC-MAIN-2025-05");
  json.key("url").string("https://example.org/2025/01/" + word(random, english) + ".html");
  json.key("date").string("2025-01-17T03:22:41Z");
  json.key("file_path").string("s3://commoncrawl/crawl-data/CC-MAIN-2025-05/warc/00000.warc.gz");
  json.key("language").string("en").key("language_score").number(0.9731);
  json.key("token_count").number(uint64_t{random() % 5000});
  json.key("tokenizer").string("sluice-64k@1f3a5b7c");
  json.end_object().end_object();
  return kind == escaped_cyrillic ? in_ascii(out.view()) : std::string(out.view());
}

std::vector<simdjson::padded_string> lines(Kind kind) {
  std::mt19937 random(1);
  std::vector<simdjson::padded_string> all;
  for (size_t i = 0; i < kLines; ++i) all.emplace_back(line(random, kind));
  return all;
}

// Calls `each` with every line, over and over, and counts bytes.
template <class Each>
void for_lines(benchmark::State& state, Each each) {
  const auto all = lines(static_cast<Kind>(state.range(0)));
  int64_t bytes = 0;
  for (auto _ : state) {
    for (const auto& one : all) {
      each(one);
      bytes += static_cast<int64_t>(one.size());
    }
  }
  state.SetBytesProcessed(bytes);
}

void read_document(benchmark::State& state) {
  Fields fields;
  fields.add("metadata.language");
  fields.add("metadata.token_count");
  fields.add("metadata.tokenizer");
  DocumentReader reader(fields);
  Document document;
  for_lines(state, [&](const simdjson::padded_string& one) {
    if (reader.read(one, document)) state.SkipWithError("bad line");
    benchmark::DoNotOptimize(document.text_bytes());
  });
}

void read_edit_write(benchmark::State& state) {
  Fields fields;
  const FieldId language = fields.add("metadata.language");
  const FieldId score = fields.add("metadata.quality");
  DocumentReader reader(fields);
  Document document;
  Buffer out;
  for_lines(state, [&](const simdjson::padded_string& one) {
    if (reader.read(one, document)) state.SkipWithError("bad line");
    benchmark::DoNotOptimize(document.text().data());
    document.set(language, "de");
    document.set(score, 0.25);
    out.clear();
    document.write(out);
  });
}

void walk(simdjson::ondemand::value value);

void walk_object(simdjson::ondemand::object object) {
  for (auto field : object) walk(field.value());
}

void walk(simdjson::ondemand::value value) {
  switch (value.type().value()) {
    case simdjson::ondemand::json_type::object:
      return walk_object(value.get_object());
    case simdjson::ondemand::json_type::array:
      for (auto element : value.get_array()) walk(element.value());
      return;
    default:
      benchmark::DoNotOptimize(value.raw_json_token());
  }
}

void simdjson_on_demand_walk(benchmark::State& state) {
  simdjson::ondemand::parser parser;
  for_lines(state, [&](const simdjson::padded_string& one) {
    simdjson::ondemand::document document = parser.iterate(one);
    walk_object(document.get_object());
  });
}

void simdjson_dom_parse(benchmark::State& state) {
  simdjson::dom::parser parser;
  for_lines(state, [&](const simdjson::padded_string& one) {
    benchmark::DoNotOptimize(parser.parse(one).error());
  });
}

BENCHMARK(read_document)->Arg(english)->Arg(cyrillic)->Arg(escaped_cyrillic);
BENCHMARK(simdjson_on_demand_walk)->Arg(english)->Arg(cyrillic)->Arg(escaped_cyrillic);
BENCHMARK(simdjson_dom_parse)->Arg(english)->Arg(cyrillic)->Arg(escaped_cyrillic);
BENCHMARK(read_edit_write)->Arg(english)->Arg(cyrillic)->Arg(escaped_cyrillic);

std::vector<std::string> spelled_texts(Kind kind) {
  std::mt19937 random(1);
  std::vector<std::string> all;
  for (size_t i = 0; i < kLines; ++i) {
    Buffer spelled;
    append_escaped(spelled, text(random, kind));
    all.emplace_back(kind == escaped_cyrillic ? in_ascii(spelled.view()) : spelled.view());
  }
  return all;
}

void scan_and_unescape(benchmark::State& state) {
  const auto all = spelled_texts(static_cast<Kind>(state.range(0)));
  Buffer out;
  int64_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& spelled : all) {
      out.clear();
      unescape(spelled, scan_escapes(spelled).content_bytes, out);
      benchmark::DoNotOptimize(out.data());
      bytes += static_cast<int64_t>(spelled.size());
    }
  }
  state.SetBytesProcessed(bytes);
}
BENCHMARK(scan_and_unescape)->Arg(english)->Arg(cyrillic)->Arg(escaped_cyrillic);

void append_string(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<std::string> all;
  for (size_t i = 0; i < kLines; ++i)
    all.push_back(text(random, static_cast<Kind>(state.range(0))));
  Buffer out;
  int64_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& plain : all) {
      out.clear();
      append_json_string(out, plain);
      benchmark::DoNotOptimize(out.data());
      bytes += static_cast<int64_t>(plain.size());
    }
  }
  state.SetBytesProcessed(bytes);
}
BENCHMARK(append_string)->Arg(english)->Arg(cyrillic);

}  // namespace
}  // namespace sluice
