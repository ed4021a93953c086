#include "warc/header.h"

#include <gtest/gtest.h>

#include "warc/crawl_feed.h"
