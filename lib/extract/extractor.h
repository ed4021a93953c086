// The main content of a page, as text or Markdown: all visible text until content is scored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extract/blocks.h"
#include "extract/render.h"
#include "html/tree.h"

namespace sluice::extract {

enum class Mode : uint8_t { main, all, together };
enum class Profile : uint8_t { precision, balanced, recall };
enum class Comments : uint8_t { automatic, keep, drop };

class Extractor {
 public:
  struct Options {
    Mode mode = Mode::main;
    Profile profile = Profile::balanced;
    Comments comments = Comments::automatic;
    Format format = Format::text;
    RenderOptions render{};
  };
  struct Scratch {
    Blocks blocks;
    std::vector<uint8_t> keep;
  };
  struct Result {
    std::string text;
    uint64_t visible_bytes = 0;
    uint64_t kept_bytes = 0;
  };

  explicit Extractor(const Options& options) : options_(options) {}
  void extract(const html::Tree& tree, Scratch& scratch, Result& result) const;

 private:
  Options options_;
};

}  // namespace sluice::extract
