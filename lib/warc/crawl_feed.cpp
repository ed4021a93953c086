#include "warc/crawl_feed.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace sluice::warc {
namespace {

// A record larger than this travels alone, so that memory is bounded by one such record, not by one
// a batch in flight.
constexpr size_t kLargeRecord = size_t{16} << 20;
// A block that decoded to more gives the memory back.
constexpr size_t kPlainKept = size_t{16} << 20;

RecordHeader header_of(const Item& item) {
  if (item.file) {
    RecordHeader header;
    header.kind = RecordKind::file;
    header.length = item.bytes.size();
    return header;
  }
  return (item.arc ? parse_arc_header(item.bytes) : parse_warc_header(item.bytes)).header;
}

Record record_of(const Item& item, size_t input, std::string_view crawl) {
  return {.header = header_of(item),
          .block = item.bytes.substr(item.header_size),
          .bytes = item.bytes,
          .place = item.place,
          .input = input,
          .crawl = crawl,
          .loss = item.reason,
          .marked = item.marked};
}

}  // namespace

// Blocks whose memory is used again: fresh pages would cost about as much as decoding into them.
class CrawlFeed::BlockPool {
 public:
  // The block comes back to `pool` when its last owner lets go of it.
  static std::shared_ptr<Block> take(const std::shared_ptr<BlockPool>& pool) {
    return {pool->take_spare().release(),
            [pool](Block* block) { pool->give(std::unique_ptr<Block>(block)); }};
  }

 private:
  std::unique_ptr<Block> take_spare() {
    const std::lock_guard lock(mutex_);
    if (spares_.empty()) return std::make_unique<Block>();
    std::unique_ptr<Block> block = std::move(spares_.back());
    spares_.pop_back();
    return block;
  }
  void give(std::unique_ptr<Block> block) {
    if (block->plain.capacity() > kPlainKept) block->plain.release();
    const std::lock_guard lock(mutex_);
    spares_.push_back(std::move(block));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Block>> spares_;
};

struct CrawlFeed::CrawlLoad : pipeline::Load {
  std::shared_ptr<Block> block;  // none if the load only carries what is left of earlier blocks
  Unpacker::Output output;
  // From which item on records belong to which crawl; in order, the first from item 0.
  struct Crawl {
    size_t from = 0;
    std::shared_ptr<const std::string> name;
  };
  std::vector<Crawl> crawls;
};

CrawlFeed::CrawlFeed(std::vector<io::Input> inputs, const Options& options, Use use)
    : options_(options),
      use_(std::move(use)),
      reader_(std::move(inputs), options.blocks),
      unpacker_({.max_record_bytes = options.max_record_bytes, .raw = options.errors}),
      pool_(std::make_shared<BlockPool>()) {}

CrawlFeed::CrawlFeed(std::vector<io::Input> inputs, const Options& options, Use use,
                     BlockReader::OpenSource open)
    : options_(options),
      use_(std::move(use)),
      reader_(std::move(inputs), options.blocks, std::move(open)),
      unpacker_({.max_record_bytes = options.max_record_bytes, .raw = options.errors}),
      pool_(std::make_shared<BlockPool>()) {}

CrawlFeed::~CrawlFeed() = default;

std::unique_ptr<pipeline::Load> CrawlFeed::make_load() const {
  return std::make_unique<CrawlLoad>();
}

// What a block decodes to may be too much for one batch. The rest then waits in the unpacker, and
// loads without a block fetch it, before more blocks are read. At the end blocks not yet joined may
// turn out to hold more, so that loads without a block, which cost little, are made until all have
// been joined.
bool CrawlFeed::read(pipeline::Load& load) {
  CrawlLoad& crawl_load = static_cast<CrawlLoad&>(load);
  crawl_load.block.reset();
  if (has_more_) return true;
  std::shared_ptr<Block> block = BlockPool::take(pool_);
  if (reader_.next(*block)) {
    ++unjoined_;
    crawl_load.block = std::move(block);
    return true;
  }
  return unjoined_ > 0 || has_more_;
}

void CrawlFeed::expand(pipeline::Load& load) const {
  const CrawlLoad& crawl_load = static_cast<CrawlLoad&>(load);
  if (crawl_load.block != nullptr) warc::expand(*crawl_load.block);
}

void CrawlFeed::join(pipeline::Load& load) {
  CrawlLoad& crawl_load = static_cast<CrawlLoad&>(load);
  const bool has_block = crawl_load.block != nullptr;
  if (has_block) unpacker_.push(std::move(crawl_load.block));
  unpacker_.produce(crawl_load.output);
  note_crawls(crawl_load);
  if (options_.mark) mark_records(crawl_load);
  wants_alone_ = unpacker_.carried() > kLargeRecord;
  has_more_ = unpacker_.has_more();
  if (has_block) --unjoined_;
}

// A file's warcinfo record is about all records after it, whichever batches they fall into.
void CrawlFeed::note_crawls(CrawlLoad& load) {
  constexpr size_t kSearched = 512;
  if (load.output.input != crawl_input_) crawl_.reset();
  crawl_input_ = load.output.input;
  load.crawls.assign(1, {.from = 0, .name = crawl_});
  const std::vector<Item>& items = load.output.batch.items;
  for (size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.what != Item::What::record || item.arc || !item.reason.empty()) continue;
    const size_t searched = std::min<size_t>(item.header_size, kSearched);
    if (item.bytes.substr(0, searched).find("warcinfo") == std::string_view::npos) continue;
    if (parse_warc_header(item.bytes).header.kind != RecordKind::warcinfo) continue;
    const WarcinfoFields fields = parse_warcinfo(item.bytes.substr(item.header_size));
    crawl_ = std::make_shared<const std::string>(fields.is_part_of);
    load.crawls.push_back({.from = i, .name = crawl_});
  }
}

void CrawlFeed::mark_records(CrawlLoad& load) const {
  for (Item& item : load.output.batch.items) {
    if (item.what != Item::What::record || !item.reason.empty()) continue;
    item.marked = options_.mark(record_of(item, load.output.input, {}));
  }
}

void CrawlFeed::process(pipeline::Load& load, pipeline::Batch& batch) const {
  const CrawlLoad& crawl_load = static_cast<CrawlLoad&>(load);
  const Unpacker::Output& output = crawl_load.output;
  batch.input = output.input;
  batch.end_of_input = output.end_of_input;
  size_t crawl = 0;
  for (size_t i = 0; i < output.batch.items.size(); ++i) {
    const Item& item = output.batch.items[i];
    while (crawl + 1 < crawl_load.crawls.size() && crawl_load.crawls[crawl + 1].from <= i) ++crawl;
    const std::string* name = crawl_load.crawls[crawl].name.get();
    switch (item.what) {
      case Item::What::record:
        process_record(item, output.input, name != nullptr ? *name : std::string_view{}, batch);
        break;
      case Item::What::loss:
        ++batch.lines;
        batch.bad({.reason = item.reason,
                   .offset = item.place.offset,
                   .stored = true,
                   .detail = item.detail,
                   .truncated = item.truncated});
        break;
      case Item::What::raw:
        batch.emit(pipeline::kErrors, item.bytes);
        break;
    }
  }
}

void CrawlFeed::process_record(const Item& item, size_t input, std::string_view crawl,
                               pipeline::Batch& batch) const {
  const Record record = record_of(item, input, crawl);
  if (!record.loss.empty()) return use_(record, batch);  // it is counted as a loss
  ++batch.lines;
  const size_t bad = batch.bad_records.size();
  use_(record, batch);
  if (batch.bad_records.size() == bad) ++batch.records;
}

void CrawlFeed::recycle(pipeline::Load& load) const {
  static_cast<CrawlLoad&>(load).output.clear();
}

}  // namespace sluice::warc
