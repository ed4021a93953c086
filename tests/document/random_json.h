// Random JSON for property tests: the same seed gives the same texts on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class RandomJson {
 public:
  explicit RandomJson(uint64_t seed) : state_(seed) {}

  // Evenly from 0 .. bound - 1.
  uint64_t below(uint64_t bound) { return next() % bound; }
  bool chance(uint64_t one_in) { return below(one_in) == 0; }

  // White space, mostly none.
  std::string space();
  // A string's content: ASCII, other scripts, controls, quotes; up to `size` characters, at times
  // longer.
  std::string content(size_t size);
  // That content in quotes, each character spelled in one of the ways that JSON has.
  std::string spell(std::string_view content);
  std::string number();
  // Any value, objects with keys that differ.
  std::string value(int depth);
  // A document: id, text and metadata (or null, or none), with other members, in any order.
  std::string document();

 private:
  uint64_t next();
  std::string object(std::vector<std::string> members);
  std::string member(std::string_view key, std::string_view value);

  uint64_t state_;
};

}  // namespace sluice
