#include "bpe/megatron_index.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

namespace sluice::bpe {
namespace {

template <class Number>
void append_number(Number value, Buffer& out) {
  std::memcpy(out.grow(sizeof value), &value, sizeof value);
}

}  // namespace

bool MegatronIndex::add(uint64_t ids) {
  if (ids > static_cast<uint64_t>(std::numeric_limits<int32_t>::max())) return false;
  lengths_.push_back(static_cast<uint32_t>(ids));
  return true;
}

bool MegatronIndex::next(size_t bytes_per_id, Buffer& out) {
  constexpr size_t kAtOnce = size_t{1} << 17;  // sequences
  constexpr std::string_view kMagic("MMIDIDX\0\0", 9);
  constexpr uint64_t kVersion = 1;
  constexpr uint8_t kUint16 = 8;
  constexpr uint8_t kInt32 = 4;
  const size_t end = std::min(done_ + kAtOnce, lengths_.size() + (part_ == Part::documents));
  switch (part_) {
    case Part::head:
      out.append(kMagic);
      append_number(kVersion, out);
      append_number(bytes_per_id == sizeof(uint16_t) ? kUint16 : kInt32, out);
      append_number(uint64_t{lengths_.size()}, out);
      append_number(uint64_t{lengths_.size()} + 1, out);
      part_ = Part::lengths;
      return true;
    case Part::lengths:
      for (; done_ < end; ++done_) append_number(lengths_[done_], out);
      break;
    case Part::pointers:
      for (; done_ < end; ++done_) {
        append_number(pointer_, out);
        pointer_ += lengths_[done_] * bytes_per_id;
      }
      break;
    case Part::documents:
      for (; done_ < end; ++done_) append_number(uint64_t{done_}, out);
      break;
    case Part::done:
      return false;
  }
  if (done_ >= lengths_.size() + (part_ == Part::documents)) {
    part_ = static_cast<Part>(static_cast<uint8_t>(part_) + 1);
    done_ = 0;
  }
  return true;
}

}  // namespace sluice::bpe
