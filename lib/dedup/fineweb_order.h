// The links of FineWeb's recipe in datatrove's order, from candidates in any order, with the texts
// of few documents.
//
//   FinewebOrder order(documents.size(), banding, "/var/tmp");
//   order.link(pair); …                              // link's chains (link.h), any order
//   order.begin_texts();
//   if (order.wants(document)) …                     // any thread
//   order.add(document, signature); …                // one thread
//   order.finish([&](const Pair& pair) { … });       // for Components::unite(), Keep::root
//
// Who is kept of a component depends on the order of its links only where it has three documents or
// more; their signatures are made again and give the order (signature_links.h). The links of one
// component come one after the other.
//
// Memory: 16 bytes a document of the run, 40 a document of a component of three and more, and the
// signatures of the largest component. Disk: the signatures of those documents, 896 bytes each with
// 112 hashes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/large_pages.h"
#include "dedup/banding.h"
#include "dedup/components.h"
#include "dedup/edge.h"
#include "dedup/wanted_numbers.h"

namespace sluice::dedup {

class FinewebOrder {
 public:
  FinewebOrder(uint64_t documents, const Banding& banding, const std::string& folder);

  void link(const Pair& pair);
  void begin_texts();

  // Whose signatures are wanted, ascending.
  std::span<const uint64_t> wanted() const { return signatures_.documents(); }
  bool wants(uint64_t document) const { return signatures_.wants(document); }
  void add(uint64_t document, std::span<const uint64_t> signature) {
    signatures_.add(document, signature);
  }

  // Throws CheckError if a signature that is wanted was not added.
  void finish(const std::function<void(const Pair&)>& use);

 private:
  void order_component(std::span<const uint64_t> members,
                       const std::function<void(const Pair&)>& use) const;

  uint64_t documents_;
  Banding banding_;
  Components components_;
  std::vector<Pair> couples_;  // components of two
  WantedNumbers signatures_;
};

}  // namespace sluice::dedup
