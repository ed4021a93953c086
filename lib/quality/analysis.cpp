#include "quality/analysis.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "quality/characters.h"
#include "quality/scratch.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

// What is kept from text to text, whatever the texts' size; about what a text of 500 KB needs.
constexpr size_t kKeptMemory = size_t{16} << 20;

struct WordSet {
  explicit WordSet(WordDefinition of) : definition(std::move(of)) {}

  size_t memory() const {
    return words.capacity() * sizeof(Word) + ids.capacity() * sizeof(uint32_t) +
           repetition.memory();
  }

  WordDefinition definition;
  std::vector<Word> words;
  std::vector<uint32_t> ids;
  Repetition repetition;
  WordTotals totals;
  std::optional<uint64_t> count;  // where only this is known
  bool has_words = false;
  bool has_totals = false;
  bool has_ids = false;
  bool has_repetition = false;
};

struct LineSet {
  std::vector<Line> lines;
  bool has_lines = false;
  Duplicates duplicates[2];  // of all lines, of those that are not blank
  bool has_duplicates[2] = {};
};

struct SentenceCount {
  SentenceDefinition definition;
  std::optional<uint64_t> count;
};

struct NormalizedText {
  std::string text;
  std::unique_ptr<Analysis> analysis;
  bool begun = false;
};

constexpr size_t kNormalizations = 3;
constexpr size_t kLineSplits = 8;

WordTotals total(std::span<const Word> words) {
  WordTotals totals;
  totals.words = words.size();
  for (const Word& word : words) {  // without a branch, which one could not guess
    const uint32_t symbol = word.symbol ? 1 : 0;
    totals.characters += word.length;
    totals.symbols += symbol;
    totals.symbol_characters += symbol * word.length;
    totals.with_letter += word.letter ? 1 : 0;
    totals.with_ascii_letter += word.ascii_letter ? 1 : 0;
  }
  return totals;
}

CharacterCounts count_characters(std::string_view text) {
  const CharacterTable& table = CharacterTable::get();
  std::array<uint32_t, 256> counts{};
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    ++counts[table.classes(next.value)];
    at += next.size;
  }
  CharacterCounts all;
  for (size_t classes = 0; classes < counts.size(); ++classes) {
    const uint32_t count = counts[classes];
    all.code_points += count;
    if ((classes & CharacterTable::kSpace) != 0) all.white_space += count;
    if ((classes & CharacterTable::kLetter) != 0) all.letters += count;
    if ((classes & CharacterTable::kDigit) != 0) all.digits += count;
    if ((classes & CharacterTable::kUpper) != 0) all.upper += count;
    if ((classes & CharacterTable::kPunctuation) != 0) all.punctuation += count;
  }
  return all;
}

}  // namespace

struct Analysis::State {
  WordSet& words_of(const WordDefinition& definition) {
    for (const std::unique_ptr<WordSet>& set : words) {
      if (set->definition == definition) return *set;
    }
    return *words.emplace_back(std::make_unique<WordSet>(definition));
  }

  void forget() {
    code_points.reset();
    characters.reset();
    other_ends.reset();
    for (const std::unique_ptr<WordSet>& set : words) {
      set->has_words = set->has_totals = set->has_ids = set->has_repetition = false;
      set->count.reset();
    }
    for (LineSet& set : lines)
      set.has_lines = set.has_duplicates[0] = set.has_duplicates[1] = false;
    for (SentenceCount& each : sentences) each.count.reset();
    for (NormalizedText& each : normalized) each.begun = false;
  }

  size_t memory() const {
    size_t bytes = splitter.memory() + first_of.memory() + counts.capacity() * sizeof(uint32_t);
    for (const std::unique_ptr<WordSet>& set : words) bytes += set->memory();
    for (const LineSet& set : lines) bytes += set.lines.capacity() * sizeof(Line);
    bytes += normalizer.memory();
    for (const NormalizedText& each : normalized) {
      bytes += each.text.capacity() + (each.analysis ? each.analysis->memory() : 0);
    }
    return bytes;
  }

  void give_back() {
    splitter = {};
    first_of.release();
    counts = std::vector<uint32_t>();
    words.clear();
    for (LineSet& set : lines) set.lines = std::vector<Line>();
    normalizer = {};
    for (NormalizedText& each : normalized) each = {};
  }

  // Of a huge text one definition's at a time.
  void give_back_repetitions() {
    for (const std::unique_ptr<WordSet>& set : words) {
      set->repetition = {};
      set->has_repetition = false;
    }
  }

  bool has_other_ends() {
    if (!other_ends) other_ends = quality::has_other_ends(text);
    return *other_ends;
  }

  std::string_view text;
  Facts facts;
  WordSplitter splitter;
  FirstOf first_of;
  std::vector<uint32_t> counts;
  std::vector<std::unique_ptr<WordSet>> words;  // by definition; a few
  std::array<LineSet, kLineSplits> lines;
  std::vector<SentenceCount> sentences;
  std::optional<uint64_t> code_points;
  std::optional<CharacterCounts> characters;
  std::optional<bool> other_ends;  // of lines
  Normalizer normalizer;
  std::array<NormalizedText, kNormalizations> normalized;
};

Analysis::Analysis() : state_(std::make_unique<State>()) {}
Analysis::~Analysis() = default;
Analysis::Analysis(Analysis&&) noexcept = default;

void Analysis::begin(std::string_view text, const Facts& facts) {
  if (state_->memory() > kKeptMemory) state_->give_back();
  state_->facts = facts;
  replace(text);
}

void Analysis::replace(std::string_view text) {
  state_->forget();
  state_->text = text;
}

std::string_view Analysis::text() const { return state_->text; }

const Facts& Analysis::facts() const { return state_->facts; }

std::span<const Word> Analysis::words(const WordDefinition& definition) {
  WordSet& set = state_->words_of(definition);
  if (!set.has_words) {
    state_->splitter.split(definition, state_->text, set.words);
    set.has_words = true;
  }
  return set.words;
}

uint64_t Analysis::word_count(const WordDefinition& definition) {
  WordSet& set = state_->words_of(definition);
  if (set.has_words || definition.kind() != WordDefinition::Kind::uax29) {
    return words(definition).size();
  }
  if (!set.count) set.count = state_->splitter.count_uax29(state_->text);
  return *set.count;
}

const WordTotals& Analysis::word_totals(const WordDefinition& definition) {
  const std::span<const Word> words = this->words(definition);
  WordSet& set = state_->words_of(definition);
  if (!set.has_totals) {
    set.totals = total(words);
    set.has_totals = true;
  }
  return set.totals;
}

std::span<const uint32_t> Analysis::word_ids(const WordDefinition& definition) {
  const std::span<const Word> words = this->words(definition);
  WordSet& set = state_->words_of(definition);
  if (set.has_ids) return set.ids;
  set.has_ids = true;
  set.ids.resize(words.size());
  state_->first_of.clear(words.size());
  uint32_t next = 0;
  for (uint32_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].of(state_->text);
    const uint32_t first = state_->first_of.find_or_add(words[i].hash, i, [&](uint32_t earlier) {
      state_->first_of.add_steps(word.size());
      return words[earlier].of(state_->text) == word;
    });
    set.ids[i] = first == i ? next++ : set.ids[first];
  }
  if (is_huge(words.size())) state_->first_of.release();
  return set.ids;
}

Repetition& Analysis::repetition(const WordDefinition& definition) {
  const std::span<const Word> words = this->words(definition);
  WordSet& set = state_->words_of(definition);
  if (!set.has_repetition) {
    if (is_huge(words.size())) state_->give_back_repetitions();
    set.repetition.begin(state_->text, words);
    set.has_repetition = true;
  }
  return set.repetition;
}

std::span<const Line> Analysis::lines(LineSplit split) {
  // All these are one list, but for an empty line at the end, where lines end by line feeds alone.
  if (split == LineSplit::universal && !state_->has_other_ends()) split = LineSplit::ended;
  if (split == LineSplit::ended) {
    const std::span<const Line> all = lines(LineSplit::newline);
    return all.first(all.size() - (all.back().size == 0 ? 1 : 0));
  }
  LineSet& set = state_->lines[static_cast<size_t>(split)];
  if (!set.has_lines) {
    split_lines(state_->text, split, set.lines);
    set.has_lines = true;
  }
  return set.lines;
}

const Duplicates& Analysis::duplicates(LineSplit split, bool skip_blank) {
  const std::span<const Line> lines = this->lines(split);
  LineSet& set = state_->lines[static_cast<size_t>(split)];
  const size_t which = skip_blank ? 1 : 0;
  if (!set.has_duplicates[which]) {
    set.duplicates[which] =
        find_duplicates(state_->text, lines, skip_blank, state_->first_of, state_->counts);
    set.has_duplicates[which] = true;
    if (is_huge(lines.size())) {
      state_->first_of.release();
      quality::give_back(state_->counts);
    }
  }
  return set.duplicates[which];
}

uint64_t Analysis::code_points() {
  if (!state_->code_points) state_->code_points = count_code_points(state_->text);
  return *state_->code_points;
}

const CharacterCounts& Analysis::characters() {
  if (!state_->characters) state_->characters = count_characters(state_->text);
  return *state_->characters;
}

uint64_t Analysis::sentences(const SentenceDefinition& definition) {
  auto known =
      std::find_if(state_->sentences.begin(), state_->sentences.end(),
                   [&](const SentenceCount& each) { return each.definition == definition; });
  if (known == state_->sentences.end()) {
    known = state_->sentences.insert(known, {definition, std::nullopt});
  }
  if (!known->count) known->count = state_->splitter.count_sentences(definition, state_->text);
  return *known->count;
}

uint64_t Analysis::occurrences(std::string_view needle) const {
  if (needle.empty()) return 0;
  // find() is the quickest for what rules name, but it looks at a byte up to as often as the needle
  // is long, which for a phrase of the text itself may be millions; memmem is linear for these.
  constexpr size_t kLongestNamed = 256;
  const std::string_view text = state_->text;
  const auto find = [&](size_t from) -> size_t {
    if (needle.size() <= kLongestNamed) return text.find(needle, from);
    const void* found =
        memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
    if (found == nullptr) return std::string_view::npos;
    return static_cast<size_t>(static_cast<const char*>(found) - text.data());
  };
  uint64_t count = 0;
  for (size_t at = 0; (at = find(at)) != std::string_view::npos; at += needle.size()) ++count;
  return count;
}

Analysis& Analysis::normalized(Normalization normalization) {
  NormalizedText& normalized = state_->normalized[static_cast<size_t>(normalization)];
  if (!normalized.begun) {
    state_->normalizer.normalize(normalization, state_->text, normalized.text);
    if (!normalized.analysis) normalized.analysis = std::make_unique<Analysis>();
    normalized.analysis->begin(normalized.text, state_->facts);
    normalized.begun = true;
  }
  return *normalized.analysis;
}

uint64_t Analysis::steps() const {
  uint64_t steps = state_->first_of.steps();
  for (const std::unique_ptr<WordSet>& set : state_->words) steps += set->repetition.steps();
  for (const NormalizedText& each : state_->normalized) {
    steps += each.analysis ? each.analysis->steps() : 0;
  }
  return steps;
}

size_t Analysis::memory() const { return state_->memory(); }

}  // namespace sluice::quality
