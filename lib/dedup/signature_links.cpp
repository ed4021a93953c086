#include "dedup/signature_links.h"

#include <algorithm>

namespace sluice::dedup {

std::vector<Pair> signature_links(std::span<const SignedDocument> documents, uint32_t bands,
                                  uint32_t rows) {
  std::vector<const SignedDocument*> order;
  for (const SignedDocument& document : documents) {
    if (!document.signature.empty()) order.push_back(&document);
  }
  std::vector<Pair> links;
  for (uint32_t band = 0; band < bands; ++band) {
    const auto rows_of = [&](const SignedDocument* document) {
      return document->signature.subspan(size_t{band} * rows, rows);
    };
    std::sort(order.begin(), order.end(), [&](const auto* one, const auto* other) {
      const auto a = rows_of(one);
      const auto b = rows_of(other);
      const auto by_rows =
          std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
      return by_rows != 0 ? by_rows < 0 : one->document < other->document;
    });
    for (size_t at = 1; at < order.size(); ++at) {
      if (!std::ranges::equal(rows_of(order[at - 1]), rows_of(order[at]))) continue;
      links.push_back({order[at - 1]->document, order[at]->document});
    }
  }
  return links;
}

}  // namespace sluice::dedup
