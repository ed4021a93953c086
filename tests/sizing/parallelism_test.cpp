#include "sizing/parallelism.h"

#include <gtest/gtest.h>

#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

TEST(AllReduceBytes, AgreeWithTheWorkedExample) {
  const double gradients = 2 * 6'738'415'616.0;
  const double bytes = all_reduce_bytes(gradients, 64);
  EXPECT_TRUE(prints_as(bytes / 1e9, "26.532511488"));
  EXPECT_TRUE(prints_as(zero3_bytes(gradients, 64) / 1e9, "39.798767232"));
  EXPECT_TRUE(prints_as(bytes / 50e9, "0.53065"));
}

TEST(AllReduceBytes, AreNoneOnOneGpu) {
  EXPECT_EQ(all_reduce_bytes(1e9, 1), 0);
  EXPECT_EQ(zero3_bytes(1e9, 1), 0);
}

TEST(TensorParallelBytes, AgreeWithTheWorkedExample) {
  const double layer = tensor_parallel_bytes(8192, 1, 8192, 8);
  EXPECT_TRUE(prints_as(layer, "939,524,096"));
  EXPECT_TRUE(prints_as(80 * layer / 1e9, "75.16192768"));
  EXPECT_TRUE(prints_as(80 * layer / 450e9, "0.1670"));
  EXPECT_TRUE(prints_as(80 * layer / 50e9, "1.5032"));
}

TEST(TensorParallelBytes, AreHalfAsMuchAgainWithFullRecompute) {
  EXPECT_DOUBLE_EQ(tensor_parallel_bytes(8192, 1, 8192, 8, true),
                   1.5 * tensor_parallel_bytes(8192, 1, 8192, 8));
}

TEST(PipelineBytes, AgreeWithTheWorkedExample) {
  EXPECT_TRUE(prints_as(pipeline_bytes(8192, 1, 8192) / 1e6, "268.435456"));
}

TEST(ContextParallelBytes, AreTheOtherGpusKeysAndValues) {
  // Llama 3 8B: 8 heads of 128; 3 of 4 parts, keys and values, 2 bytes each.
  EXPECT_EQ(context_parallel_bytes(32'768, 1, 1024, 4), 0.75 * 32'768 * 1024 * 2 * 2);
  EXPECT_EQ(context_parallel_bytes(32'768, 1, 1024, 1), 0);
}

TEST(PipelineBubble, AgreesWithTheWorkedExamples) {
  EXPECT_TRUE(prints_as(pipeline_bubble(4, 4), "0.428571429"));
  EXPECT_TRUE(prints_as(pipeline_bubble(4, 32), "0.085714286"));
  EXPECT_TRUE(prints_as(pipeline_bubble(8, 64), "0.098591549"));
  EXPECT_TRUE(prints_as(pipeline_bubble(16, 32), "0.319148936"));
  EXPECT_TRUE(prints_as(pipeline_bubble(16, 32, 5), "0.085714286"));
  EXPECT_EQ(pipeline_bubble(1, 8), 0);
}

}  // namespace
}  // namespace sluice::sizing
