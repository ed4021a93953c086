#include <algorithm>
#include <optional>

#include "base/error.h"
#include "cli/chain.h"

namespace sluice::cli {
namespace {

class ChainParser {
 public:
  explicit ChainParser(std::string_view chain) : chain_(chain) {}

  std::vector<ChainStage> parse() {
    while (at_ < chain_.size()) take(chain_[at_]);
    end_stage();
    return std::move(stages_);
  }

 private:
  void take(char c) {
    if (c == '|') {
      end_stage();
    } else if (c == ' ' || c == '\t' || c == '\n') {
      end_word();
    } else if (c == '\'' || c == '"') {
      take_quoted(c);
      return;
    } else if (c == '\\') {
      if (++at_ == chain_.size()) fail("a backslash quotes nothing", at_ - 1);
      word().push_back(chain_[at_]);
    } else {
      word().push_back(c);
    }
    ++at_;
  }

  void take_quoted(char quote) {
    const size_t opened = at_++;
    std::string& text = word();
    for (; at_ < chain_.size() && chain_[at_] != quote; ++at_) {
      const bool escape = quote == '"' && chain_[at_] == '\\' && at_ + 1 < chain_.size() &&
                          (chain_[at_ + 1] == '"' || chain_[at_ + 1] == '\\');
      if (escape) ++at_;
      text.push_back(chain_[at_]);
    }
    if (at_ == chain_.size()) fail(std::string("the quote ") + quote + " is not closed", opened);
    ++at_;
  }

  std::string& word() {
    if (!word_) word_.emplace();
    return *word_;
  }

  void end_word() {
    if (word_) words_.push_back(std::move(*word_));
    word_.reset();
  }

  void end_stage() {
    end_word();
    if (words_.empty()) fail("a stage is empty", at_);
    stages_.push_back({words_.front(), {words_.begin() + 1, words_.end()}});
    words_.clear();
  }

  [[noreturn]] void fail(const std::string& what, size_t where) const {
    throw ConfigError("chain '" + std::string(chain_) + "': " + what + " at character " +
                      std::to_string(where + 1));
  }

  std::string_view chain_;
  size_t at_ = 0;
  std::optional<std::string> word_;
  std::vector<std::string> words_;
  std::vector<ChainStage> stages_;
};

}  // namespace

std::vector<ChainStage> parse_chain(std::string_view chain) { return ChainParser(chain).parse(); }

std::vector<size_t> share_threads(size_t threads, size_t stages) {
  std::vector<size_t> shares(stages);
  for (size_t i = 0; i < stages; ++i) {
    shares[i] = std::max<size_t>(1, threads / stages + (i < threads % stages ? 1 : 0));
  }
  return shares;
}

}  // namespace sluice::cli
