// Pages of one owner fall into one fold, so the owner's part of an address must be found.

#include "training/extract/corpus.h"

#include <gtest/gtest.h>

namespace sluice::training {
namespace {

TEST(Corpus, ADomainIsWhatItsOwnerRegistered) {
  EXPECT_EQ(domain_of("https://www.example.org/path?q=1#f"), "example.org");
  EXPECT_EQ(domain_of("http://example.org"), "example.org");
  EXPECT_EQ(domain_of("https://a.b.c.example.com:8080/x"), "example.com");
  EXPECT_EQ(domain_of("example.net/x"), "example.net");
  EXPECT_EQ(domain_of("https://example.org?next=http://other.com/"), "example.org");
}

TEST(Corpus, ARegistrysSecondLevelBelongsToTheDomain) {
  EXPECT_EQ(domain_of("https://www.example.co.uk/"), "example.co.uk");
  EXPECT_EQ(domain_of("https://shop.example.com.au/"), "example.com.au");
  EXPECT_EQ(domain_of("https://example.co.uk/"), "example.co.uk");
  EXPECT_EQ(domain_of("https://www.example.de/"), "example.de");
}

TEST(Corpus, HostsOfNoDomainAreThemselves) {
  EXPECT_EQ(domain_of("http://localhost:80/"), "localhost");
  EXPECT_EQ(domain_of("http://.org/"), ".org");
  EXPECT_EQ(domain_of(""), "");
}

}  // namespace
}  // namespace sluice::training
