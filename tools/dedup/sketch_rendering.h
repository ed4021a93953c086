// Documents as a stage file of sketches: what a pass of the pipeline writes in place of lines.
//
//   run.number_lines = true;
//   run.make_rendering = [&](const pipeline::Job& job) {
//     return std::make_shared<SketchRendering>(sketcher, facts, config, job.routes.front());
//   };
//
// Sketches are made by all threads, and written in the order of documents.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/pool.h"
#include "dedup/sketch_file.h"
#include "dedup/sketcher.h"
#include "document_facts.h"
#include "io/output.h"
#include "pipeline/rendering.h"

namespace sluice::dedup_tool {

// An output of the pipeline as a file to write to: it takes what is written into the batch that is
// composed now.
class ChannelFile : public io::OutputFile {
 public:
  ChannelFile(std::string path, uint32_t channel) : path_(std::move(path)), channel_(channel) {}

  void use(pipeline::Batch& batch) { batch_ = &batch; }

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
  pipeline::Batch* batch_ = nullptr;
  uint64_t written_ = 0;
};

class SketchRendering : public pipeline::Rendering {
 public:
  // Appends a document's hashes, one a band or none, and its sketch (SketchConfig). Called by many
  // threads at once.
  using Sketch = std::function<void(const Document& document, std::vector<uint64_t>& band_hashes,
                                    std::vector<uint8_t>& sketch)>;

  // `facts` must outlive it. `memory`: bytes of what waits to be written.
  SketchRendering(Sketch sketch, const DocumentFacts& facts, const dedup::SketchConfig& config,
                  const std::string& path, size_t memory);
  // By a sketcher, which must outlive it, too.
  SketchRendering(const dedup::Sketcher& sketcher, const DocumentFacts& facts,
                  const dedup::SketchConfig& config, const std::string& path, size_t memory);

  void render(Document& document, uint32_t channel, pipeline::Batch& batch) const override;
  void compose(pipeline::Batch& batch) override;
  bool finish(pipeline::Batch& batch) override;

 private:
  dedup::SketchWriter& writer(pipeline::Batch& batch);

  Sketch sketch_;
  const DocumentFacts& facts_;
  dedup::SketchConfig config_;
  size_t memory_;
  ChannelFile file_;
  std::optional<dedup::SketchWriter> writer_;
};

}  // namespace sluice::dedup_tool
