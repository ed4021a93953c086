#include "url/ip_address.h"

#include <gtest/gtest.h>

namespace sluice::url {
namespace {

TEST(IpAddress, ReadsFourNumbers) {
  EXPECT_EQ(parse_ipv4("1.2.3.4"), 0x01020304u);
  EXPECT_EQ(parse_ipv4("255.255.255.255"), 0xFFFFFFFFu);
  for (const char* text : {"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "1.2.3.",
                           "0x1.2.3.4", "1.2.3.1000000000000000000000000000000000000000000000"}) {
    EXPECT_FALSE(parse_ipv4(text)) << text;
  }
  EXPECT_FALSE(parse_ipv4(std::string_view("1.2.3.4\0", 8)));
}

TEST(IpAddress, ReadsEightGroups) {
  EXPECT_EQ(parse_ipv6("2001:db8::1"), (Ipv6{0x20010DB800000000, 1}));
  EXPECT_EQ(parse_ipv6("1:2:3:4:5:6:7:8"), (Ipv6{0x0001000200030004, 0x0005000600070008}));
  EXPECT_EQ(parse_ipv6("::1.2.3.4"), (Ipv6{0, 0x01020304}));
  for (const char* text : {"", ":", "1:2:3:4:5:6:7", "1::2::3", "12345::", "g::", "::1%eth0"}) {
    EXPECT_FALSE(parse_ipv6(text)) << text;
  }
}

// The first and last address of each block, and its neighbours.
TEST(IpAddress, SpecialBlocksAreNotGlobal) {
  const struct {
    const char* first;
    const char* last;
  } blocks[] = {{"0.0.0.0", "0.255.255.255"},       {"10.0.0.0", "10.255.255.255"},
                {"100.64.0.0", "100.127.255.255"},  {"127.0.0.0", "127.255.255.255"},
                {"169.254.0.0", "169.254.255.255"}, {"172.16.0.0", "172.31.255.255"},
                {"192.0.0.0", "192.0.0.8"},         {"192.0.0.11", "192.0.0.255"},
                {"192.0.2.0", "192.0.2.255"},       {"192.168.0.0", "192.168.255.255"},
                {"198.18.0.0", "198.19.255.255"},   {"198.51.100.0", "198.51.100.255"},
                {"203.0.113.0", "203.0.113.255"},   {"224.0.0.0", "255.255.255.255"}};
  for (const auto& block : blocks) {
    const uint32_t first = *parse_ipv4(block.first);
    const uint32_t last = *parse_ipv4(block.last);
    EXPECT_FALSE(is_global(first)) << block.first;
    EXPECT_FALSE(is_global(last)) << block.last;
    if (first != 0) {
      EXPECT_TRUE(is_global(first - 1)) << block.first;
    }
    if (last != UINT32_MAX) {
      EXPECT_TRUE(is_global(last + 1)) << block.last;
    }
  }
}

TEST(IpAddress, SpecialBlocksOfIpv6AreNotGlobal) {
  for (const char* text : {"::", "::1", "::ffff:8.8.8.8", "64:ff9b:1::1", "100::1", "2001::1",
                           "2001:1::4", "2001:2::1", "2001:db8::1", "2002::1", "3fff:fff::1",
                           "5f00::1", "fc00::1", "fdff::1", "fe80::1", "ff02::1"}) {
    EXPECT_FALSE(is_global(*parse_ipv6(text))) << text;
  }
  for (const char* text : {"2001:1::1", "2001:1::3", "2001:3::1", "2001:4:112::1", "2001:20::1",
                           "2001:3f::1", "2001:200::1", "2606:4700:4700::1111", "64:ff9b::808:808",
                           "3fff:1000::1", "2620:4f:8000::1"}) {
    EXPECT_TRUE(is_global(*parse_ipv6(text))) << text;
  }
}

}  // namespace
}  // namespace sluice::url
