#include "sizing/hardware.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "complaint.h"
#include "sizing/printed.h"
#include "sizing/roofline.h"

namespace sluice::sizing {
namespace {

TEST(BuiltInHardware, HoldsTheAcceleratorsOfTheField) {
  const std::vector<Hardware> known = built_in_hardware();
  EXPECT_EQ(known.size(), 27);
  const Hardware& h100 = hardware_named("h100-sxm", known);
  EXPECT_EQ(h100.name, "NVIDIA H100 SXM");
  EXPECT_EQ(h100.bf16_peak, 989e12);
  EXPECT_EQ(h100.sparse_headline, 1979e12);
  EXPECT_EQ(h100.memory_bytes, 80e9);
  EXPECT_EQ(h100.link_bandwidth, 450e9);
  EXPECT_EQ(h100.node, 8);
  EXPECT_EQ(h100.prices.size(), 4);
  EXPECT_EQ(h100.prices[2].vendor, "Lambda");
  EXPECT_EQ(h100.prices[2].dollars, 3.29);
  EXPECT_EQ(h100.confidence, Confidence::high);
  EXPECT_TRUE(prints_as(ridge(h100.bf16_peak, h100.bandwidth), "295.2238806"));
}

TEST(BuiltInHardware, IsPlausible) {
  for (const Hardware& one : built_in_hardware()) {
    // The sparse headline is twice the dense peak, to its rounding.
    if (one.sparse_headline > 0) {
      EXPECT_NEAR(one.sparse_headline / one.bf16_peak, 2, 0.03) << one.id;
    }
    EXPECT_LT(one.achieved, one.bf16_peak) << one.id;
    EXPECT_GT(ridge(one.bf16_peak, one.bandwidth), 100) << one.id;
    EXPECT_LT(ridge(one.bf16_peak, one.bandwidth), 600) << one.id;
  }
}

TEST(HardwareNamed, SuggestsTheNearest) {
  const std::vector<Hardware> known = built_in_hardware();
  EXPECT_EQ(complaint_of([&] { hardware_named("h100-smx", known); }),
            "unknown hardware 'h100-smx'; did you mean 'h100-sxm'?");
}

TEST(ReadHardware, ChangesOnlyWhatTheFileNames) {
  const std::vector<Hardware> ours =
      read_hardware("[h100-sxm]\nlink_gbps = 200\nprices = [{vendor = \"us\", dollars = 1.9}]\n",
                    "ours.toml", built_in_hardware());
  const Hardware& h100 = hardware_named("h100-sxm", ours);
  EXPECT_EQ(h100.link_bandwidth, 200e9);
  EXPECT_EQ(h100.bf16_peak, 989e12);
  ASSERT_EQ(h100.prices.size(), 1);
  EXPECT_EQ(h100.prices[0].dollars, 1.9);
  EXPECT_EQ(ours.size(), built_in_hardware().size());
}

TEST(ReadHardware, AddsWhatIsNewAndComplete) {
  const std::vector<Hardware> ours =
      read_hardware("[x1]\nbf16_tflops = 100\nmemory_gb = 32\nbandwidth_tbps = 1\n", "ours.toml");
  ASSERT_EQ(ours.size(), 1);
  EXPECT_EQ(ours[0].name, "x1");
  EXPECT_EQ(ours[0].bf16_peak, 100e12);
  EXPECT_EQ(complaint_of([] { read_hardware("[x1]\nbf16_tflops = 100\n", "ours.toml"); }),
            "ours.toml:1: [x1]: 'memory_gb' is missing or 0");
}

TEST(ReadHardware, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(complaint_of([] {
              read_hardware("[h100-sxm]\nbf16_tflop = 1\n", "ours.toml", built_in_hardware());
            }),
            "ours.toml:2: [h100-sxm]: unknown key 'bf16_tflop'; did you mean 'bf16_tflops'?");
  EXPECT_EQ(complaint_of([] {
              read_hardware("[h100-sxm]\nconfidence = \"sure\"\n", "ours.toml",
                            built_in_hardware());
            }),
            "ours.toml:1: [h100-sxm]: 'confidence' must be low, medium or high, not 'sure'");
}

TEST(ReadHardware, RefusesPeaksWithSparsity) {
  const auto read = [](const char* toml, SparsePeaks sparse = SparsePeaks::refused) {
    return complaint_of([&] { read_hardware(toml, "ours.toml", built_in_hardware(), sparse); });
  };
  EXPECT_EQ(read("[h100-sxm]\nnode = 8\nbf16_tflops = 1979\n"),
            "ours.toml:3: [h100-sxm]: 'bf16_tflops' 1979 is the figure of NVIDIA H100 SXM with 2:4 "
            "sparsity; dense is 989 (--allow-sparse-peak insists)");
  EXPECT_NE(read("[x1]\nbf16_tflops = 624\nmemory_gb = 80\nbandwidth_tbps = 2\n"), "");
  // Its own headline, of an accelerator that nobody knows.
  EXPECT_NE(read("[x1]\nbf16_tflops = 700\nsparse_tflops = 700\nmemory_gb = 80\n"
                 "bandwidth_tbps = 2\n"),
            "");
  EXPECT_EQ(read("[h100-sxm]\nbf16_tflops = 1979\n", SparsePeaks::allowed), "");
  EXPECT_EQ(read("[h100-sxm]\nbf16_tflops = 989.4\n"), "");
}

TEST(ReadHardware, RefusesWhatOverflows) {
  EXPECT_NE(complaint_of([] {
              read_hardware("[x1]\nbf16_tflops = 1e300\nmemory_gb = 1\nbandwidth_tbps = 1\n",
                            "ours.toml");
            }),
            "");
}

TEST(SparseHeadlineOf, CatchesTheHeadlinesAndNoDensePeak) {
  const std::vector<Hardware> known = built_in_hardware();
  ASSERT_NE(sparse_headline_of(1979e12, known), nullptr);
  EXPECT_EQ(sparse_headline_of(1979e12, known)->id, "h100-sxm");
  EXPECT_EQ(sparse_headline_of(1978.9e12, known)->id, "h100-sxm");
  EXPECT_EQ(sparse_headline_of(624e12, known)->id, "a100-40-sxm");
  EXPECT_EQ(sparse_headline_of(1500e12, known), nullptr);
  for (const Hardware& one : known) {
    EXPECT_EQ(sparse_headline_of(one.bf16_peak, known), nullptr) << one.id;
  }
}

}  // namespace
}  // namespace sluice::sizing
