// An output of the pipeline as a file to write to, for what writes files and knows no pipeline.
//
//   ChannelFile file(path, kFirstRoute);     // of a rendering
//   file.use(batch);                         // in compose() and finish()
//   writer.add(…);                           // writes to `file`
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "io/output.h"
#include "pipeline/batch.h"

namespace sluice::pipeline {

// Takes what is written into the batch that is composed now.
class ChannelFile : public io::OutputFile {
 public:
  ChannelFile(std::string path, uint32_t channel) : path_(std::move(path)), channel_(channel) {}

  void use(Batch& batch) { batch_ = &batch; }

  void write(std::string_view bytes) override;
  void write(std::span<const std::string_view> pieces) override {
    for (const std::string_view piece : pieces) write(piece);
  }
  void overwrite(uint64_t offset, std::string_view bytes) override;
  const std::string& path() const override { return path_; }
  uint64_t bytes_written() const override { return written_; }

 private:
  std::string path_;
  uint32_t channel_;
  Batch* batch_ = nullptr;
  uint64_t written_ = 0;
};

}  // namespace sluice::pipeline
