#include "dedup/fineweb_order.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "dedup/signature_links.h"

namespace sluice::dedup {

FinewebOrder::FinewebOrder(uint64_t documents, const Banding& banding, const std::string& folder)
    : documents_(documents), banding_(banding), components_(documents), signatures_(folder) {}

void FinewebOrder::link(const Pair& pair) { components_.unite(pair.first, pair.second); }

void FinewebOrder::begin_texts() {
  ZeroedTable<uint32_t> sizes(documents_ + 1);
  for (uint64_t document = 0; document < documents_; ++document) {
    const uint64_t root = components_.find(document);
    if (sizes[root] < 3) ++sizes[root];
  }
  std::vector<uint64_t> wanted;
  for (uint64_t document = 0; document < documents_; ++document) {
    const uint64_t root = components_.find(document);
    if (sizes[root] == 2 && root != document) couples_.push_back(Pair::of(root, document));
    if (sizes[root] > 2) wanted.push_back(document);
  }
  signatures_.want(std::move(wanted));
}

void FinewebOrder::finish(const std::function<void(const Pair&)>& use) {
  for (const Pair& pair : couples_) use(pair);
  signatures_.flush();
  std::vector<std::pair<uint64_t, uint64_t>> members;  // root, document
  for (const uint64_t document : wanted()) {
    if (!signatures_.has(document)) {
      throw CheckError("document " + with_thousands(document) +
                       " is needed to order FineWeb's links, but its text is not there");
    }
    members.emplace_back(components_.find(document), document);
  }
  std::sort(members.begin(), members.end());
  std::vector<uint64_t> component;
  for (size_t at = 0; at < members.size(); ++at) {
    component.push_back(members[at].second);
    if (at + 1 < members.size() && members[at + 1].first == members[at].first) continue;
    order_component(component, use);
    component.clear();
  }
}

void FinewebOrder::order_component(std::span<const uint64_t> members,
                                   const std::function<void(const Pair&)>& use) const {
  std::vector<std::vector<uint64_t>> signatures(members.size());
  std::vector<SignedDocument> documents;
  for (size_t at = 0; at < members.size(); ++at) {
    signatures_.load(members[at], signatures[at]);
    documents.push_back({.document = members[at], .signature = signatures[at]});
  }
  for (const Pair& pair : signature_links(documents, banding_.bands, banding_.rows)) use(pair);
}

}  // namespace sluice::dedup
