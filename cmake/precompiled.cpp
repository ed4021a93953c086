// A target must have a source to own a precompiled header.
#include "precompiled.h"
