// What the embedded identifier, fastText's lid.176 and CLD2 call the same rows, for a benchmark and
// a test.
//
//   const Lid176 lid176("lid.176.ftz");
//   const Results said = ask(lid176.namer(), rows, 64);   // the first 64 bytes of each
//   judge(said, rows, nullptr).all.accuracy
//
// lid.176 runs in lib/fasttext, which gives the labels of fastText's own library (fasttext_test).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fasttext/model.h"
#include "io/mapped_file.h"
#include "langid/evaluation.h"

namespace sluice::langid {

struct KnownText {
  std::string label;
  std::string text;
};

// A name for a text, the best candidate's, and how sure it is of that.
struct Named {
  std::string name;
  std::string best;
  double score = 1;
};

struct Namer {
  LabelSystem names = LabelSystem::bcp47;
  std::function<Named(const std::string&)> name;
};

Namer embedded_identifier();
Namer cld2();

class Lid176 {
 public:
  // Throws IoError or ConfigError.
  explicit Lid176(const std::string& path);
  Namer namer() const;
  std::set<std::string> labels() const;

 private:
  io::MappedFile file_;
  fasttext::Model model_;
};

struct Results {
  std::vector<LabelClass> classes;
  std::vector<EvaluationTally::Answer> answers;  // of each row
};

// `bytes`: how much of each text, cut between characters; 0: all.
Results ask(const Namer& namer, const std::vector<KnownText>& rows, size_t bytes);

// Rows of these labels, or of all.
Evaluation judge(const Results& results, const std::vector<KnownText>& rows,
                 const std::set<std::string>* only);

// Labels that lid.176 has and CLD2 names rightly at least once.
std::set<std::string> labels_of_both(const Lid176& lid176, const std::vector<KnownText>& rows);

// Labels that the embedded identifier can answer.
std::set<std::string> labels_of_embedded(const std::vector<KnownText>& rows);

}  // namespace sluice::langid
