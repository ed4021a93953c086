#include <memory>

#include "io/output.h"
#include "mix/counts.h"
#include "mix/order.h"
#include "mix_fields.h"
#include "passes.h"
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
  CountRendering(const Mix& mix, const MixFields& fields, io::OutputFile& out)
      : fields_(fields), writer_(out, mix.digest, mix.plan.sources.size()) {}

  void render(Document& document, uint32_t /*channel*/, pipeline::Batch& batch) const override {
    if (!batch.rendered) batch.rendered = std::make_unique<BatchCounts>();
    BatchCounts& counts = static_cast<BatchCounts&>(*batch.rendered);
    const uint64_t tokenizer = fields_.tokenizer(document);
    if (counts.items.empty()) counts.tokenizer = tokenizer;
    require_same(counts.tokenizer, tokenizer);
    counts.items.push_back({fields_.source(document), fields_.counted(document)});
  }

  void compose(pipeline::Batch& batch) override {
    if (!batch.rendered) return;
    const BatchCounts& counts = static_cast<const BatchCounts&>(*batch.rendered);
    if (counts.items.empty()) return;
    if (tokenizer_ == 0) tokenizer_ = counts.tokenizer;
    require_same(tokenizer_, counts.tokenizer);
    for (const BatchCounts::Item& item : counts.items) writer_.add(item.source, item.counted);
  }

  bool finish(pipeline::Batch& /*batch*/) override {
    writer_.finish(tokenizer_);
    return false;
  }

 private:
  const MixFields& fields_;
  mix::CountWriter writer_;
  uint64_t tokenizer_ = 0;
};

}  // namespace

void count_documents(const Mix& mix, const Fields& fields, const Part& part,
                     const std::string& path) {
  Fields own = fields;
  const MixFields mix_fields(mix, part, own);
  pipeline::RunOptions run = mix.run;
  run.jobs = {job_of_part(mix, part)};
  io::OutputSet outputs;
  io::OutputFile& out = outputs.open(path);
  run.make_rendering = [&](const pipeline::Job&) {
    return std::make_shared<CountRendering>(mix, mix_fields, out);
  };
  pipeline::run(run, own, {{"count", [](Document&) { return pipeline::Verdict::keep(); }}});
  outputs.publish();
}

}  // namespace sluice::mix_tool
