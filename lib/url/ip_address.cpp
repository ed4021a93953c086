#include "url/ip_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace sluice::url {
namespace {

struct Block4 {
  uint32_t address;
  int length;  // of the prefix, 1..32

  bool holds(uint32_t other) const { return (address ^ other) >> (32 - length) == 0; }
};

struct Block6 {
  Ipv6 address;
  int length;  // 1..128

  bool holds(const Ipv6& other) const {
    const uint64_t high = address.high ^ other.high;
    const uint64_t low = address.low ^ other.low;
    return length <= 64 ? high >> (64 - length) == 0 : high == 0 && low >> (128 - length) == 0;
  }
};

constexpr Block4 kSpecial4[] = {
    {0x00000000, 8},   // "this network"
    {0x0A000000, 8},   // private use
    {0x64400000, 10},  // shared address space
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link local
    {0xAC100000, 12},  // private use
    {0xC0000000, 24},  // IETF protocol assignments
    {0xC0000200, 24},  // documentation
    {0xC0A80000, 16},  // private use
    {0xC6120000, 15},  // benchmarking
    {0xC6336400, 24},  // documentation
    {0xCB007100, 24},  // documentation
    {0xE0000000, 4},   // multicast
    {0xF0000000, 4},   // reserved, and limited broadcast
};
// Anycast of port control and of relays: global within the IETF's assignments.
constexpr uint32_t kGlobal4[] = {0xC0000009, 0xC000000A};

constexpr Block6 kSpecial6[] = {
    {{0, 0}, 128},                  // unspecified
    {{0, 1}, 128},                  // loopback
    {{0, 0x0000FFFF00000000}, 96},  // IPv4 addresses, mapped
    {{0x0064FF9B00010000, 0}, 48},  // IPv4 and IPv6, translated locally
    {{0x0100000000000000, 0}, 64},  // discarded
    {{0x2001000000000000, 0}, 23},  // IETF protocol assignments
    {{0x20010DB800000000, 0}, 32},  // documentation
    {{0x2002000000000000, 0}, 16},  // 6to4
    {{0x3FFF000000000000, 0}, 20},  // documentation
    {{0x5F00000000000000, 0}, 16},  // segment routing
    {{0xFC00000000000000, 0}, 7},   // unique local
    {{0xFE80000000000000, 0}, 10},  // link local
    {{0xFF00000000000000, 0}, 8},   // multicast
};
// Of the IETF's assignments.
constexpr Block6 kGlobal6[] = {
    {{0x2001000100000000, 1}, 128},  // port control, anycast
    {{0x2001000100000000, 2}, 128},  // relays, anycast
    {{0x2001000100000000, 3}, 128},  // service registration, anycast
    {{0x2001000300000000, 0}, 32},   // automatic multicast tunnelling
    {{0x2001000401120000, 0}, 48},   // AS112
    {{0x2001002000000000, 0}, 28},   // ORCHIDv2
    {{0x2001003000000000, 0}, 28},   // identification of drones
};

// inet_pton() reads no views.
template <size_t Size>
bool parse(int family, std::string_view text, std::array<uint8_t, Size>& bytes) {
  char copy[INET6_ADDRSTRLEN] = {};
  if (text.size() >= sizeof copy) return false;
  std::memcpy(copy, text.data(), text.size());
  return std::strlen(copy) == text.size() && ::inet_pton(family, copy, bytes.data()) == 1;
}

uint64_t big_endian(const uint8_t* bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) value = value << 8 | bytes[i];
  return value;
}

}  // namespace

std::optional<uint32_t> parse_ipv4(std::string_view text) {
  std::array<uint8_t, 4> bytes;
  if (!parse(AF_INET, text, bytes)) return {};
  return static_cast<uint32_t>(big_endian(bytes.data(), 4));
}

std::optional<Ipv6> parse_ipv6(std::string_view text) {
  std::array<uint8_t, 16> bytes;
  if (!parse(AF_INET6, text, bytes)) return {};
  return Ipv6{big_endian(bytes.data(), 8), big_endian(bytes.data() + 8, 8)};
}

bool is_global(uint32_t ipv4) {
  return std::ranges::find(kGlobal4, ipv4) != std::end(kGlobal4) ||
         std::ranges::none_of(kSpecial4, [&](const Block4& block) { return block.holds(ipv4); });
}

bool is_global(const Ipv6& address) {
  const auto holds = [&](const Block6& block) { return block.holds(address); };
  return std::ranges::any_of(kGlobal6, holds) || std::ranges::none_of(kSpecial6, holds);
}

}  // namespace sluice::url
