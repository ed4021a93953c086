// Pages with their known main text: what the scorer is trained and judged on.
//
//   const std::vector<Page> pages = read_pages("pages.warc.zst", "truth.jsonl.zst");
//
// The truth is JSON Lines with the record's id, `text`, and `page_type`. Pages without a known text
// are left out. A page's fold is chosen by its domain, so that pages of one site are never on both
// sides.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "extract/blocks.h"
#include "html/tree.h"

namespace sluice::training {

inline constexpr size_t kFolds = 5;

struct Page {
  std::string id;
  std::string domain;
  std::string type;
  size_t fold = 0;
  std::string html;                      // UTF-8; the tree's views are of it
  std::unique_ptr<html::Parser> parser;  // owns the tree
  const html::Tree* tree = nullptr;
  extract::Blocks blocks;
  std::vector<std::vector<uint32_t>> words;  // of each block
  std::vector<uint32_t> truth;               // words
  std::vector<float> shares;                 // of each block's words, those that are content
};

// Throws IoError; ConfigError for a truth that is no such file.
std::vector<Page> read_pages(const std::string& warc, const std::string& truth);

// What of a host's name its owner registered: "example.co.uk" of "www.example.co.uk". A guess by
// the shape of names.
std::string domain_of(std::string_view url);

}  // namespace sluice::training
