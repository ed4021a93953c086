// Bytes of any encoding of the web to UTF-8, as the WHATWG Encoding Standard decodes them.
//
//   CharsetConverter converter;                                   // one per thread, reused
//   const uint64_t replaced = converter.append(bytes, Encoding::shift_jis, out);
//
// Every invalid sequence becomes one U+FFFD, and an ASCII byte that an invalid sequence runs into
// is kept. UTF-8, UTF-16 and the single-byte encodings are decoded by code of its own, the others
// by ICU's converters (stretches of ASCII are copied past them); tables and converters are made
// when first needed. The converters are chosen, and mended where they differ, so that text comes
// out as browsers show it:
//
//   GBK            is decoded as gb18030, whose byte 0x80 is the euro sign and 0xA3A0 a wide space
//   Shift_JIS      is windows-31j, EUC-KR is windows-949, Big5 has the Hong Kong supplement
//   windows-125x   bytes from 0x80 to 0x9F that have no character are C1 controls
//
// Characters of the private use area that vendors put into multi-byte sets stay as ICU has them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/buffer.h"
#include "html/encoding.h"

struct UConverter;

namespace sluice::html {

class CharsetConverter {
 public:
  CharsetConverter();
  ~CharsetConverter();
  CharsetConverter(const CharsetConverter&) = delete;
  CharsetConverter& operator=(const CharsetConverter&) = delete;

  // Returns the number of U+FFFD put. `encoding` must not be none or replacement. Linear.
  uint64_t append(std::string_view bytes, Encoding encoding, Buffer& out);

 private:
  // UTF-8 of the bytes from 0x80 on.
  struct SingleByteTable;
  struct Close {
    void operator()(UConverter* converter) const;
  };

  const SingleByteTable& table(Encoding encoding);
  UConverter* converter(Encoding encoding);
  uint64_t append_single_byte(std::string_view bytes, Encoding encoding, Buffer& out);
  uint64_t append_multi_byte(std::string_view bytes, Encoding encoding, Buffer& out);

  std::array<std::unique_ptr<SingleByteTable>, kEncodings> tables_;
  std::array<std::unique_ptr<UConverter, Close>, kEncodings> converters_;
};

}  // namespace sluice::html
