#include "quality/fingerprint.h"

#include <random>

namespace sluice::quality {

HashKeys HashKeys::draw() {
  std::random_device device;
  const auto number = [&device] { return uint64_t{device()} << 32 | device(); };
  const uint64_t low = number();
  return {low, number()};
}

HashKeys HashKeys::current_ = HashKeys::draw();

}  // namespace sluice::quality
