#include "warc/mime_sniff.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::warc {
namespace {

using namespace std::string_literals;

std::string_view computed(std::string_view declared, std::string_view body) {
  return name_of(sniff(declared, body).computed);
}

struct Sample {
  std::string body;
  std::string_view computed;  // without a declared type, by the standard
  std::string_view content;   // by the bytes, with the extensions
};

std::string utf16(std::string_view text, bool big, bool mark) {
  std::string bytes = !mark ? "" : big ? "\xfe\xff" : "\xff\xfe";
  for (const char byte : text) {
    if (big) bytes += '\0';
    bytes += byte;
    if (!big) bytes += '\0';
  }
  return bytes;
}

TEST(Sniff, TellsUndeclaredTypesByTheirBytes) {
  const std::string box = "\0\0\0\x18"s + "ftypisom\0\0\0\0"s + "isommp42"s;
  // MPEG-1 layer 3, 32 kbit/s, 44.1 kHz: frames of 104 bytes.
  const std::string frame = "\xff\xfb\x10\x00"s + std::string(100, '\0');
  const Sample kSamples[] = {
      // HTML: the tags, case, white space, the byte behind
      {"<!DOCTYPE html>", "text/html", "text/html"},
      {"<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "text/html", "text/html"},
      {" \t\r\n\f<html>", "text/html", "text/html"},
      {"<HTML lang=en>", "text/html", "text/html"},
      {"<html\n", "text/plain", "text/html"},  // no byte of the standard's two ends this tag
      {"<htmlx>", "text/plain", "text/plain"},
      {"<html", "text/plain", "text/html"},
      {"<head>", "text/html", "text/html"},
      {"<script>", "text/html", "text/html"},
      {"<iframe src=x>", "text/html", "text/html"},
      {"<h1>", "text/html", "text/html"},
      {"<div>", "text/html", "text/html"},
      {"<font size=1>", "text/html", "text/html"},
      {"<table>", "text/html", "text/html"},
      {"<a href=x>", "text/html", "text/html"},
      {"<style>", "text/html", "text/html"},
      {"<title>", "text/html", "text/html"},
      {"<b>", "text/html", "text/html"},
      {"<body>", "text/html", "text/html"},
      {"<br>", "text/html", "text/html"},
      {"<p>", "text/html", "text/html"},
      {"<!-- x -->", "text/html", "text/html"},
      {"<!--x--><p>", "text/plain", "text/html"},
      {"<span>", "text/plain", "text/plain"},
      {"x <html>", "text/plain", "text/plain"},
      // marks
      {"\xef\xbb\xbf<!DOCTYPE html>", "text/plain", "text/html"},
      {"\xef\xbb\xbfplain", "text/plain", "text/plain"},
      {"\xfe\xff\0a"s, "text/plain", "text/plain"},
      {"\xff\xfe"
       "a\0"s,
       "text/plain", "text/plain"},
      {utf16("<html><body>", true, true), "text/plain", "text/html"},
      {utf16("<html><body>", false, true), "text/plain", "text/html"},
      {utf16("<html><body>", false, false), "application/octet-stream", "text/html"},
      {utf16("plain words", false, false), "application/octet-stream", "application/octet-stream"},
      // XML
      {"<?xml version=\"1.0\"?><note/>", "text/xml", "text/xml"},
      {"<?XML version=\"1.0\"?>", "text/plain", "text/plain"},
      {"<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"x\">\n<html xmlns=\"x\">", "text/xml",
       "application/xhtml+xml"},
      {"<?xml version=\"1.0\"?><rss version=\"2.0\">", "text/xml", "application/rss+xml"},
      {"<rss version=\"2.0\">", "text/plain", "application/rss+xml"},
      {"<?xml version=\"1.0\"?>\n<!-- x -->\n<feed xmlns=\"http://www.w3.org/2005/Atom\">",
       "text/xml", "application/atom+xml"},
      {"<?xml version=\"1.0\"?><rdf:RDF xmlns=\"http://purl.org/rss/1.0/\">", "text/xml",
       "application/rss+xml"},
      {"<?xml version=\"1.0\"?><rdf:RDF xmlns:foaf=\"http://xmlns.com/foaf/0.1/\">", "text/xml",
       "text/xml"},
      {"<svg xmlns=\"http://www.w3.org/2000/svg\">", "text/plain", "image/svg+xml"},
      // documents
      {"%PDF-1.4\n", "application/pdf", "application/pdf"},
      {" %PDF-1.4\n", "text/plain", "text/plain"},
      {"%!PS-Adobe-3.0\n", "application/postscript", "application/postscript"},
      // pictures
      {"\0\0\1\0"s, "image/x-icon", "image/x-icon"},
      {"\0\0\2\0"s, "image/x-icon", "image/x-icon"},
      {"BM\1\2", "image/bmp", "image/bmp"},
      {"GIF87a", "image/gif", "image/gif"},
      {"GIF89a", "image/gif", "image/gif"},
      {"GIF88a", "text/plain", "text/plain"},
      {"RIFF\1\2\3\4WEBPVP8 ", "image/webp", "image/webp"},
      {"\x89PNG\r\n\x1a\n", "image/png", "image/png"},
      {"\xff\xd8\xff\xe0", "image/jpeg", "image/jpeg"},
      // sound and film
      {"FORM\1\2\3\4AIFF", "audio/aiff", "audio/aiff"},
      {"ID3\3", "audio/mpeg", "audio/mpeg"},
      {"OggS\0"s, "application/ogg", "application/ogg"},
      {"MThd\0\0\0\6"s, "audio/midi", "audio/midi"},
      {"RIFF\1\2\3\4AVI ", "video/avi", "video/avi"},
      {"RIFF\1\2\3\4WAVE", "audio/wave", "audio/wave"},
      {"RIFF\1\2\3\4WAV", "application/octet-stream", "application/octet-stream"},
      {box, "video/mp4", "video/mp4"},
      {box.substr(0, 20), "application/octet-stream", "application/octet-stream"},
      {"\x1a\x45\xdf\xa3\x93\x42\x82\x88"s + "webm\x42\x87\x81\x02", "video/webm", "video/webm"},
      {"\x1a\x45\xdf\xa3\x93\x42\x82\x88"s + "matroska", "application/octet-stream",
       "application/octet-stream"},
      {frame + frame, "audio/mpeg", "audio/mpeg"},
      {frame, "application/octet-stream", "application/octet-stream"},
      // archives
      {"\x1f\x8b\x08\0"s, "application/x-gzip", "application/x-gzip"},
      {"PK\3\4", "application/zip", "application/zip"},
      {"Rar!\x1a\7\0"s, "application/x-rar-compressed", "application/x-rar-compressed"},
      {"Rar!\x1a\7\1\0"s, "application/octet-stream", "application/x-rar-compressed"},
      // fonts and code
      {"\0\1\0\0\0\x0f"s, "application/octet-stream", "font/ttf"},
      {"OTTO\0"s, "application/octet-stream", "font/otf"},
      {"ttcf\0"s, "application/octet-stream", "font/collection"},
      {"wOFF\0\1\0\0"s, "application/octet-stream", "font/woff"},
      {"wOF2\0\1\0\0"s, "application/octet-stream", "font/woff2"},
      {std::string(34, '\1') + "LP", "application/octet-stream", "application/vnd.ms-fontobject"},
      {"\0asm\1\0\0\0"s, "application/octet-stream", "application/wasm"},
      // text or binary
      {"plain words", "text/plain", "text/plain"},
      {"Latin-1: \xe4\xf6\xfc", "text/plain", "text/plain"},
      {"\x1b[1mbold\x1b[0m\f", "text/plain", "text/plain"},
      {"a\x08", "application/octet-stream", "application/octet-stream"},
      {"a\0"s, "application/octet-stream", "application/octet-stream"},
      {"{\"a\": 1}", "text/plain", "application/json"},
      {"[ {", "text/plain", "application/json"},
      {"[1] See there.", "text/plain", "text/plain"},
      {"{ x }", "text/plain", "text/plain"},
      {"", "unknown", "unknown"},
  };
  for (const Sample& sample : kSamples) {
    EXPECT_EQ(computed("", sample.body), sample.computed) << sample.body;
    EXPECT_EQ(name_of(sniff_content(sample.body)), sample.content) << sample.body;
  }
}

TEST(Sniff, FollowsTheStandardOnDeclaredTypes) {
  // Markup is what it is declared to be.
  EXPECT_EQ(computed("text/html", "%PDF-1.4"), "text/html");
  EXPECT_EQ(computed("TEXT/HTML; charset=x", "plain"), "text/html");
  EXPECT_EQ(computed("application/xhtml+xml", "plain"), "application/xhtml+xml");
  EXPECT_EQ(computed("application/xml", "<html>"), "text/xml");
  EXPECT_EQ(computed("image/svg+xml", "\x89PNG\r\n\x1a\n"), "image/svg+xml");
  // So is text, but for the four values of old Apache servers, which may be binary.
  EXPECT_EQ(computed("text/plain", "<html>"), "text/plain");
  EXPECT_EQ(computed("text/plain", "%PDF-1.4"), "text/plain");
  for (const std::string_view apache :
       {"text/plain", "text/plain; charset=ISO-8859-1", "text/plain; charset=iso-8859-1",
        "text/plain; charset=UTF-8"}) {
    EXPECT_EQ(computed(apache, "a\0b"s), "application/octet-stream") << apache;
    EXPECT_EQ(computed(apache, "\xff\xfe\0\0"s), "text/plain") << apache;
    EXPECT_EQ(computed(apache, "\xef\xbb\xbf\0"s), "text/plain") << apache;
    EXPECT_EQ(computed(apache, "ab"), "text/plain") << apache;
  }
  EXPECT_EQ(computed("text/plain;charset=UTF-8", "a\0b"s), "text/plain");
  EXPECT_EQ(computed("text/plain; charset=utf-8", "a\0b"s), "text/plain");
  // Pictures, sound and film are told among themselves.
  EXPECT_EQ(computed("image/png", "GIF89a"), "image/gif");
  EXPECT_EQ(computed("image/png", "OggS\0"s), "image/png");
  EXPECT_EQ(computed("audio/mpeg", "OggS\0"s), "application/ogg");
  EXPECT_EQ(computed("image/png", "<html>"), "image/png");
  // Others stay.
  EXPECT_EQ(computed("application/octet-stream", "<html>"), "application/octet-stream");
  EXPECT_EQ(computed("application/json", "<html>"), "application/json");
  EXPECT_EQ(computed("application/x-thing", "<html>"), "other");
  // As good as none.
  for (const std::string_view none :
       {"", "unknown/unknown", "application/unknown", "*/*", "html", "text/html/x"}) {
    EXPECT_EQ(computed(none, "<html>"), "text/html") << none;
  }
  // nosniff
  EXPECT_EQ(sniff("image/png", "GIF89a", true).computed, MediaType::png);
  EXPECT_EQ(sniff("", "<html>", true).computed, MediaType::plain_text);
  EXPECT_EQ(sniff("text/plain", "a\0b"s, true).computed, MediaType::plain_text);
  EXPECT_EQ(sniff("text/html; charset=\"gbk\"", "").charset, "gbk");
}

struct Use {
  std::string_view declared;
  std::string body;
  bool html;
  bool text;
};

TEST(Sniff, TellsExtractionWhatToParse) {
  const std::string prose = "Words that a person wrote, in lines, one after another. ";
  const Use kUses[] = {
      {"text/html", "<html>", true, false},
      {"text/html; charset=utf-8", "\xef\xbb\xbf<html>", true, false},
      {"text/html", prose, true, false},
      {"text/html", "", true, false},
      {"text/html", "<html>" + prose + "\0\x01"s, true, false},
      {"text/html", prose + "\x01", true, false},
      {"text/html", "BMW builds cars. " + prose, true, false},
      {"text/html", utf16("<html><p>words", false, false), true, false},
      {"text/html", utf16("words", false, true), true, false},
      {"text/html", "%PDF-1.4\n%\xe2\xe3", false, false},
      {"text/html", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s, false, false},
      {"text/html", "\x1f\x8b\x08\0\0\0\0\0"s, false, false},
      {"text/html", "MZ\x90\0\3\0\0\0\4\0"s, false, false},
      {"text/html", "<?xml version=\"1.0\"?><rss version=\"2.0\">", false, false},
      {"text/html", "{\"a\": \"b\"}", false, false},
      {"application/xhtml+xml", "<?xml version=\"1.0\"?><html>", true, false},
      {"application/xml", "<?xml version=\"1.0\"?><html>", true, false},
      {"text/xml", "<?xml version=\"1.0\"?><note>", false, false},
      {"application/rss+xml", "<rss>", false, false},
      {"", "<html>", true, false},
      {"", "\xef\xbb\xbf<html>", true, false},
      {"", prose, false, true},
      {"", "{\"a\": \"b\"}", false, false},
      {"", "\0\1\2"s, false, false},
      {"", "", false, false},
      {"text/plain", prose, false, true},
      {"text/plain", "<html>", false, true},
      {"text/plain", "", false, true},
      {"text/plain; charset=us-ascii", prose + "\x01", false, true},
      {"text/plain; charset=us-ascii", "%PDF-1.4", false, false},
      {"text/plain; charset=us-ascii", "\x1f\x8b\x08\0\0\0"s, false, false},
      {"text/plain", "a\0\1\2"s, false, false},
      {"application/octet-stream", "<html>", false, false},
      {"application/json", "{}", false, false},
      {"image/png", "<html>", false, false},
  };
  for (const Use& use : kUses) {
    const Sniffed sniffed = sniff(use.declared, use.body);
    EXPECT_EQ(is_html_like(sniffed), use.html) << use.declared << ": " << use.body;
    EXPECT_EQ(is_plain_text(sniffed), use.text) << use.declared << ": " << use.body;
  }
}

TEST(Sniff, LooksNoFurtherThanItSays) {
  const std::string text(kSniffedBytes, 'a');
  EXPECT_EQ(sniff_content(text + "\0"s), MediaType::plain_text);
  EXPECT_EQ(sniff_content(text.substr(1) + "\0"s), MediaType::binary);
  EXPECT_EQ(sniff_content(std::string(kSniffedBytes, ' ') + "<html>"), MediaType::plain_text);
}

}  // namespace
}  // namespace sluice::warc
