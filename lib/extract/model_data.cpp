#include "extract/model.h"

namespace sluice::extract {

const Model kModel = {};

}  // namespace sluice::extract
