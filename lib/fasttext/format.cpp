#include "fasttext/format.h"

#include <limits>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/format.h"

namespace sluice::fasttext {
namespace {

constexpr int32_t kMagic = 793712314;
constexpr int32_t kOldest = 11;  // the first with a magic number
constexpr int32_t kNewest = 12;
constexpr int32_t kSupervised = 3;
constexpr int8_t kWord = 0;
constexpr int8_t kLabel = 1;
// Far beyond what anybody trains with; a text of n words or characters has n times as many n-grams.
constexpr int32_t kLongestNgram = 100;

class Reader {
 public:
  Reader(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  ModelFile read();

 private:
  [[noreturn]] void complain(uint64_t offset, const std::string& what) const {
    throw ConfigError(std::string(name_) + ": at byte " + with_thousands(offset) + ": " + what);
  }
  uint64_t rest() const { return bytes_.size() - at_; }
  std::string_view take(uint64_t size, const char* what);
  template <class T>
  T take(const char* what) {
    return load<T>(take(sizeof(T), what).data());
  }
  // An i32 or i64 within these bounds.
  template <class T>
  T take(const char* what, T least, T most = std::numeric_limits<T>::max());
  bool take_flag(const char* what);

  void check_magic();
  void read_options(ModelFile& file);
  void read_dictionary(ModelFile& file);
  void read_entries(ModelFile& file);
  void read_prune_pairs(ModelFile& file, int64_t pairs, uint64_t offset);
  Matrix read_dense();
  Matrix read_quantised();
  ProductQuantizer read_quantizer();
  void check_input(const ModelFile& file, uint64_t offset) const;

  const std::string_view bytes_;
  const std::string_view name_;
  uint64_t at_ = 0;
  uint64_t pairs_at_ = 0;
};

std::string_view Reader::take(uint64_t size, const char* what) {
  if (size > rest()) {
    complain(bytes_.size(), "the file ends here, within " + std::string(what) + " (" +
                                with_thousands(size) + " bytes from byte " + with_thousands(at_) +
                                "): it is cut short or damaged");
  }
  const std::string_view taken = bytes_.substr(at_, size);
  at_ += size;
  return taken;
}

template <class T>
T Reader::take(const char* what, T least, T most) {
  const uint64_t offset = at_;
  const T value = take<T>(what);
  if (value < least || value > most) {
    const std::string bounds = most == std::numeric_limits<T>::max()
                                   ? "at least " + std::to_string(least)
                                   : std::to_string(least) + " to " + std::to_string(most);
    complain(offset, std::string(what) + " is " + std::to_string(value) + ", not " + bounds +
                         ": the file is damaged");
  }
  return value;
}

bool Reader::take_flag(const char* what) {
  const uint64_t offset = at_;
  const auto value = take<uint8_t>(what);
  if (value > 1) {
    complain(offset, std::string(what) + " is " + std::to_string(value) +
                         ", not 0 or 1: the file is damaged");
  }
  return value == 1;
}

// The mistakes that people make: another kind of file.
void Reader::check_magic() {
  if (bytes_.empty()) complain(0, "the file is empty, not a fastText model");
  if (bytes_.starts_with("\x1F\x8B")) {
    complain(0, "the file is gzip-compressed: decompress it first (gunzip)");
  }
  if (bytes_.starts_with("\x28\xB5\x2F\xFD")) {
    complain(0, "the file is zstd-compressed: decompress it first (unzstd)");
  }
  if (bytes_.starts_with("PK\x03\x04")) {
    complain(0, "the file is a zip archive: unpack it first (unzip)");
  }
  if (bytes_.size() < sizeof(int32_t) || load<int32_t>(bytes_.data()) != kMagic) {
    complain(0,
             "not a fastText model: those begin with the bytes ba 16 4f 2f, and are what "
             "`fasttext supervised` writes as .bin and `fasttext quantize` as .ftz");
  }
  at_ = sizeof(int32_t);
}

void Reader::read_options(ModelFile& file) {
  const uint64_t version_at = at_;
  const auto version = take<int32_t>("the version");
  if (version < kOldest || version > kNewest) {
    complain(version_at, "a fastText model of version " + std::to_string(version) +
                             ", and only 11 and 12 are known");
  }
  file.dim = static_cast<uint32_t>(take<int32_t>("dim", 1));
  for (const char* option : {"ws", "epoch", "minCount", "neg"}) take<int32_t>(option);
  const auto word_ngrams = take<int32_t>("wordNgrams", 0, kLongestNgram);
  file.word_ngrams = static_cast<uint32_t>(word_ngrams);
  file.loss = Loss{take<int32_t>("loss", 1, 4)};
  const uint64_t model_at = at_;
  const auto model = take<int32_t>("model", 1, kSupervised);
  if (model != kSupervised) {
    complain(model_at, std::string("a model of word vectors (") +
                           (model == 1 ? "cbow" : "skipgram") +
                           "), which has no labels to predict: a supervised model is needed");
  }
  file.buckets = static_cast<uint32_t>(take<int32_t>("bucket", 0));
  file.shortest = static_cast<uint32_t>(take<int32_t>("minn", 0, kLongestNgram));
  file.longest = static_cast<uint32_t>(take<int32_t>("maxn", 0, kLongestNgram));
  // Models of that version have a value there, but were not trained with n-grams.
  if (version == kOldest) file.longest = 0;
  take<int32_t>("lrUpdateRate");
  take<double>("t");
}

void Reader::read_dictionary(ModelFile& file) {
  const uint64_t offset = at_;
  const auto entries = take<int32_t>("the number of entries", 0);
  file.words = static_cast<uint32_t>(take<int32_t>("the number of words", 0, entries));
  file.labels = static_cast<uint32_t>(take<int32_t>("the number of labels", 0, entries));
  if (uint64_t{file.words} + file.labels != static_cast<uint64_t>(entries)) {
    complain(offset, with_thousands(uint64_t{file.words}) + " words and " +
                         with_thousands(uint64_t{file.labels}) + " labels are not the " +
                         std::to_string(entries) + " entries that are said: the file is damaged");
  }
  if (file.labels == 0) complain(offset, "the model has no labels to predict");
  take<int64_t>("the number of tokens");
  const uint64_t pairs_at = at_;
  const auto pairs = take<int64_t>("the number of prune pairs", -1);
  read_entries(file);
  read_prune_pairs(file, pairs, pairs_at);
}

void Reader::read_entries(ModelFile& file) {
  const uint64_t entries = uint64_t{file.words} + file.labels;
  // What is allocated is bounded by the bytes that are there.
  if (entries > rest() / ModelFile::kEntryTail) {
    complain(at_, with_thousands(entries) + " words and labels do not fit the " +
                      with_thousands(rest()) + " bytes left: it is cut short or damaged");
  }
  const uint64_t begin = at_;
  file.starts.reserve(entries + 1);
  int64_t total = 0;
  for (uint64_t i = 0; i < entries; ++i) {
    if (at_ - begin > std::numeric_limits<uint32_t>::max()) {
      complain(at_, "words and labels take more than 4 GiB, which is not supported");
    }
    file.starts.push_back(static_cast<uint32_t>(at_ - begin));
    const uint64_t entry = at_;
    const size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) take(rest() + 1, "a word");
    at_ = end + 1;
    const auto count = take<int64_t>("a word's count");
    const auto type = take<int8_t>("a word's type");
    const int8_t expected = i < file.words ? kWord : kLabel;
    if (type != expected) {
      complain(entry, "entry " + with_thousands(i) + " is of type " + std::to_string(type) +
                          ", not " + std::to_string(expected) +
                          " (words come first, then labels): the file is damaged");
    }
    // Of labels, for the tree of hierarchical softmax.
    if (type == kLabel && (count < 0 || count > std::numeric_limits<int64_t>::max() - total)) {
      complain(entry, "a label is counted " + std::to_string(count) +
                          " times, which no training text has: the file is damaged");
    }
    if (type == kLabel) total += count;
  }
  if (at_ - begin > std::numeric_limits<uint32_t>::max()) {
    complain(at_, "words and labels take more than 4 GiB, which is not supported");
  }
  file.starts.push_back(static_cast<uint32_t>(at_ - begin));
  file.dictionary = bytes_.substr(begin, at_ - begin);
}

void Reader::read_prune_pairs(ModelFile& file, int64_t pairs, uint64_t offset) {
  file.pruned = pairs >= 0;
  if (!file.pruned) return;
  constexpr uint64_t kPair = 2 * sizeof(int32_t);
  if (static_cast<uint64_t>(pairs) > rest() / kPair) {
    complain(offset, with_thousands(static_cast<uint64_t>(pairs)) + " prune pairs do not fit the " +
                         with_thousands(rest()) + " bytes left: it is cut short or damaged");
  }
  pairs_at_ = at_;
  file.prune_pairs = take(static_cast<uint64_t>(pairs) * kPair, "the prune pairs");
}

Matrix Reader::read_dense() {
  const auto rows = static_cast<uint64_t>(take<int64_t>("a matrix's rows", 0));
  const auto columns = take<int64_t>("a matrix's columns", 1, std::numeric_limits<int32_t>::max());
  const uint64_t row_bytes = static_cast<uint64_t>(columns) * sizeof(float);
  if (rows > rest() / row_bytes) {
    complain(at_, "a matrix of " + with_thousands(rows) + " rows of " + with_thousands(row_bytes) +
                      " bytes does not fit the " + with_thousands(rest()) +
                      " bytes left: it is cut short or damaged");
  }
  return {rows, static_cast<uint32_t>(columns), take(rows * row_bytes, "a matrix").data()};
}

ProductQuantizer Reader::read_quantizer() {
  const uint64_t offset = at_;
  ProductQuantizer quantizer;
  for (uint32_t* field :
       {&quantizer.dim, &quantizer.pieces, &quantizer.piece, &quantizer.last_piece}) {
    *field = static_cast<uint32_t>(take<int32_t>("a quantiser's size", 1));
  }
  if (quantizer.last_piece > quantizer.piece ||
      uint64_t{quantizer.pieces - 1} * quantizer.piece + quantizer.last_piece != quantizer.dim) {
    complain(offset, "a quantiser's pieces do not make up its " +
                         with_thousands(uint64_t{quantizer.dim}) +
                         " dimensions: the file is damaged");
  }
  quantizer.centroids =
      take(uint64_t{quantizer.dim} * ProductQuantizer::kCentroids * sizeof(float), "centroids")
          .data();
  return quantizer;
}

Matrix Reader::read_quantised() {
  const bool has_norms = take_flag("the flag of quantised norms");
  const auto rows = static_cast<uint64_t>(take<int64_t>("a matrix's rows", 0));
  const auto columns = static_cast<uint64_t>(take<int64_t>("a matrix's columns", 1));
  const uint64_t size_at = at_;
  const auto size = static_cast<uint64_t>(take<int32_t>("the number of codes", 0));
  const std::string_view codes = take(size, "codes");
  const uint64_t quantizer_at = at_;
  const ProductQuantizer quantizer = read_quantizer();
  if (quantizer.dim != columns) {
    complain(quantizer_at, "a quantiser of " + std::to_string(quantizer.dim) +
                               " dimensions for a matrix of " + with_thousands(columns) +
                               " columns: the file is damaged");
  }
  // Divided, since the product may not fit 64 bits.
  if (size % quantizer.pieces != 0 || size / quantizer.pieces != rows) {
    complain(size_at, with_thousands(size) + " codes are not " + std::to_string(quantizer.pieces) +
                          " for each of " + with_thousands(rows) + " rows: the file is damaged");
  }
  const auto as_codes = [](std::string_view bytes) {
    return reinterpret_cast<const uint8_t*>(bytes.data());
  };
  if (!has_norms) return {rows, quantizer, as_codes(codes), nullptr, nullptr};
  const std::string_view norm_codes = take(rows, "norms");
  const uint64_t norms_at = at_;
  const ProductQuantizer norms = read_quantizer();
  if (norms.dim != 1) complain(norms_at, "norms are of one dimension: the file is damaged");
  return {rows, quantizer, as_codes(codes), as_codes(norm_codes), norms.centroids};
}

void Reader::check_input(const ModelFile& file, uint64_t offset) const {
  const uint64_t rows = file.input.rows();
  const auto require_rows = [&](uint64_t needed) {
    if (rows >= needed) return;
    complain(offset, "the input matrix has " + with_thousands(rows) + " rows, and words and " +
                         "buckets need " + with_thousands(needed) + ": the file is damaged");
  };
  require_rows(file.words);
  if (file.buckets == 0) return;
  if (!file.pruned) return require_rows(uint64_t{file.words} + file.buckets);
  for (size_t i = 0; i < file.prune_pairs.size(); i += 8) {
    const auto row = load<int32_t>(file.prune_pairs.data() + i + 4);
    if (row < 0 || static_cast<uint64_t>(row) >= rows - file.words) {
      complain(pairs_at_ + i + 4, "a prune pair leads to row " + std::to_string(row) +
                                      ", which the input matrix has not: the file is damaged");
    }
  }
}

ModelFile Reader::read() {
  check_magic();
  ModelFile file;
  read_options(file);
  const bool has_ngrams = file.longest > 0 || file.word_ngrams > 1;
  if (has_ngrams && file.buckets == 0) {
    complain(at_, "the model has n-grams but no buckets for them: the file is damaged");
  }
  if (!has_ngrams) file.buckets = 0;
  read_dictionary(file);

  const uint64_t input_at = at_;
  const bool is_quantised = take_flag("the flag of a quantised input matrix");
  if (file.pruned && !is_quantised) {
    complain(input_at,
             "a pruned model whose input matrix is not quantised: fastText made such "
             "models before 2018 and reads them no more; download or train it again");
  }
  file.input = is_quantised ? read_quantised() : read_dense();
  check_input(file, input_at);

  const uint64_t output_at = at_;
  const bool is_output_quantised = take_flag("the flag of a quantised output matrix");
  file.output = is_quantised && is_output_quantised ? read_quantised() : read_dense();
  if (file.output.rows() != file.labels) {
    complain(output_at, "the output matrix has " + with_thousands(file.output.rows()) +
                            " rows for " + with_thousands(uint64_t{file.labels}) +
                            " labels: the file is damaged");
  }
  for (const auto& [matrix, offset] :
       {std::pair(&file.input, input_at), std::pair(&file.output, output_at)}) {
    if (matrix->columns() != file.dim) {
      complain(offset, "a matrix has " + std::to_string(matrix->columns()) +
                           " columns, and the model's dim is " + std::to_string(file.dim) +
                           ": the file is damaged");
    }
  }
  if (rest() != 0) {
    complain(at_, "the model ends here, but the file goes on for " + with_thousands(rest()) +
                      " bytes: it is damaged, or two files in one");
  }
  return file;
}

}  // namespace

ModelFile read_model_file(std::string_view bytes, std::string_view name) {
  return Reader(bytes, name).read();
}

}  // namespace sluice::fasttext
