#include "bpe/metaspace.h"

namespace sluice::bpe {
namespace {

void append_replaced(std::string_view text, std::string_view from, std::string_view to,
                     std::string& out) {
  while (!text.empty()) {
    const std::string_view kept = text.substr(0, text.find(from));
    out += kept;
    if (kept.size() == text.size()) return;
    out += to;
    text.remove_prefix(kept.size() + from.size());
  }
}

}  // namespace

void append_with_metaspaces(std::string_view text, std::string& out) {
  append_replaced(text, " ", kMetaspace, out);
}

void append_without_metaspaces(std::string_view text, std::string& out) {
  append_replaced(text, kMetaspace, " ", out);
}

}  // namespace sluice::bpe
