#include "fasttext/model.h"

#include <algorithm>

#include "fasttext/vectors.h"

namespace sluice::fasttext {

// A sum of input rows, some hundred at a time: while rows are found, those before are on their way
// from memory.
class RowSum {
 public:
  RowSum(const Model& model, Scratch& scratch, float* sum)
      : model_(model), rows_(scratch.rows_), sum_(sum) {}

  void add(uint32_t row) {
    if (row == kNone) return;
    if (model_.weights_ != nullptr) __builtin_prefetch(model_.weights_ + row * row_bytes());
    rows_[held_++] = row;
    if (held_ == Scratch::kRows) flush();
  }
  // Adds what is held back.
  void flush() {
    count_ += held_;
    if (model_.weights_ != nullptr) {
      add_rows(model_.weights_, row_bytes(), {rows_, held_}, model_.dim(), sum_);
    } else {
      for (size_t i = 0; i < held_; ++i) model_.file_.input.add_row(rows_[i], sum_);
    }
    held_ = 0;
  }
  // The sum of so many rows.
  void add(const float* sum, uint64_t rows) {
    for (size_t i = 0; i < model_.dim(); ++i) sum_[i] += sum[i];
    count_ += rows;
  }

  uint64_t count() const { return count_; }  // of all rows, after flush()

 private:
  size_t row_bytes() const { return model_.dim() * sizeof(float); }

  const Model& model_;
  uint32_t* const rows_;
  float* const sum_;
  size_t held_ = 0;
  uint64_t count_ = 0;
};

Model::Model(std::string_view bytes, std::string_view name, const Options& options)
    : file_(read_model_file(bytes, name)),
      words_(file_, name),
      buckets_(file_),
      output_(file_, options.most_copied_bytes) {
  const Matrix& input = file_.input;
  if (input.is_dense()) {
    weights_ = input.weights();
  } else if (input.rows() <= options.most_copied_bytes / sizeof(float) / file_.dim) {
    decode_input();
  }
  // A word without n-grams is one row. And ns and ova look outputs up in a table, where the last
  // bit of a sum may decide between two steps: all is added up in the very order that fastText has.
  keeps_word_sums_ = file_.longest > 0 && !buckets_.is_empty() &&
                     (file_.loss == Loss::softmax || file_.loss == Loss::hierarchical_softmax);
}

void Model::decode_input() {
  decoded_.resize(file_.input.rows() * file_.dim);
  for (uint64_t row = 0; row < file_.input.rows(); ++row) {
    file_.input.add_row(row, decoded_.data() + row * file_.dim);
  }
  weights_ = reinterpret_cast<const char*>(decoded_.data());
}

// Whether an n-gram has a row cannot be foretold, so that a branch on it would cost more than all
// else: each bucket is written down, and overwritten by the next if it has none.
void Model::add_pruned_ngrams(std::string_view bracketed, RowSum& sum) const {
  constexpr size_t kMost = 256;
  uint32_t found[kMost];
  size_t count = 0;
  const auto add_found = [&] {
    for (size_t i = 0; i < count; ++i) sum.add(buckets_.pruned_row(found[i]));
    count = 0;
  };
  each_ngram(bracketed, file_.shortest, file_.longest, [&](uint32_t ngram) {
    found[count] = buckets_.bucket(ngram);
    count += static_cast<size_t>(buckets_.has_row(found[count]));
    if (count == kMost) add_found();
  });
  add_found();
}

// False for what is no word: a label.
bool Model::add_rows_of(std::string_view word, uint32_t hash, RowSum& sum, Scratch& scratch) const {
  const uint32_t entry = words_.find(file_, word, hash);
  if (entry == kNone ? word.starts_with(kLabelPrefix) : entry >= file_.words) return false;
  sum.add(entry);
  if (file_.longest == 0 || buckets_.is_empty() || word == kEndOfSentence) return true;
  std::string& bracketed = scratch.bracketed_;
  bracketed.assign(1, '<');
  bracketed.append(word);
  bracketed.push_back('>');
  if (buckets_.is_pruned()) {
    add_pruned_ngrams(bracketed, sum);
  } else {
    each_ngram(bracketed, file_.shortest, file_.longest,
               [&](uint32_t ngram) { sum.add(buckets_.whole_row(buckets_.bucket(ngram))); });
  }
  return true;
}

void Model::add_word(std::string_view word, uint32_t hash, RowSum& sum, Scratch& scratch) const {
  bool is_word;
  if (!keeps_word_sums_) {
    is_word = add_rows_of(word, hash, sum, scratch);
  } else if (word.size() > WordSums::kLongest) {
    std::fill(scratch.long_word_.begin(), scratch.long_word_.end(), 0.0f);
    RowSum word_sum(*this, scratch, scratch.long_word_.data());
    is_word = add_rows_of(word, hash, word_sum, scratch);
    word_sum.flush();
    sum.add(scratch.long_word_.data(), word_sum.count());
  } else {
    const size_t place = scratch.words_.place(hash);
    WordSums::Slot& slot = scratch.words_.slot(place);
    float* const kept = scratch.words_.sum(place);
    if (!slot.holds(word, hash)) {
      std::fill_n(kept, file_.dim, 0.0f);
      RowSum word_sum(*this, scratch, kept);
      slot.put(word, hash);
      slot.is_word = add_rows_of(word, hash, word_sum, scratch);
      word_sum.flush();
      slot.rows = static_cast<uint32_t>(word_sum.count());
    }
    is_word = slot.is_word;
    sum.add(kept, slot.rows);
  }
  if (is_word && file_.word_ngrams > 1) scratch.hashes_.push_back(static_cast<int32_t>(hash));
}

void Model::add_text(std::string_view text, RowSum& sum, Scratch& scratch) const {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    while (at < end && is_separator(*at)) ++at;
    if (at == end) break;
    const char* const begin = at;
    uint32_t hash = kHashBegin;
    do {
      hash = hash_byte(hash, *at++);
    } while (at < end && !is_separator(*at));
    const std::string_view word(begin, static_cast<size_t>(at - begin));
    if (word == kEndOfSentence) break;
    add_word(word, hash, sum, scratch);
  }
  add_word(kEndOfSentence, hash_of(kEndOfSentence), sum, scratch);
}

void Model::add_ngrams_of_words(RowSum& sum, const Scratch& scratch) const {
  const auto& hashes = scratch.hashes_;
  for (size_t first = 0; first < hashes.size(); ++first) {
    auto ngram = static_cast<uint64_t>(int64_t{hashes[first]});
    const size_t end = std::min(hashes.size(), first + file_.word_ngrams);
    for (size_t last = first + 1; last < end; ++last) {
      ngram = hash_word(ngram, hashes[last]);
      sum.add(buckets_.row(buckets_.bucket(ngram)));
    }
  }
}

std::span<const Prediction> Model::predict(std::string_view text, size_t k, double threshold,
                                           Scratch& scratch) const {
  scratch.predictions_.clear();
  scratch.hashes_.clear();
  std::fill(scratch.hidden_.begin(), scratch.hidden_.end(), 0.0f);
  RowSum sum(*this, scratch, scratch.hidden_.data());
  add_text(text, sum, scratch);
  if (!buckets_.is_empty()) add_ngrams_of_words(sum, scratch);
  sum.flush();
  if (sum.count() == 0 || k == 0) return {};
  const auto share = static_cast<float>(1.0 / static_cast<double>(sum.count()));
  for (float& value : scratch.hidden_) value *= share;
  output_.predict(file_, k, threshold, scratch);
  return scratch.predictions_;
}

}  // namespace sluice::fasttext
