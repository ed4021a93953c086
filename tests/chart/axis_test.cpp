#include "chart/axis.h"

#include <gtest/gtest.h>
