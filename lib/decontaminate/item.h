// An item of an evaluation set: a question, its answer, the passage that it is asked about.
//
//   Item item{.set = "gsm8k", .split = "test", .id = "17"};
//   item.part(Role::question) = "A robe takes 2 bolts …";
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::decontaminate {

// What a part is to its item.
enum class Role : uint8_t { question, answer, passage };
inline constexpr size_t kRoles = 3;

constexpr std::string_view name_of(Role role) {
  constexpr std::array<std::string_view, kRoles> names = {"question", "answer", "passage"};
  return names[static_cast<size_t>(role)];
}

struct Item {
  std::string set;
  std::string split;  // "test"; may be empty
  std::string id;     // as the set has it, or the number of its line or paragraph, from 1; behind
                      // the file's name where files of several names are one set
  std::array<std::string, kRoles> parts;  // by Role; empty where there is none

  std::string& part(Role role) { return parts[static_cast<size_t>(role)]; }
  const std::string& part(Role role) const { return parts[static_cast<size_t>(role)]; }

  friend auto operator<=>(const Item&, const Item&) = default;
};

}  // namespace sluice::decontaminate
