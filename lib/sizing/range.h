// A number of which only the bounds are known.
#pragma once

namespace sluice::sizing {

struct Range {
  double low = 0;
  double high = 0;
};

}  // namespace sluice::sizing
