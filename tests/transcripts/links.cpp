// What the pages point to is there: files, headings, scripts.

#include "support/catch.hpp"
#include "support/pages.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace crownd::testing;
namespace fs = std::filesystem;

namespace {

const fs::path top = CROWND_SOURCE_DIR;

/// A page without what is between lines of ```, and the name that GitHub gives each of its headings.
struct Page {
  std::string text;
  std::set<std::string> headings;
};

/// Lower case, words joined by hyphens, punctuation left out; a name that is there already gets a number.
std::string anchor_of(const std::string& heading, const std::set<std::string>& taken) {
  std::string name;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '_' || byte >= 0x80) name += static_cast<char>(std::tolower(byte));
    if (c == ' ') name += '-';
  }
  if (!taken.contains(name)) return name;
  int number = 1;
  while (taken.contains(name + '-' + std::to_string(number))) ++number;
  return name + '-' + std::to_string(number);
}

Page read_page(const fs::path& file) {
  std::ifstream stream(file);
  Page page;
  bool in_block = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) in_block = !in_block;
    if (in_block || line.starts_with("```")) continue;
    const auto hashes = line.find_first_not_of('#');
    if (hashes > 0 && hashes != std::string::npos && line[hashes] == ' ')
      page.headings.insert(anchor_of(line.substr(hashes + 1), page.headings));
    page.text += line + '\n';
  }
  return page;
}

/// The links of a page that lead nowhere; links to other sites are not looked at.
std::vector<std::string> broken_links(const fs::path& file) {
  std::vector<std::string> broken;
  const auto text = std::regex_replace(read_page(file).text, std::regex("`[^`\n]*`"), "");
  const std::regex link(R"(\]\(([^)\s]+)\))");
  for (auto found = std::sregex_iterator(text.begin(), text.end(), link); found != std::sregex_iterator(); ++found) {
    const auto target = (*found)[1].str();
    if (target.find("://") != std::string::npos) continue;
    const auto hash = target.find('#');
    const auto path = hash == 0 ? file : file.parent_path() / target.substr(0, hash);
    if (!fs::exists(path))
      broken.push_back(target);
    else if (hash != std::string::npos && !read_page(path).headings.contains(target.substr(hash + 1)))
      broken.push_back(target);
  }
  return broken;
}

}  // namespace

TEST_CASE("every link of a page leads to a file or heading that is there") {
  REQUIRE(pages().size() > 10);
  for (const auto& page : pages()) {
    INFO(page);
    CHECK(broken_links(top / page) == std::vector<std::string>{});
  }
}

TEST_CASE("a link that leads nowhere is noticed") {
  const auto file = fs::temp_directory_path() / ("crownd-page-" + std::to_string(std::random_device()()) + ".md");
  std::ofstream(file) << "# A page\n\n## The `first` part, of two\n\n## Twice\n## Twice\n"
                         "[a](#the-first-part-of-two) [b](#twice-1) [c](#twice-2) [d](https://example.org/none)\n"
                         "[e](not-there.md) `[f](code.md)`\n```\n[g](block.md)\n# no heading\n```\n[h](#no-heading)\n"
                         "[i]("
                      << file.filename().string() << "#a-page) [j](" << file.filename().string() << "#b-page)\n";
  CHECK(broken_links(file) ==
        std::vector<std::string>{"#twice-2", "not-there.md", "#no-heading", file.filename().string() + "#b-page"});
  fs::remove(file);
}

TEST_CASE("every script that a page names is there") {
  const std::regex script("\\bscripts/[a-z0-9][a-z0-9_./-]*[a-z0-9]");
  int count = 0;
  for (const auto& page : pages()) {
    if (page == "CHANGELOG.md") continue;  // names what was there once
    std::ifstream file(top / page);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (auto found = std::sregex_iterator(text.begin(), text.end(), script); found != std::sregex_iterator();
         ++found) {
      INFO(page << ": " << found->str());
      CHECK(fs::exists(top / found->str()));
      ++count;
    }
  }
  CHECK(count > 20);
}

TEST_CASE("README.md is short enough to be read at once") {
  std::ifstream file(top / "README.md");
  CHECK(std::count(std::istreambuf_iterator<char>(file), {}, '\n') <= 150);
}
