// The examples of clients/book/README.md.
#include "clients/book/program.hpp"

#include <sstream>

using namespace crownd::crown_book::test;

namespace {

/// The lines of the page that are commands of crown-book, each with those that continue it.
std::vector<std::string> commands_in(const std::string& page) {
  constexpr std::string_view begin = "    scripts/crown-book ";
  std::vector<std::string> commands;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(begin)) continue;
    auto command = line.substr(begin.size());
    while (command.ends_with('\\') && std::getline(lines, line)) {
      command.pop_back();
      command += line;
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

}  // namespace

TEST_CASE("the examples of the page do what they say, one after the other") {
  const TemporaryFolder folder;
  (void)folder.write("games.pdn", "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n");
  const auto commands = commands_in(read_file(std::string(CROWND_SOURCE_DIR) + "/clients/book/README.md"));
  CHECK(commands.size() >= 8);
  for (const auto& each : commands) {
    INFO(each);
    const auto program = std::string(CROWND_BIN_DIR) + "/crown-book ";
    auto words = each;
    const std::string decks = "scripts/openings/";
    if (const auto at = words.find(decks); at != std::string::npos)
      words.insert(at, std::string(CROWND_SOURCE_DIR) + "/");
    crownd::connection::ChildProcess shell({"sh", "-c", "cd " + folder.path("") + " && exec " + program + words},
                                           crownd::connection::Errors::captured);
    shell.close_input();
    const auto end = crownd::connection::within(5 * crownd::testing::long_enough);
    while (shell.receive(end)) {
    }
    const auto status = shell.wait(end);
    CHECK(shell.errors() == "");
    REQUIRE(status.has_value());
    CHECK(status->code == 0);
  }
}
