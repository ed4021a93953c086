// The ids that tiktoken and Hugging Face tokenizers give, by way of node (peer_ids.js).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/pre_tokenizer.h"

namespace sluice::bpe {

struct Peer {
  std::string huggingface;  // a tokenizer.json; else
  std::string tiktoken;     // a file of ranks
  PreTokenizer pre_tokenizer = PreTokenizer::cl100k;
};

// A folder that is removed with it.
class PeerFolder {
 public:
  PeerFolder();
  ~PeerFolder();
  PeerFolder(const PeerFolder&) = delete;
  PeerFolder& operator=(const PeerFolder&) = delete;

  // Writes a file and gives its path.
  std::string put(std::string_view name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

bool has_node();

// A line a peer: the ids of each text as JSON, or what it complains of. The modules are those of
// the folder that SLUICE_TOKENIZERS names.
std::vector<std::string> peer_lines(const PeerFolder& folder, std::span<const std::string> texts,
                                    std::span<const Peer> peers);

}  // namespace sluice::bpe
