#include "xml.h"

#include <array>
#include <stdexcept>

#include "chart/label.h"

namespace sluice::chart {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == ':';
}

class Reader {
 public:
  explicit Reader(std::string_view document) : rest_(document), whole_(document.size()) {}

  std::vector<XmlElement> read() {
    element();
    while (!rest_.empty() && rest_[0] == '\n') rest_.remove_prefix(1);
    if (!rest_.empty()) fail("text behind the root");
    return std::move(elements_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " at byte " + std::to_string(whole_ - rest_.size()));
  }

  bool accept(std::string_view token) {
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token) {
    if (!accept(token)) fail("expected '" + std::string(token) + "'");
  }

  std::string name() {
    std::string name;
    while (!rest_.empty() && is_name_char(rest_[0])) {
      name.push_back(rest_[0]);
      rest_.remove_prefix(1);
    }
    if (name.empty()) fail("expected a name");
    return name;
  }

  // One character or entity.
  std::string character() {
    struct Entity {
      std::string_view name;
      const char* text;
    };
    static constexpr std::array<Entity, 5> kEntities = {
        {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}}};
    if (rest_[0] == '&') {
      for (const Entity& entity : kEntities) {
        if (accept(entity.name)) return entity.text;
      }
      fail("unknown entity");
    }
    const std::string c(1, rest_[0]);
    rest_.remove_prefix(1);
    return c;
  }

  void attributes(XmlElement& element) {
    while (accept(" ")) {
      const std::string key = name();
      expect("=\"");
      std::string value;
      while (!rest_.empty() && rest_[0] != '"') {
        if (rest_[0] == '<') fail("'<' in an attribute");
        value += character();
      }
      expect("\"");
      if (!element.attributes.emplace(key, value).second) fail("attribute twice: " + key);
    }
  }

  void element() {
    expect("<");
    const size_t index = elements_.size();
    elements_.push_back({name(), {}, {}});
    attributes(elements_[index]);
    if (accept("/>")) return;
    expect(">");
    while (!accept("</")) {
      if (rest_.empty()) fail("end of document inside " + elements_[index].name);
      if (rest_[0] == '<') {
        element();
      } else {
        const std::string c = character();
        elements_[index].text += c;
      }
    }
    expect(elements_[index].name + ">");
  }

  std::string_view rest_;
  size_t whole_;
  std::vector<XmlElement> elements_;
};

// decode() replaces whatever XML does not allow, so clean text comes back as it was.
void check_characters(std::string_view document) {
  std::string spaced(document);
  for (char& c : spaced) c = c == '\n' ? ' ' : c;
  if (encode(decode(spaced)) != spaced) throw std::runtime_error("a character XML does not allow");
}

}  // namespace

std::vector<XmlElement> read_xml(std::string_view document) {
  check_characters(document);
  return Reader(document).read();
}

}  // namespace sluice::chart
