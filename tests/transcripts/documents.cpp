#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/pages.hpp"
#include "support/program_path.hpp"
#include "support/temporary_folder.hpp"
#include "support/timeouts.hpp"

#include <cctype>
#include <regex>

using namespace crownd::connection;
using namespace crownd::testing;
namespace fs = std::filesystem;

namespace {

const fs::path top = CROWND_SOURCE_DIR;

/// A page without its fenced code, and GitHub's anchor for each heading.
struct Page {
  std::string text;
  std::set<std::string> headings;
};

/// Lower case, words joined by hyphens, without punctuation; repeated names get a number.
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

/// The broken links of a page, except links to other sites.
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

/// All lines that the daemon answers to the script, without `info` lines.
std::vector<std::string> answers_to(const std::string& script) {
  const std::string book = CROWND_SOURCE_DIR "/tests/transcripts/english.cbk";
  ChildProcess daemon({program_path("crownd"), "--no-tables", "--book", book}, Errors::captured);
  REQUIRE(daemon.send(script));
  daemon.close_input();
  std::vector<std::string> lines;
  while (const auto line = daemon.receive(within(test_timeout)))
    if (!line->starts_with("info ")) lines.push_back(*line);
  return lines;
}

std::string first_word(const std::string& line) { return line.substr(0, line.find(' ')); }

/// A script that ends with the command, with valid arguments.
std::string script_of(const std::string& command) {
  static const std::map<std::string, std::string> lines{{"hub", "hub"},
                                                        {"undo", "position english startpos moves 11-15\nundo"},
                                                        {"setoption", "setoption name MultiPV value 2"},
                                                        {"position", "position english startpos"},
                                                        {"move", "position english startpos\nmove 11-15"},
                                                        {"go", "go depth 3"},
                                                        {"perft", "perft 2"},
                                                        {"why",
                                                         "position english startpos moves 11-15 22-18 15x22 25x18 "
                                                         "10-15 18x11 8x15 24-20\nwhy 15-19"},
                                                        {"bench", "bench depth 1"},
                                                        {"debug", "debug off"},
                                                        {"auth", "auth x"},
                                                        {"read", "read begin\nread line 11-15 *\nread end"},
                                                        {"legalmoves", "legalmoves squares"}};
  const auto found = lines.find(command);
  return found == lines.end() ? "position english startpos\n" + command : found->second;
}

}  // namespace

// The links in pages are valid: files, headings, scripts.

TEST_CASE("every link of a page leads to an existing file or heading") {
  REQUIRE(pages().size() > 10);
  for (const auto& page : pages()) {
    INFO(page);
    CHECK(broken_links(top / page) == std::vector<std::string>{});
  }
}

TEST_CASE("broken links are found") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("page.md",
                   "# A page\n\n## The `first` part, of two\n\n## Twice\n## Twice\n"
                   "[a](#the-first-part-of-two) [b](#twice-1) [c](#twice-2) [d](https://example.org/none)\n"
                   "[e](not-there.md) `[f](code.md)`\n```\n[g](block.md)\n# no heading\n```\n[h](#no-heading)\n"
                   "[i](page.md#a-page) [j](page.md#b-page)\n");
  CHECK(broken_links(file) == std::vector<std::string>{"#twice-2", "not-there.md", "#no-heading", "page.md#b-page"});
}

TEST_CASE("headings have a space after their number signs") {
  const std::regex glued("(^|\n) *#+[^# \n]");
  for (const auto& page : pages()) {
    INFO(page);
    CHECK(!std::regex_search(read_page(top / page).text, glued));
  }
  CHECK(std::regex_search("text\n  ##Glued\n", glued));
}

TEST_CASE("every script named in a page exists") {
  const std::regex script("\\bscripts/[a-z0-9][a-z0-9_./-]*[a-z0-9]");
  int count = 0;
  for (const auto& page : pages()) {
    if (page == "CHANGELOG.md") continue;  // names removed scripts
    const auto text = read_file(top / page);
    for (auto found = std::sregex_iterator(text.begin(), text.end(), script); found != std::sregex_iterator();
         ++found) {
      INFO(page << ": " << found->str());
      CHECK(fs::exists(top / found->str()));
      ++count;
    }
  }
  CHECK(count > 20);
}

TEST_CASE("README.md is short") { CHECK(count(read_file(top / "README.md"), "\n") <= 150); }

// PROTOCOL.md states how a client detects the end of an answer.

TEST_CASE("the first word of an answer's last line occurs in no other line, except for book") {
  const std::set<std::string> silent{"ucinewgame", "setoption", "position", "stop", "ponderhit", "debug", "quit"};
  std::set<std::string> commands;
  for (const auto& line : answers_to("help"))
    if (const std::string help = "help "; line.starts_with(help))
      commands.insert(line.substr(help.size(), line.find_first_of(" :", help.size()) - help.size()));
  REQUIRE(commands.size() > 20);
  for (const auto& command : commands) {
    INFO(command);
    const auto lines = answers_to(script_of(command));
    CHECK(lines.empty() == silent.contains(command));
    if (lines.empty()) continue;
    const auto last = first_word(lines.back());
    CHECK(last != "error");
    const auto as_last =
        std::count_if(lines.begin(), lines.end(), [&](const auto& line) { return first_word(line) == last; });
    if (command == "book")
      CHECK(lines.front() == "book " + std::to_string(lines.size() - 1));
    else
      CHECK(as_last == 1);
  }
}
