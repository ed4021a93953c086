#include "fasttext/support.h"

#include <fasttext/fasttext.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

#include "sanitized.h"

namespace sluice::fasttext::test {
namespace {

// A file that is gone at the end.
class TemporaryFile {
 public:
  TemporaryFile() : path_((std::filesystem::temp_directory_path() / "sluice-XXXXXX").string()) {
    const int descriptor = ::mkstemp(path_.data());
    if (descriptor < 0) throw std::runtime_error("cannot make " + path_);
    ::close(descriptor);
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void append_utf8(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// Latin, Latin with accents, Cyrillic, Greek, Arabic, Devanagari, Thai, Han.
constexpr std::array<char32_t, 8> kAlphabets = {'a',   0xE0,  0x430, 0x3B1,
                                                0x627, 0x905, 0xE01, 0x4E10};

std::string made_word(uint32_t language, uint64_t word) {
  std::mt19937_64 random(word * 1000 + language);
  const char32_t first = kAlphabets[language % kAlphabets.size()];
  std::string text;
  for (uint64_t left = 1 + random() % 8; left > 0; --left) {
    append_utf8(first + static_cast<char32_t>(random() % 20), text);
  }
  return text;
}

std::shared_ptr<::fasttext::FastText> train(const Training& training) {
  const TemporaryFile text;
  {
    std::ofstream out(text.path(), std::ios::binary);
    std::mt19937_64 random(7);
    // As many lines of the first label as of all others together, and so on: a lopsided tree.
    for (uint32_t label = 0; label < training.labels; ++label) {
      const uint64_t lines = 3 + 400 / (label + 1);
      for (uint64_t line = 0; line < lines; ++line) {
        out << "__label__l_" << label << ' ' << made_text(label, 3 + random() % 8, random())
            << '\n';
      }
    }
  }
  ::fasttext::Args args;
  args.input = text.path();
  args.model = ::fasttext::model_name::sup;
  args.loss = static_cast<::fasttext::loss_name>(training.loss);
  args.dim = training.dim;
  args.wordNgrams = training.word_ngrams;
  args.minn = training.minn;
  args.maxn = training.maxn;
  // As its command line does.
  args.bucket = training.word_ngrams <= 1 && training.maxn == 0 ? 0 : training.bucket;
  args.epoch = training.epoch;
  args.minCount = 1;
  args.lr = 0.5;
  args.thread = 1;
  args.verbose = 0;
  auto library = std::make_shared<::fasttext::FastText>();
  library->train(args);
  return library;
}

std::string saved(::fasttext::FastText& library) {
  const TemporaryFile file;
  library.saveModel(file.path());
  return read_file(file.path());
}

}  // namespace

std::string trained(const Training& training) { return saved(*train(training)); }

std::string trained(const Training& training, const Quantisation& quantisation) {
  const auto library = train(training);
  ::fasttext::Args args = library->getArgs();
  const TemporaryFile text;
  if (quantisation.retrain) {
    std::ofstream out(text.path(), std::ios::binary);
    for (uint32_t line = 0; line < 200; ++line) {
      const uint32_t label = line % training.labels;
      out << "__label__l_" << label << ' ' << made_text(label, 5, line) << '\n';
    }
  }
  args.input = text.path();
  args.qnorm = quantisation.norms;
  args.qout = quantisation.output;
  args.retrain = quantisation.retrain;
  args.cutoff = quantisation.cutoff;
  args.dsub = quantisation.dsub;
  args.epoch = 1;
  args.lr = 0.1;
  args.thread = 1;
  args.verbose = 0;
  library->quantize(args);
  return saved(*library);
}

Oracle::Oracle(std::string_view model) : library_(std::make_unique<::fasttext::FastText>()) {
  const TemporaryFile file;
  std::ofstream(file.path(), std::ios::binary) << model;
  library_->loadModel(file.path());
}
Oracle::~Oracle() = default;

std::vector<Oracle::Answer> Oracle::predict(std::string_view text, int k, float threshold) const {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::istringstream in(line + '\n');
  std::vector<std::pair<::fasttext::real, std::string>> found;
  library_->predictLine(in, found, k, threshold);
  std::vector<Answer> answers;
  for (const auto& [score, label] : found) answers.push_back({label, score});
  return answers;
}

std::string made_text(uint32_t language, size_t words, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text;
  for (size_t i = 0; i < words; ++i) {
    if (i > 0) text += ' ';
    // Small numbers are frequent, as in a vocabulary.
    const uint64_t word = random() % (1 + random() % 60);
    text += made_word(language, word);
  }
  return text;
}

std::vector<std::string> odd_texts(uint64_t seed, size_t count) {
  std::vector<std::string> texts = {
      "",
      " ",
      "\n",
      " \t\n\v\f\r ",
      std::string(1, '\0'),
      std::string("a\0b\0\0c", 6),
      "</s>",
      "abc </s> def",
      "abc</s> def",
      "__label__l_0",
      "__label__l_1 abc __label__l_2 def",
      "__label__",
      "__label__unknown abc __label__x",
      "a__label__l_0 b",
      "\x01\x02\x1F\x7F \x1B[0m",
      "\xFF\xFE \x80\x80\x80 \xC3 \xC3\xC3 a\xC3",
      "\xF0\x9F\x98\x80\xF0\x9F\x98\x81 \xF0\x9F",
      "\xC2\xA0\xE3\x80\x80",
      "< > <> <a> > <",
      std::string(60, 'x'),
      std::string(54, 'y') + " " + std::string(55, 'y') + " " + std::string(53, 'y'),
      std::string(100'000, 'z'),
      made_text(2, 5000, seed),
      std::string(3000, ' ') + "abc",
  };
  std::mt19937_64 random(seed);
  while (texts.size() < count) {
    std::string text;
    for (uint64_t parts = 1 + random() % 4; parts > 0; --parts) {
      switch (random() % 6) {
        case 0:  // bytes
          for (uint64_t left = random() % 20; left > 0; --left) text += static_cast<char>(random());
          break;
        case 1:  // a word of another length
          text += std::string(random() % 80, static_cast<char>('a' + random() % 26));
          break;
        default:
          text += made_text(static_cast<uint32_t>(random() % 12), random() % 12, random());
      }
      text += " \n\t,"[random() % 4];
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

void Comparison::add(const Model& model, const Oracle& oracle, std::string_view text, size_t k,
                     Scratch& scratch) {
  ++texts;
  const auto expected = oracle.predict(text, static_cast<int>(k));
  const auto found = model.predict(text, k, 0, scratch);
  // Labels at the edge of what is given at all may be there or not.
  const auto is_seen = [](double score) { return score > 3e-5; };
  std::map<std::string, double> scores;
  for (const auto& [label, score] : found) scores[std::string(model.label(label))] = score;
  if (expected.empty() != found.empty()) {
    const double score = expected.empty() ? found[0].score : expected[0].score;
    other_labels += is_seen(score);
    return;
  }
  if (expected.empty()) return;
  other_labels += model.label(found[0].label) != expected[0].label;
  double least = 0;  // that had a place among the best
  for (const auto& answer : expected) least = answer.score;
  for (const auto& [label, score] : expected) {
    const auto same = scores.find(label);
    if (same != scores.end()) {
      largest_difference = std::max(largest_difference, std::abs(same->second - score));
    } else if (is_seen(score - least)) {
      largest_difference = std::max(largest_difference, score - least);
    }
  }
}

Comparison compare(std::string_view bytes, const std::vector<std::string>& texts,
                   const Model::Options& options) {
  const Model model(bytes, "model", options);
  const Oracle oracle(bytes);
  Scratch scratch(model);
  Comparison comparison;
  for (const std::string& text : texts) {
    comparison.add(model, oracle, text, 1, scratch);
    comparison.add(model, oracle, text, 5, scratch);
  }
  return comparison;
}

testing::AssertionResult agrees(const Comparison& comparison) {
  // 1e-4 is the promise. What is trained on the few texts of a sanitized build has large weights,
  // whose sums in another order than fastText's differ by more than elsewhere.
  const double most = kSanitized ? 1e-4 : 2e-5;
  if (comparison.other_labels == 0 && comparison.largest_difference <= most) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << comparison.other_labels << " of " << comparison.texts
                                     << " texts have another label, and scores differ by up to "
                                     << comparison.largest_difference;
}

std::optional<std::string> models_folder() {
  const char* folder = std::getenv("SLUICE_MODELS");
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return folder;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path);
  return content.str();
}

}  // namespace sluice::fasttext::test
