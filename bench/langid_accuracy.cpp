// How often the embedded identifier, fastText's lid.176 and CLD2 name the language of the same
// rows.
//
//   zstdcat udhr_paragraphs.tsv.zst | build/release/bin/langid-accuracy lid.176.ftz
//
// Rows of standard input are label<TAB>text. For whole texts and their first 256, 128, 64 and 32
// bytes: accuracy and macro-F1 (langid/evaluation.h) of each over all rows, over the labels that
// the embedded identifier knows, and over those that both peers know (langid_peers.h).

#include <cstdio>
#include <exception>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "langid_peers.h"

namespace {

using namespace sluice::langid;

std::vector<KnownText> read_rows() {
  std::vector<KnownText> rows;
  for (std::string line; std::getline(std::cin, line);) {
    const size_t tab = line.find('\t');
    if (tab != std::string::npos) rows.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return rows;
}

void compare(const Lid176& lid176, const std::vector<KnownText>& rows) {
  const std::set<std::string> ours = labels_of_embedded(rows);
  const std::set<std::string> both = labels_of_both(lid176, rows);
  std::printf(
      "accuracy / macro-F1, %%       labels   rows      embedded       lid.176          CLD2\n");
  for (const size_t bytes : {0, 256, 128, 64, 32}) {
    const Results said[] = {ask(embedded_identifier(), rows, bytes),
                            ask(lid176.namer(), rows, bytes), ask(cld2(), rows, bytes)};
    const std::pair<const char*, const std::set<std::string>*> selections[] = {
        {"all", nullptr}, {"of the embedded", &ours}, {"of both peers", &both}};
    for (const auto& [name, only] : selections) {
      const auto all = judge(said[0], rows, only).all;
      std::printf("%-6s %-18s %7llu %7llu", bytes == 0 ? "whole" : std::to_string(bytes).c_str(),
                  name, static_cast<unsigned long long>(all.labels),
                  static_cast<unsigned long long>(all.rows));
      for (const Results& results : said) {
        const auto found = judge(results, rows, only).all;
        std::printf("   %5.1f / %4.1f", 100 * found.accuracy, 100 * found.macro_f1);
      }
      std::printf("\n");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: langid-accuracy lid.176.ftz < rows.tsv\n");
    return 2;
  }
  try {
    compare(Lid176(argv[1]), read_rows());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "langid-accuracy: %s\n", error.what());
    return 1;
  }
  return 0;
}
