#include "pipeline/channel_file.h"

namespace sluice::pipeline {

void ChannelFile::write(std::string_view bytes) {
  const size_t at = batch_->scratch.size();
  batch_->scratch.append(bytes);
  batch_->emit_scratch(channel_, at);
  written_ += bytes.size();
}

void ChannelFile::overwrite(uint64_t offset, std::string_view bytes) {
  batch_->overwrites.push_back(
      {.channel = channel_, .offset = offset, .bytes = std::string(bytes)});
}

}  // namespace sluice::pipeline
