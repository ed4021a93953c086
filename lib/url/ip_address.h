// Internet addresses as text, and which of them are one host's anywhere in the Internet.
//
//   parse_ipv4("8.8.8.8")                      // 0x08080808
//   is_global(*parse_ipv4("192.168.0.1"))      // false: private use
//   is_global(*parse_ipv6("2001:db8::1"))      // false: documentation
//
// Global are addresses of none of the blocks that IANA's registries of special-purpose addresses
// (RFC 6890; as of 2024) do not call globally reachable, as Python's ipaddress.is_global has it,
// and, other than there, no multicast addresses, which are no host's.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice::url {

struct Ipv6 {
  uint64_t high = 0;
  uint64_t low = 0;
  friend auto operator<=>(const Ipv6&, const Ipv6&) = default;
};

// Four decimal numbers of 0 to 255 without leading zeros. The first is the highest byte.
std::optional<uint32_t> parse_ipv4(std::string_view text);
// As RFC 4291, section 2.2 has it; no zone, no length of a prefix.
std::optional<Ipv6> parse_ipv6(std::string_view text);

bool is_global(uint32_t ipv4);
bool is_global(const Ipv6& address);

}  // namespace sluice::url
