#include <memory>
#include <optional>

#include "base/error.h"
#include "base/hash.h"
#include "mix/counts.h"
#include "mix/order.h"
#include "mix_fields.h"
#include "passes.h"
#include "pipeline/channel_file.h"
#include "pipeline/rendering.h"

namespace sluice::mix_tool {
namespace {

struct BatchCounts : pipeline::Rendered {
  struct Item {
    uint32_t source;
    mix::Counted counted;
  };
  void clear() override {
    items.clear();
    tokenizer = 0;
  }

  std::vector<Item> items;
  uint64_t tokenizer = 0;  // of all of them
};

class CountRendering : public pipeline::Rendering {
 public:
  CountRendering(const Mix& mix, const MixFields& fields, const std::string& path)
      : mix_(mix), fields_(fields), file_(path, pipeline::kFirstRoute) {}

  void render(Document& document, uint32_t /*channel*/, pipeline::Batch& batch) const override {
    if (!batch.rendered) batch.rendered = std::make_unique<BatchCounts>();
    BatchCounts& counts = static_cast<BatchCounts&>(*batch.rendered);
    const uint64_t tokenizer = fields_.tokenizer(document);
    if (counts.items.empty()) counts.tokenizer = tokenizer;
    require_same(counts.tokenizer, tokenizer);
    counts.items.push_back({fields_.source(document), fields_.counted(document)});
  }

  void compose(pipeline::Batch& batch) override {
    mix::CountWriter& into = writer(batch);
    if (!batch.rendered) return;
    const BatchCounts& counts = static_cast<const BatchCounts&>(*batch.rendered);
    if (counts.items.empty()) return;
    if (tokenizer_ == 0) tokenizer_ = counts.tokenizer;
    require_same(tokenizer_, counts.tokenizer);
    for (const BatchCounts::Item& item : counts.items) into.add(item.source, item.counted);
  }

  bool finish(pipeline::Batch& batch) override {
    writer(batch).finish(tokenizer_);
    return false;
  }

 private:
  mix::CountWriter& writer(pipeline::Batch& batch) {
    file_.use(batch);
    if (!writer_) writer_.emplace(file_, mix_.digest, mix_.plan.sources.size());
    return *writer_;
  }

  const Mix& mix_;
  const MixFields& fields_;
  pipeline::ChannelFile file_;
  std::optional<mix::CountWriter> writer_;
  uint64_t tokenizer_ = 0;
};

}  // namespace

void count_documents(const Mix& mix, const Fields& fields, const Part& part,
                     const std::string& path) {
  Fields own = fields;
  const MixFields mix_fields(mix, part, own);
  pipeline::RunOptions run = mix.run;
  run.jobs = {job_of_part(mix, part, path)};
  run.make_rendering = [&](const pipeline::Job&) {
    return std::make_shared<CountRendering>(mix, mix_fields, path);
  };
  pipeline::run(run, own, {{"count", [](Document&) { return pipeline::Verdict::keep(); }}});
}

}  // namespace sluice::mix_tool
