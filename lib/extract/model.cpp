#include "extract/model.h"

#include "base/hash.h"

namespace sluice::extract {
namespace {

// Numbers one after the other, low bytes first.
class Bytes {
 public:
  void add(uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes_ += static_cast<char>(value >> (8 * i));
  }
  void add(const Forest& forest) {
    add(static_cast<uint32_t>(forest.bias), 4);
    add(forest.depth, 4);
    add(forest.splits.size(), 8);
    for (const Split& split : forest.splits) {
      add(split.feature, 2);
      add(static_cast<uint16_t>(split.threshold), 2);
    }
    for (const int16_t leaf : forest.leaves) add(static_cast<uint16_t>(leaf), 2);
  }
  const std::string& all() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace

std::string digest_of(const Model& model) {
  Bytes bytes;
  bytes.add(model.lexicon.entries.size(), 8);
  for (const Lexicon::Entry& entry : model.lexicon.entries) {
    bytes.add(entry.word, 4);
    bytes.add(static_cast<uint16_t>(entry.weight), 2);
  }
  for (const Forest& forest : model.kinds) bytes.add(forest);
  bytes.add(model.first);
  bytes.add(model.second);
  return sha256_hex(bytes.all());
}

}  // namespace sluice::extract
