// Which addresses are not wanted: those on block lists, and those seen before.
//
//   UrlRules rules({.lists = {"ut1/"}, .once = true});
//   feed.mark = [&](const warc::Record& record) { return rules.repeats(record); };   // in order
//   const std::string_view entry = rules.blocked(record.header.target_uri, scratch);  // any thread
//
// Both act on the address in normal form (url/url.h), before a page is decoded or parsed. An
// address counts as seen with the first record of it that may give a document: one that is not on a
// block list, and whose status, if it has one, is 2xx; so a redirection does not hide the page that
// it leads to. The order of the inputs decides, whatever the threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/block_lists.h"
#include "url/hash_set.h"
#include "warc/record.h"

namespace sluice::extract_tool {

class UrlRules {
 public:
  struct Options {
    std::vector<std::string> lists;  // files and directories, as cli/block_lists.h has them
    bool once = false;               // reject what was seen before
  };

  // Reads the lists. Throws ConfigError, naming the file, where that fails or a list is empty.
  explicit UrlRules(const Options& options);

  // What of the address is on a list ("example.org"); empty: nothing. A view of `scratch`.
  std::string_view blocked(std::string_view url, std::string& scratch) const;

  bool once() const { return once_; }
  // Whether the record's address was seen before; notes it if not. Not thread-safe.
  bool repeats(const warc::Record& record);

  // Of the lists' contents, for the configuration's digest.
  std::string digest() const { return lists_.entries.digest(); }
  // The files that were read.
  const std::vector<std::string>& files() const { return lists_.files; }

 private:
  cli::BlockLists lists_;
  bool once_;
  url::HashSet seen_;
  std::string normal_;  // scratch of repeats()
};

}  // namespace sluice::extract_tool
