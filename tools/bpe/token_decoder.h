// Token ids to text, or to the reason why they are none.
//
//   const TokenDecoder decoder(encoder, /*bytes=*/false);
//   if (auto bad = decoder.decode(ids, text)) …    // unknown_token, invalid_utf8
//
// Thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/encoder.h"
#include "document/bad_record.h"
#include "document/document.h"

namespace sluice::bpe_tool {

class TokenDecoder {
 public:
  // `bytes`: any will do; else they must be UTF-8. `encoder` must outlive this.
  TokenDecoder(const bpe::Encoder& encoder, bool bytes) : encoder_(encoder), bytes_(bytes) {}

  bool gives_bytes() const { return bytes_; }
  // Replaces `out`.
  std::optional<BadRecord> decode(std::span<const bpe::TokenId> ids, std::string& out) const;

 private:
  const bpe::Encoder& encoder_;
  bool bytes_;
};

// Reads a document's array of ids. Bad: missing_tokens, bad_tokens.
std::optional<BadRecord> read_tokens(const Document& document, FieldId field,
                                     std::vector<bpe::TokenId>& ids);

}  // namespace sluice::bpe_tool
