// What one thread needs for one text after the other (identifier.h).
#pragma once

#include "langid/identifier.h"

namespace sluice::langid {

struct Identifier::Scratch {};

}  // namespace sluice::langid
