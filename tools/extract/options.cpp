#include "options.h"

namespace sluice::extract_tool {

using Matters = cli::Tool::Matters;

ExtractOptions::ExtractOptions(cli::Tool& tool) {
  tool.section("Extracting");
  tool.one_of("--mode", mode, {"main", "all", "union"},
              "the main content, all visible text, or the main content and whatever else might be");
  tool.one_of("--profile", profile, {"precision", "balanced", "recall"},
              "when in doubt about a block, leave it out or keep it");
  tool.one_of("--comments", comments, {"auto", "keep", "drop"},
              "readers' comments (auto: where they are the content, as on a forum)");
  tool.one_of("--format", format, {"text", "markdown"}, "what documents are written as");
  tool.bytes("--min-text-bytes", min_text_bytes, "reject shorter texts (0)");
  tool.texts("--url-blocklist", url_blocklists, "FILE",
             "reject what these lists name: hosts, domains, addresses; a directory of lists; "
             "repeatable",
             Matters::run);
  tool.flag("--url-dedup", url_dedup, "reject pages whose address was seen before in the run");
  tool.flag("--rejects-html", rejects_html,
            "write rejected pages with their HTML, not with metadata alone", Matters::run);
  tool.text("--explain", explain, "ID",
            "show how the page with this id (a record's, or a file's path) was judged, block by "
            "block, instead; with -o FILE.html as a page to look at, too",
            Matters::run);
  tool.flag("--list", list,
            "print a line for each record instead: offset, kind, type, status, URL, length");
}

extract::Extractor::Options ExtractOptions::extractor() const {
  using extract::Comments;
  using extract::Mode;
  using extract::Profile;
  return {.mode = mode == "main"  ? Mode::main
                  : mode == "all" ? Mode::all
                                  : Mode::together,
          .profile = profile == "precision" ? Profile::precision
                     : profile == "recall"  ? Profile::recall
                                            : Profile::balanced,
          .comments = comments == "keep"   ? Comments::keep
                      : comments == "drop" ? Comments::drop
                                           : Comments::automatic,
          .format = format == "text" ? extract::Format::text : extract::Format::markdown,
          .render = {}};
}

std::unique_ptr<UrlRules> ExtractOptions::url_rules(cli::Tool& tool) const {
  auto rules = cli::configured_by("--url-blocklist", [&] {
    return std::make_unique<UrlRules>(
        UrlRules::Options{.lists = url_blocklists, .once = url_dedup});
  });
  if (!url_blocklists.empty()) tool.digest("--url-blocklist", rules->digest());
  for (const std::string& file : rules->files()) tool.reads(file);
  return rules;
}

}  // namespace sluice::extract_tool
