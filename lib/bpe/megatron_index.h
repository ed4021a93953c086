// Megatron's index of a token file: the .idx beside a .bin (its MMapIndexedDataset, since Megatron
// Core IndexedDataset).
//
//   MegatronIndex index;
//   index.add(812);                           // for each sequence, in order
//   while (index.next(2, out)) …              // the file's bytes, piece by piece
//
// The file: "MMIDIDX\0\0", version (u64, 1), code of the ids' type (u8), number of sequences (u64),
// length of the last array (u64); then int32 lengths of the sequences in ids, int64 bytes of the
// .bin before each, and int64 numbers of the first sequence of each document and, behind the last
// one, the number of sequences. All little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.h"

namespace sluice::bpe {

// Here every sequence is a document of its own. Memory: 4 bytes a sequence.
class MegatronIndex {
 public:
  // At most 2^31 - 1 ids, else false and nothing is added: lengths are int32 there.
  bool add(uint64_t ids);
  // Appends the file's next bytes, about a mebibyte; false when there are no more.
  bool next(size_t bytes_per_id, Buffer& out);

 private:
  enum class Part : uint8_t { head, lengths, pointers, documents, done };
  std::vector<uint32_t> lengths_;
  Part part_ = Part::head;
  size_t done_ = 0;       // of this part
  uint64_t pointer_ = 0;  // bytes before the next sequence
};

}  // namespace sluice::bpe
