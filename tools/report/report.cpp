// sluice-report: what the training run on a measured corpus takes, and where each number is from.
// Each command has a file of its own.
#include <string_view>
#include <vector>

#include "commands.h"

int main(int argc, char** argv) {
  using namespace sluice;
  std::vector<char*> words(argv, argv + argc);
  if (argc > 2 && std::string_view(argv[1]) == "help") {
    static char help[] = "--help";
    words = {argv[0], argv[2], help};
  }
  const bool locates = words.size() > 1 && std::string_view(words[1]) == "locate";
  if (locates) words.erase(words.begin());
  words.push_back(nullptr);
  const int count = static_cast<int>(words.size()) - 1;
  return locates ? report_tool::locate(count, words.data())
                 : report_tool::report(count, words.data());
}
