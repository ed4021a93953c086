#include "langid/words.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "unicode/utf8.h"

namespace sluice::langid {
namespace {

// Signs that prose seldom has and programs, mark-up and tables are full of.
constexpr std::string_view kSymbols = "{}[]<>=;|&*+#$%^~\\/_@";

constexpr std::array<bool, 128> kIsSymbol = [] {
  std::array<bool, 128> is{};
  for (const char c : kSymbols) is[static_cast<unsigned char>(c)] = true;
  return is;
}();

}  // namespace

class WordSplitter {
 public:
  WordSplitter(const LetterTable& letters, std::string_view text, Words& out)
      : letters_(letters), text_(text), out_(out) {}

  uint32_t split() {
    while (at_ < text_.size()) {
      const auto byte = static_cast<unsigned char>(text_[at_]);
      if (byte >= 0x80) {
        const CodePoint next = decode_utf8(text_, at_);
        technical_ = false;
        address_ = false;
        take(letters_[next.value]);
        at_ += std::max(next.size, 1u);
      } else if (is_letter(text_[at_])) {
        if (technical_) {
          symbols_ += address_ ? 0 : 1;
        } else {
          take(letters_[byte]);
        }
        ++at_;
      } else {
        take_sign(text_[at_]);
      }
    }
    end_word();
    return symbols_;
  }

 private:
  char ahead(size_t distance) const {
    return at_ + distance < text_.size() ? text_[at_ + distance] : '\0';
  }

  void take(Letter letter) {
    switch (letter.kind) {
      case LetterKind::ignored:
        return;
      case LetterKind::mark:
        // One a letter: what is piled up higher is no spelling.
        if (in_word() && !marked_ && !apostrophe_ && length() < kLongestWord) {
          out_.letters_.push_back(letter.folded);
        }
        marked_ = true;
        return;
      case LetterKind::apostrophe:
        if (apostrophe_) end_word();
        apostrophe_ = in_word();
        return;
      case LetterKind::other:
        end_word();
        return;
      case LetterKind::letter:
        break;
    }
    const size_t added = apostrophe_ ? 2 : 1;
    if (in_word() && (letter.script != script_ || length() + added > kLongestWord)) end_word();
    if (apostrophe_) out_.letters_.push_back(U'\'');
    out_.letters_.push_back(letter.folded);
    script_ = letter.script;
    apostrophe_ = false;
    marked_ = false;
  }

  // Leaves at_ behind what was taken.
  void take_sign(char sign) {
    if (is_space(sign) || sign == '\0') {
      end_word();
      technical_ = false;
      address_ = false;
      ++at_;
      return;
    }
    if (sign == '\'' || sign == '`') {
      take({LetterKind::apostrophe, 0, U'\''});
      ++at_;
      return;
    }
    if ((sign == '<' && skip_to('>', kLongestTag)) || (sign == '&' && skip_to(';', kLongestName))) {
      return;
    }
    if (sign == ':' && ahead(1) == '/' && ahead(2) == '/') {
      drop_word();  // the scheme
      technical_ = true;
      address_ = true;
    } else if (is_digit(sign) || sign == '_' || sign == '.' || sign == '@' || sign == '\\') {
      take_joiner(sign);
    } else {
      end_word();
    }
    symbols_ += !address_ && kIsSymbol[static_cast<unsigned char>(sign)] ? 1 : 0;
    ++at_;
  }

  // A sign that makes what is around it a name, an address or a number, unless it is the full stop
  // of a sentence.
  void take_joiner(char sign) {
    const bool behind_letter = at_ > 0 && is_letter(text_[at_ - 1]);
    const bool before_letter = is_alphanumeric(ahead(1));
    const bool joins = sign == '.' || sign == '\\' ? behind_letter && before_letter
                                                   : behind_letter || before_letter;
    if (joins && behind_letter) {
      symbols_ += static_cast<uint32_t>(length());
      drop_word();
    } else {
      end_word();
    }
    technical_ = technical_ || joins;
  }

  // A tag or a character reference, if it ends within `longest` bytes.
  bool skip_to(char end, size_t longest) {
    const char first = ahead(1);
    if (!is_letter(first) && first != '/' && first != '!' && first != '#') return false;
    const size_t length = text_.substr(at_, longest).find(end);
    if (length == std::string_view::npos) return false;
    end_word();
    ++symbols_;
    at_ += length + 1;
    return true;
  }

  bool in_word() const { return out_.letters_.size() > begin_; }
  size_t length() const { return out_.letters_.size() - begin_; }

  void end_word() {
    if (in_word()) {
      out_.words_.push_back({static_cast<uint32_t>(begin_), static_cast<uint16_t>(length()),
                             script_, static_cast<uint8_t>(std::min(symbols_, 255u))});
      begin_ = out_.letters_.size();
      symbols_ = 0;
    }
    apostrophe_ = false;
    marked_ = false;
  }

  void drop_word() {
    out_.letters_.resize(begin_);
    end_word();
  }

  static constexpr size_t kLongestTag = 256;
  static constexpr size_t kLongestName = 12;

  const LetterTable& letters_;
  std::string_view text_;
  Words& out_;
  size_t at_ = 0;
  size_t begin_ = out_.letters_.size();
  uint8_t script_ = 0;
  bool apostrophe_ = false;  // the last character, inside a word
  bool marked_ = false;      // the last letter has its mark
  bool technical_ = false;   // up to white space or a letter outside ASCII
  bool address_ = false;     // likewise
  uint32_t symbols_ = 0;
};

uint32_t split_words(const LetterTable& letters, std::string_view text, Words& out) {
  return WordSplitter(letters, text, out).split();
}

}  // namespace sluice::langid
