#include "token_decoder.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "unicode/utf8.h"

namespace sluice::bpe_tool {
namespace {

// `json` is a valid array. Returns where it is none of ids.
std::optional<size_t> parse_ids(std::string_view json, std::vector<bpe::TokenId>& ids) {
  const auto skip_space = [&](size_t at) {
    return std::min(json.find_first_not_of(" \t\r", at), json.size());
  };
  ids.clear();
  size_t at = skip_space(1);
  while (json[at] != ']') {
    bpe::TokenId id = 0;
    const auto [end, error] = std::from_chars(json.data() + at, json.data() + json.size(), id);
    if (error != std::errc()) return at;
    const size_t behind = skip_space(static_cast<size_t>(end - json.data()));
    if (json[behind] != ',' && json[behind] != ']') return at;
    at = json[behind] == ',' ? skip_space(behind + 1) : behind;
    ids.push_back(id);
  }
  return std::nullopt;
}

}  // namespace

std::optional<BadRecord> TokenDecoder::decode(std::span<const bpe::TokenId> ids,
                                              std::string& out) const {
  out.clear();
  if (const size_t at = encoder_.decode(ids, out); at != ids.size()) {
    return BadRecord{.reason = "unknown_token",
                     .offset = 0,
                     .detail = "the vocabulary has no token " + std::to_string(ids[at])};
  }
  if (bytes_) return std::nullopt;
  const size_t at = find_invalid_utf8(out);
  if (at == out.size()) return std::nullopt;
  return BadRecord{.reason = "invalid_utf8",
                   .offset = 0,
                   .detail = "the tokens make no text: byte " + std::to_string(at) +
                             " is no part of a character (--bytes writes it)"};
}

std::optional<BadRecord> read_tokens(const Document& document, FieldId field,
                                     std::vector<bpe::TokenId>& ids) {
  const FieldValue value = document.field(field);
  if (value.type == ValueType::missing) {
    return BadRecord{.reason = "missing_tokens", .offset = 0, .detail = "there are no tokens"};
  }
  const auto offset = static_cast<uint64_t>(value.raw.data() - document.line().data());
  if (value.type != ValueType::array) {
    return BadRecord{
        .reason = "bad_tokens",
        .offset = offset,
        .detail = "the tokens are " + std::string(describe(value.type)) + "; expected an array"};
  }
  if (const auto at = parse_ids(value.raw, ids)) {
    return BadRecord{.reason = "bad_tokens",
                     .offset = offset + *at,
                     .detail = "a token is no whole number of 32 bits"};
  }
  return std::nullopt;
}

}  // namespace sluice::bpe_tool
