#include "sketch_rendering.h"

#include <span>
#include <utility>
#include <vector>

#include "base/buffer.h"

namespace sluice::dedup_tool {
namespace {

// The sketches of a batch, one after the other.
struct BatchSketches : pipeline::Rendered {
  struct Item {
    dedup::Survivor survivor;
    uint64_t line = 0;
    uint32_t id_bytes = 0;
    bool empty = false;  // it has no shingles
  };

  void clear() override {
    band_hashes.clear();
    sketches.clear();
    ids.clear();
    items.clear();
  }

  std::vector<uint64_t> band_hashes;
  std::vector<uint8_t> sketches;
  Buffer ids;
  std::vector<Item> items;
};

SketchRendering::Sketch sketch_by(const dedup::Sketcher& sketcher, const DocumentFacts& facts) {
  const auto pool = std::make_shared<Pool<dedup::Sketcher::Scratch>>(
      [] { return std::make_unique<dedup::Sketcher::Scratch>(); });
  return [&sketcher, &facts, pool](const Document& document, std::vector<uint64_t>& band_hashes,
                                   std::vector<uint8_t>& sketch) {
    pool->with([&](dedup::Sketcher::Scratch& scratch) {
      sketcher.sketch(document.text(), facts.group(document), scratch, band_hashes, sketch);
      scratch.trim();
    });
  };
}

}  // namespace

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

SketchRendering::SketchRendering(Sketch sketch, const DocumentFacts& facts,
                                 const dedup::SketchConfig& config, const std::string& path,
                                 size_t memory)
    : sketch_(std::move(sketch)),
      facts_(facts),
      config_(config),
      memory_(memory),
      file_(path, pipeline::kFirstRoute) {}

SketchRendering::SketchRendering(const dedup::Sketcher& sketcher, const DocumentFacts& facts,
                                 const dedup::SketchConfig& config, const std::string& path,
                                 size_t memory)
    : SketchRendering(sketch_by(sketcher, facts), facts, config, path, memory) {}

void SketchRendering::render(Document& document, uint32_t /*channel*/,
                             pipeline::Batch& batch) const {
  if (!batch.rendered) batch.rendered = std::make_unique<BatchSketches>();
  BatchSketches& rendered = static_cast<BatchSketches&>(*batch.rendered);
  const size_t hashes = rendered.band_hashes.size();
  sketch_(document, rendered.band_hashes, rendered.sketches);
  std::string room;
  const std::string_view id = facts_.id(document, room);
  rendered.ids.append(id);
  rendered.items.push_back({.survivor = facts_.survivor(document),
                            .line = document.line_number(),
                            .id_bytes = static_cast<uint32_t>(id.size()),
                            .empty = rendered.band_hashes.size() == hashes});
}

dedup::SketchWriter& SketchRendering::writer(pipeline::Batch& batch) {
  file_.use(batch);
  if (!writer_) writer_.emplace(file_, config_, memory_);
  return *writer_;
}

void SketchRendering::compose(pipeline::Batch& batch) {
  dedup::SketchWriter& into = writer(batch);
  if (!batch.rendered) return;
  const BatchSketches& rendered = static_cast<const BatchSketches&>(*batch.rendered);
  std::span<const uint64_t> hashes(rendered.band_hashes);
  std::span<const uint8_t> sketches(rendered.sketches);
  std::string_view ids = rendered.ids.view();
  for (const BatchSketches::Item& item : rendered.items) {
    const size_t count = item.empty ? 0 : config_.bands;
    into.add(hashes.first(count), sketches.first(config_.sketch_bytes), item.survivor,
             ids.substr(0, item.id_bytes), item.line);
    hashes = hashes.subspan(count);
    sketches = sketches.subspan(config_.sketch_bytes);
    ids.remove_prefix(item.id_bytes);
  }
}

bool SketchRendering::finish(pipeline::Batch& batch) {
  writer(batch).finish();
  return false;
}

}  // namespace sluice::dedup_tool
