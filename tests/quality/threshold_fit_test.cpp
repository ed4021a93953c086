#include "quality/threshold_fit.h"

#include <gmock/gmock.h>

#include <initializer_list>

namespace sluice::quality {
namespace {

using testing::DoubleNear;
using testing::Optional;

// So many values, evenly spread.
ValueHistogram evenly(double from, double to, Scale scale = Scale::fraction) {
  ValueHistogram histogram(scale);
  for (int i = 0; i < 1000; ++i) histogram.add(from + (to - from) * (i + 0.5) / 1000);
  return histogram;
}

TEST(Fit, TailDropsAShareOfTheDocuments) {
  const ValueHistogram values = evenly(0.2, 0.4);
  Fit fit{.method = FitMethod::tail, .comparison = Comparison::above};
  EXPECT_THAT(fit.threshold(values), Optional(DoubleNear(0.38, 0.002)));
  fit.comparison = Comparison::below;
  EXPECT_THAT(fit.threshold(values), Optional(DoubleNear(0.22, 0.002)));
  fit.tail = 0.5;
  EXPECT_THAT(fit.threshold(values), Optional(DoubleNear(0.3, 0.002)));
}

// The reference drops a fourth; so does the language.
TEST(Fit, QuantileDropsAsManyAsInTheReference) {
  const ValueHistogram english = evenly(0, 0.4);
  const ValueHistogram german = evenly(0.1, 0.2);
  Fit fit{.method = FitMethod::quantile,
          .comparison = Comparison::above,
          .reference = &english,
          .reference_threshold = 0.3};
  EXPECT_THAT(fit.threshold(german), Optional(DoubleNear(0.175, 0.002)));
  fit.comparison = Comparison::below;
  fit.reference_threshold = 0.1;
  EXPECT_THAT(fit.threshold(german), Optional(DoubleNear(0.125, 0.002)));
}

// Of values spread evenly, s is width / sqrt(12): 0.3 is as far from 0.2 as 0.16 from 0.15, by
// ratio of widths.
TEST(Fit, MeanAndDeviationCarryTheDistanceOver) {
  const ValueHistogram english = evenly(0, 0.4);
  const ValueHistogram german = evenly(0.13, 0.17);
  const Fit fit{.method = FitMethod::mean_deviation,
                .comparison = Comparison::above,
                .reference = &english,
                .reference_threshold = 0.3};
  EXPECT_THAT(fit.threshold(german), Optional(DoubleNear(0.16, 0.001)));
  EXPECT_THAT(fit.threshold(english), Optional(DoubleNear(0.3, 0.001)));
}

TEST(Fit, ThresholdsOfSharesStayShares) {
  const ValueHistogram english = evenly(0.4, 0.5);
  const Fit fit{.method = FitMethod::mean_deviation,
                .comparison = Comparison::above,
                .reference = &english,
                .reference_threshold = 0.9};
  EXPECT_THAT(fit.threshold(evenly(0, 1)), Optional(1.0));
  const Fit below{.method = FitMethod::mean_deviation,
                  .comparison = Comparison::below,
                  .reference = &english,
                  .reference_threshold = 0};
  EXPECT_THAT(below.threshold(evenly(0, 1)), Optional(0.0));
}

TEST(Fit, LanguageScoresAreKeptBetweenBounds) {
  const Fit fit{.method = FitMethod::median_deviation, .comparison = Comparison::at_most};
  EXPECT_THAT(fit.threshold(evenly(0, 0.2)), Optional(0.3));
  EXPECT_THAT(fit.threshold(evenly(0.97, 0.99)), Optional(0.9));
  EXPECT_THAT(fit.threshold(evenly(0.5, 1)), Optional(DoubleNear(0.75 - 0.1443, 0.003)));
}

TEST(Fit, ValuesThatTellNothingGiveNothing) {
  const ValueHistogram none(Scale::fraction);
  const ValueHistogram same = evenly(0.5, 0.5);
  for (const FitMethod method : {FitMethod::quantile, FitMethod::mean_deviation, FitMethod::tail,
                                 FitMethod::median_deviation}) {
    EXPECT_EQ((Fit{.method = method, .reference = &same}.threshold(none)), std::nullopt);
    EXPECT_EQ(fit_method_called(name_of(method)), method);
  }
  EXPECT_EQ((Fit{.method = FitMethod::quantile}.threshold(same)), std::nullopt);
  EXPECT_EQ((Fit{.method = FitMethod::mean_deviation}.threshold(same)), std::nullopt);
  EXPECT_EQ((Fit{.method = FitMethod::mean_deviation, .reference = &same}.threshold(same)),
            std::nullopt);
  EXPECT_EQ(fit_method_called("mode"), std::nullopt);
}

}  // namespace
}  // namespace sluice::quality
