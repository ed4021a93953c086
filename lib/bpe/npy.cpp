#include "bpe/npy.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/error.h"

namespace sluice::bpe {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kVersionAt = 6;
constexpr size_t kLengthAt = 8;

// A Python dictionary as NumPy writes it: {'descr': '<u2', 'fortran_order': False, 'shape': (7,), }
class Literal {
 public:
  explicit Literal(std::string_view text) : text_(text) {}

  // What stands behind a key and its colon.
  std::string_view value(std::string_view key) const {
    const std::string quoted = "'" + std::string(key) + "'";
    const size_t at = text_.find(quoted);
    if (at == std::string_view::npos) {
      throw ConfigError("the .npy header has no " + quoted);
    }
    std::string_view rest = text_.substr(at + quoted.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(": "), rest.size()));
    return rest;
  }

 private:
  std::string_view text_;
};

size_t id_bytes_of(std::string_view descr) {
  if (descr.starts_with("'<u2'")) return sizeof(uint16_t);
  if (descr.starts_with("'<u4'") || descr.starts_with("'<i4'")) return sizeof(uint32_t);
  throw ConfigError("the .npy file holds no token ids: its type is " +
                    std::string(descr.substr(0, descr.find(','))) +
                    "; expected '<u2', '<u4' or '<i4'");
}

std::vector<uint64_t> shape_of(std::string_view shape) {
  const size_t end = shape.find(')');
  if (!shape.starts_with('(') || end == std::string_view::npos) {
    throw ConfigError("the .npy header has no shape");
  }
  std::vector<uint64_t> sizes;
  for (const char *at = shape.data() + 1, *last = shape.data() + end; at < last;) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    uint64_t size = 0;
    const auto [next, error] = std::from_chars(at, last, size);
    if (error != std::errc()) throw ConfigError("the .npy header's shape is no list of numbers");
    sizes.push_back(size);
    at = next;
  }
  if (sizes.empty() || sizes.size() > 2) {
    throw ConfigError("the .npy file has " + std::to_string(sizes.size()) +
                      " dimensions; token ids have one, or two for rows");
  }
  return sizes;
}

}  // namespace

std::string npy_head(size_t bytes_per_id, uint64_t ids, uint64_t row) {
  std::string head(kMagic);
  head += '\x01';
  head += '\x00';
  constexpr size_t kDictionary = kNpyHeadBytes - kLengthAt - 2;
  head += static_cast<char>(kDictionary);
  head += '\x00';
  head += bytes_per_id == sizeof(uint16_t) ? "{'descr': '<u2'" : "{'descr': '<u4'";
  head += ", 'fortran_order': False, 'shape': (";
  head += row == 0 ? std::to_string(ids) + ",)"
                   : std::to_string(ids / row) + ", " + std::to_string(row) + ")";
  head += ", }";
  head.resize(kNpyHeadBytes - 1, ' ');
  head += '\n';
  return head;
}

std::optional<size_t> npy_head_bytes(std::string_view first) {
  constexpr size_t kNeeded = 12;
  if (first.size() < kNeeded || !first.starts_with(kMagic)) return std::nullopt;
  const auto byte = [&](size_t at) { return size_t{static_cast<unsigned char>(first[at])}; };
  const size_t version = byte(kVersionAt);
  const size_t low = byte(kLengthAt) | byte(kLengthAt + 1) << 8;
  if (version == 1) return kLengthAt + 2 + low;
  if (version > 3) return std::nullopt;
  return kNeeded + (low | byte(kLengthAt + 2) << 16 | byte(kLengthAt + 3) << 24);
}

NpyArray read_npy_head(std::string_view bytes) {
  const std::optional<size_t> size = npy_head_bytes(bytes);
  if (!size || *size > bytes.size()) throw ConfigError("this is no .npy file");
  const Literal literal(bytes.substr(0, *size));
  if (!literal.value("fortran_order").starts_with("False")) {
    throw ConfigError("the .npy file is in Fortran order; token ids are in C order");
  }
  const std::vector<uint64_t> shape = shape_of(literal.value("shape"));
  NpyArray array{.head_bytes = *size,
                 .bytes_per_id = id_bytes_of(literal.value("descr")),
                 .ids = shape[0],
                 .row = shape.size() == 2 ? shape[1] : 0};
  if (shape.size() == 2 && __builtin_mul_overflow(shape[0], shape[1], &array.ids)) {
    throw ConfigError("the .npy header's shape is larger than any file");
  }
  return array;
}

}  // namespace sluice::bpe
