#include "bpe/peers.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "bpe/published_vocabularies.h"
#include "document/json_writer.h"

namespace sluice::bpe {
namespace {

std::string output_of(const std::string& command) {
  std::FILE* output = ::popen(command.c_str(), "r");
  if (output == nullptr) throw std::runtime_error("cannot run " + command);
  std::string text;
  std::array<char, 65536> room;
  while (const size_t size = std::fread(room.data(), 1, room.size(), output)) {
    text.append(room.data(), size);
  }
  ::pclose(output);
  return text;
}

}  // namespace

PeerFolder::PeerFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "sluice-peer-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  path_ = name;
}
PeerFolder::~PeerFolder() { std::filesystem::remove_all(path_); }

std::string PeerFolder::put(std::string_view name, std::string_view content) const {
  const std::filesystem::path path = path_ / name;
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

bool has_node() { return std::system("node --version >/dev/null 2>&1") == 0; }

std::vector<std::string> peer_lines(const PeerFolder& folder, std::span<const std::string> texts,
                                    std::span<const Peer> peers) {
  Buffer job;
  JsonWriter json(job);
  json.begin_object().key("modules").string(published_folder().value() + "/node_modules");
  json.key("texts").begin_array();
  for (const std::string& text : texts) json.string(text);
  json.end_array().key("tokenizers").begin_array();
  for (const Peer& peer : peers) {
    json.begin_object();
    if (!peer.huggingface.empty()) json.key("huggingface").string(peer.huggingface);
    if (!peer.tiktoken.empty()) {
      json.key("tiktoken").string(peer.tiktoken);
      json.key("pattern").string(patterns_of(peer.pre_tokenizer)[0]);
    }
    json.end_object();
  }
  json.end_array().end_object();
  const std::string text = output_of("node " SLUICE_SOURCE_DIR "/tests/bpe/peer_ids.js " +
                                     folder.put("job.json", job.view()));
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace sluice::bpe
