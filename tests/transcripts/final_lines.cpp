// The promise of PROTOCOL.md by which a client knows the end of an answer.

#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace crownd::testing;
using namespace crownd::connection;

namespace {

/// All lines that the daemon answers to the script, without `info` lines.
std::vector<std::string> answers_to(const std::string& script) {
  const std::string book = CROWND_SOURCE_DIR "/tests/transcripts/english.cbk";
  ChildProcess daemon({CROWND_BIN_DIR "/crownd", "--no-tables", "--book", book}, Errors::captured);
  REQUIRE(daemon.send(script));
  daemon.close_input();
  std::vector<std::string> lines;
  while (const auto line = daemon.receive(within(long_enough)))
    if (!line->starts_with("info ")) lines.push_back(*line);
  return lines;
}

std::string first_word(const std::string& line) { return line.substr(0, line.find(' ')); }

/// A script whose last line is the command, with arguments that are accepted.
std::string script_of(const std::string& command) {
  static const std::map<std::string, std::string> lines{{"hub", "hub"},
                                                        {"undo", "position english startpos moves 11-15\nundo"},
                                                        {"setoption", "setoption name MultiPV value 2"},
                                                        {"position", "position english startpos"},
                                                        {"move", "position english startpos\nmove 11-15"},
                                                        {"go", "go depth 3"},
                                                        {"perft", "perft 2"},
                                                        {"bench", "bench depth 1"},
                                                        {"debug", "debug off"},
                                                        {"auth", "auth x"},
                                                        {"read", "read begin\nread line 11-15 *\nread end"},
                                                        {"legalmoves", "legalmoves squares"}};
  const auto found = lines.find(command);
  return found == lines.end() ? "position english startpos\n" + command : found->second;
}

}  // namespace

TEST_CASE("an answer ends with a line whose first word no other line of it has, but for book") {
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
