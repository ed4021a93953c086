#include "training/extract/corpus.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "base/hash.h"
#include "document/document.h"
#include "html/charset.h"
#include "io/chunk.h"
#include "training/extract/labels.h"
#include "warc/payload.h"
#include "warc/splitter.h"

namespace sluice::training {
namespace {

constexpr uint64_t kLargest = uint64_t{8} << 30;

struct Known {
  std::string text;
  std::string type;
};

std::unordered_map<std::string, Known> read_truth(const std::string& path) {
  Fields fields;
  fields.make_text_optional();
  const FieldId type = fields.add("page_type");
  DocumentReader reader(fields);
  Document document;
  std::unordered_map<std::string, Known> known;
  const std::string bytes = io::read_whole({.name = path}, kLargest);
  for (std::string_view rest = bytes; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    // A page whose text is null is not known.
    if (line.empty() || reader.read(line, document)) continue;
    known[std::string(warc::bare_id(document.id()))] = {
        std::string(document.text()), std::string(document.string(type).value_or(""))};
  }
  if (known.empty()) throw ConfigError(path + ": no line has an id and a text");
  return known;
}

void add_page(const warc::Record& record, const Known& known, std::vector<Page>& pages) {
  warc::PayloadReader reader;
  const warc::Payload payload = reader.read(record);
  if (payload.bytes.empty()) return;
  Page& page = pages.emplace_back();
  page.id = record.header.record_id;
  page.domain = domain_of(record.header.target_uri);
  page.type = known.type;
  page.fold = hash64(page.domain) % kFolds;
  html::CharsetDecoder decoder;
  page.html =
      decoder.decode(payload.bytes, payload.sniffed.charset, html::CharsetDecoder::Kind::html).text;
  page.parser = std::make_unique<html::Parser>();
  page.tree = &page.parser->parse(page.html);
  extract::segment(*page.tree, page.blocks);
  for (const extract::Block& block : page.blocks.all) {
    std::string text;
    for (uint32_t p = block.pieces_begin; p < block.pieces_end; ++p) {
      const extract::Piece& piece = page.blocks.pieces[p];
      if (piece.kind == extract::PieceKind::text) {
        text += page.tree->text(piece.node);
      } else {
        text += ' ';
      }
    }
    append_words(text, page.words.emplace_back());
  }
  page.truth = words_of(known.text);
  page.shares = content_shares(page.words, page.truth);
}

}  // namespace

std::string domain_of(std::string_view url) {
  const size_t scheme = url.find("://");
  std::string_view host = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
  host = host.substr(0, host.find_first_of("/:?#"));
  const size_t last = host.rfind('.');
  if (last == std::string_view::npos || last == 0) return std::string(host);
  size_t before = host.rfind('.', last - 1);
  // "co.uk", "com.au": two short labels are a registry's.
  if (before != std::string_view::npos && before > 0 && host.size() - last <= 3 &&
      last - before <= 4) {
    before = host.rfind('.', before - 1);
  }
  return std::string(before == std::string_view::npos ? host : host.substr(before + 1));
}

std::vector<Page> read_pages(const std::string& warc, const std::string& truth) {
  const auto known = read_truth(truth);
  const std::string bytes = io::read_whole({.name = warc}, kLargest);
  warc::RecordSplitter splitter({});
  warc::RecordBatch batch;
  splitter.add(bytes, {}, batch);
  splitter.end_input(batch);
  std::vector<Page> pages;
  pages.reserve(known.size());
  for (const warc::Item& item : batch.items) {
    if (item.what != warc::Item::What::record) continue;
    const warc::HeaderParse parse = warc::parse_warc_header(item.bytes);
    warc::Record record;
    record.header = parse.header;
    record.block = item.bytes.substr(item.header_size);
    record.bytes = item.bytes;
    const auto found = known.find(std::string(warc::bare_id(record.header.record_id)));
    if (found != known.end()) add_page(record, found->second, pages);
  }
  return pages;
}

}  // namespace sluice::training
