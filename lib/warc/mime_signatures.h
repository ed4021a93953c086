// Signatures of binary formats, by the tables and algorithms of the WHATWG MIME Sniffing standard
// (section 6). Internal to warc; mime_sniff.h is the way in.
//
// Each takes the first bytes of a resource and gives MediaType::unknown where nothing matches.
#pragma once

#include <string_view>

#include "warc/mime.h"

namespace sluice::warc {

MediaType match_image(std::string_view header);
MediaType match_audio_video(std::string_view header);
MediaType match_archive(std::string_view header);
MediaType match_font(std::string_view header);

}  // namespace sluice::warc
