#include "sizing/published_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/error.h"
#include "sizing/compute.h"
#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

class PublishedModels : public testing::Test {
 protected:
  const PublishedModel& named(const std::string& id) const {
    const auto found = std::ranges::find(models_, id, &PublishedModel::id);
    if (found == models_.end()) throw ConfigError("no model " + id);
    return *found;
  }

  const std::vector<Hardware> hardware_ = built_in_hardware();
  const std::vector<PublishedModel> models_ = published_models(hardware_);
};

struct Row {
  const char* id;
  const char* parameters;
  const char* vocabulary_percent;
  const char* six_n;  // 1e9 FLOP a token
  const char* full;
  const char* causal;
};

// Totals are those of the stored weights, or of the authors' own tables; of GPT-3, PaLM and LLaMA
// they are what follows from the shape, since only nominal ones were published (see below).
TEST_F(PublishedModels, HaveThePublishedParametersAndTheFlopsThatFollow) {
  const std::array rows = {
      Row{"gpt2-small", "124,439,808", "31.02", "0.747", "0.854", "0.798"},
      Row{"gpt2-xl", "1,557,611,200", "5.16", "9.346", "10.274", "9.802"},
      Row{"gpt3-175b", "174,604,259,328", "0.35", "1047.626", "1076.373", "1061.878"},
      Row{"palm-540b", "540,356,474,880", "0.87", "3242.139", "3277.760", "3259.943"},
      Row{"bloom-176b", "176,247,271,424", "2.04", "1057.484", "1082.068", "1069.736"},
      Row{"llama-65b", "65,285,660,672", "0.80", "391.714", "406.239", "398.186"},
      Row{"llama-2-7b", "6,738,415,616", "3.89", "40.430", "46.085", "42.864"},
      Row{"llama-2-13b", "13,015,864,320", "2.52", "78.095", "87.176", "82.143"},
      Row{"llama-2-70b", "68,976,648,192", "0.76", "413.860", "444.491", "428.385"},
      Row{"llama-3-8b", "8,030,261,248", "13.08", "48.182", "57.913", "51.470"},
      Row{"llama-3-70b", "70,553,706,496", "2.98", "423.322", "481.435", "449.223"},
      Row{"llama-3.1-405b", "405,853,388,800", "1.04", "2435.120", "2625.425", "2523.956"},
      Row{"llama-3.2-1b", "1,235,814,400", "21.25", "7.415", "10.636", "9.025"},
      Row{"llama-3.2-3b", "3,212,749,824", "12.26", "19.276", "27.731", "23.503"},
      Row{"mistral-7b", "7,241,732,096", "3.62", "43.450", "55.547", "49.105"},
      Row{"qwen2.5-0.5b", "494,032,768", "27.56", "2.964", "4.021", "3.492"},
      Row{"qwen2.5-7b", "7,615,616,512", "14.31", "45.694", "47.354", "44.888"},
      Row{"qwen2.5-72b", "72,706,203,648", "3.43", "436.237", "460.962", "444.856"},
      Row{"olmo-2-7b", "7,298,617,344", "11.26", "43.792", "47.765", "44.544"},
      Row{"olmo-2-13b", "13,716,198,400", "7.49", "82.297", "89.276", "84.243"},
      Row{"smollm2-135m", "134,515,008", "21.05", "0.807", "1.232", "1.019"},
      Row{"smollm2-1.7b", "1,711,376,384", "5.88", "10.268", "11.476", "10.872"},
      Row{"smollm3-3b", "3,075,098,624", "8.54", "18.451", "22.074", "20.262"},
      Row{"mpt-7b", "6,658,859,008", "3.10", "39.953", "43.114", "41.503"},
      Row{"deepseek-v3", "671,026,419,200", "0.28", "4026.159", nullptr, nullptr},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.id);
    const PublishedModel& model = named(row.id);
    ASSERT_TRUE(model.shape);
    const ParameterCount count = count_parameters(*model.shape);
    EXPECT_TRUE(prints_as(model.parameters, row.parameters));
    EXPECT_TRUE(prints_as(100 * count.vocabulary() / count.total(), row.vocabulary_percent));
    EXPECT_TRUE(prints_as(training_flops(model.parameters, 1) / 1e9, row.six_n));
    if (row.full == nullptr) continue;
    const auto flops = [&](Attention attention) {
      return flops_per_token(*model.shape, model.context, attention) / 1e9;
    };
    EXPECT_TRUE(prints_as(flops(Attention::full), row.full));
    EXPECT_TRUE(prints_as(flops(Attention::causal), row.causal));
  }
}

TEST_F(PublishedModels, AreNearTheirNamesWhereNoOtherTotalWasPublished) {
  EXPECT_NEAR(named("gpt3-175b").parameters, 175e9, 0.5e9);
  EXPECT_NEAR(named("palm-540b").parameters, 540e9, 0.5e9);
  EXPECT_NEAR(named("llama-65b").parameters, 65e9, 0.5e9);
}

TEST_F(PublishedModels, CountTheExpertsThatATokenMeets) {
  EXPECT_TRUE(prints_as(named("deepseek-v3").active_parameters, "37,552,297,472"));
  EXPECT_EQ(named("llama-2-7b").active_parameters, named("llama-2-7b").parameters);
}

TEST_F(PublishedModels, AreNominalWhereTheShapeIsNotKnown) {
  EXPECT_FALSE(named("chinchilla-70b").shape);
  EXPECT_EQ(named("chinchilla-70b").parameters, 70e9);
  EXPECT_TRUE(prints_as(training_flops(280e9, 1) / 1e9, "1680"));
}

struct Utilisation {
  const char* id;
  const char* percent;
};

TEST_F(PublishedModels, TellTheirUtilisation) {
  const std::array rows = {
      Utilisation{"llama-7b", "43.67"},    Utilisation{"llama-65b", "47.76"},
      Utilisation{"llama-2-7b", "39.06"},  Utilisation{"llama-2-13b", "37.72"},
      Utilisation{"llama-2-70b", "42.84"}, Utilisation{"bloom-176b", "31.82"},
      Utilisation{"llama-3-70b", "27.87"}, Utilisation{"llama-3.1-405b", "34.60"},
      Utilisation{"smollm3-3b", "26.24"},  Utilisation{"palm-540b", "30.39"},
      Utilisation{"gopher-280b", "30.2"},  Utilisation{"llama-3-8b", "15.6"},
      Utilisation{"llama-3.2-1b", "5.1"},  Utilisation{"llama-3.2-3b", "10.6"},
  };
  for (const Utilisation& row : rows) {
    EXPECT_TRUE(prints_as(100 * reported_utilisation(named(row.id)), row.percent)) << row.id;
  }
  EXPECT_EQ(reported_utilisation(named("mistral-7b")), 0);
}

// Cards' hours of the others hold more than the stated tokens, or their recipe is another.
TEST_F(PublishedModels, CalibrateWhereTheyAreOnePlainPreTraining) {
  for (const PublishedModel& model : models_) {
    if (!model.calibrates) continue;
    EXPECT_GT(reported_utilisation(model), 0.25) << model.id;
    EXPECT_LT(reported_utilisation(model), 0.50) << model.id;
  }
  for (const char* id : {"llama-3-8b", "llama-3.2-1b", "llama-3.2-3b"}) {
    EXPECT_FALSE(named(id).calibrates) << id;
  }
}

TEST_F(PublishedModels, AreConsistentWithTheFlopsReported) {
  for (const PublishedModel& model : models_) {
    if (model.flops == 0 || !model.shape) continue;
    const double flops = training_flops(model.active_parameters, model.tokens);
    EXPECT_NEAR(flops / model.flops, 1, 0.03) << model.id;
  }
}

TEST_F(PublishedModels, NeedTheirHardware) { EXPECT_THROW(published_models({}), ConfigError); }

}  // namespace
}  // namespace sluice::sizing
