// The likely encoding of bytes that declare none, by what letters they would be.
//
//   CharsetDetector detector;                       // one per thread, reused
//   detector.detect(page, /*markup=*/true)          // Encoding::windows_1251
//
// uchardet (a port of Mozilla's detector) judges a sample: the words that hold bytes from 0x80 on,
// outside of tags, scripts and styles, 16 kB at most; so a long head in ASCII hides nothing.
// Deterministic. Where there is too little to judge by, the answer is none: four such bytes
// are wanted, and forty for an encoding of Latin letters, which are hard to tell from each other
// and from windows-1252.
#pragma once

#include <memory>
#include <string_view>

#include "base/buffer.h"
#include "html/encoding.h"

struct uchardet;

namespace sluice::html {

class CharsetDetector {
 public:
  CharsetDetector();
  ~CharsetDetector();
  CharsetDetector(const CharsetDetector&) = delete;
  CharsetDetector& operator=(const CharsetDetector&) = delete;

  // `markup`: '<' begins a tag. Linear in `bytes`.
  Encoding detect(std::string_view bytes, bool markup);

 private:
  struct Delete {
    void operator()(uchardet* detector) const;
  };

  std::unique_ptr<uchardet, Delete> detector_;
  Buffer sample_;
};

}  // namespace sluice::html
