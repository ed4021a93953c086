// A learned model as C++ source: lib/extract/model_data.cpp.
#pragma once

#include <string>

#include "training/extract/learner.h"

namespace sluice::training {

std::string model_source(const Learned& learned);

}  // namespace sluice::training
