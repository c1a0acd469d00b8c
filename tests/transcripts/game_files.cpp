#include "support/game_files.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using crownd::testing::answers_to;
using crownd::testing::bytes_of;
using crownd::testing::game_files;

// Every file of tests/game_files, read by the command `read`, gives the lines of the file beside it: NAME.pdn those of
// NAME.pdn.read.

namespace {

using Lines = std::vector<std::string>;

Lines split_lines(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The answers of crownd to the texts of several files, each up to its `readok`.
std::vector<Lines> answers_per_file(const std::string& commands) {
  const crownd::testing::TemporaryFolder temporary;
  const auto input = temporary.write("commands", commands);
  const auto output = temporary.path("answers");
  const auto command = "'" CROWND_BIN_DIR "/crownd' --no-tables --no-books <'" + input + "' >'" + output + "'";
  REQUIRE(std::system(command.c_str()) == 0);
  std::vector<Lines> answers(1);
  for (const auto& line : split_lines(bytes_of(output))) {
    answers.back().push_back(line);
    if (line.starts_with("readok")) answers.emplace_back();
  }
  answers.pop_back();
  return answers;
}

/// The file in lines, or in parts of so many bytes that are cut where there are no blanks.
std::string commands_for(const std::string& text, std::size_t part) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  std::string commands = "read begin\n";
  for (const auto& line : split_lines(text)) {
    std::size_t begin = 0;
    if (part > 0)
      for (std::size_t end = part; end < line.size(); ++end) {
        if (end - begin < part || is_blank(line[end - 1]) || is_blank(line[end])) continue;
        commands += "read part " + line.substr(begin, end - begin) + '\n';
        begin = end;
      }
    commands += "read line " + line.substr(begin) + '\n';
  }
  return commands + "read end\n";
}

}  // namespace

TEST_CASE("game files are read as the files beside them say") {
  const auto files = game_files();
  CHECK(files.size() >= 150);
  for (const std::size_t part : {0, 1, 5}) {
    std::string commands;
    for (const auto& file : files) commands += commands_for(bytes_of(file), part);
    const auto answers = answers_per_file(commands);
    REQUIRE(answers.size() == files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      INFO(files[i].filename().string() << " in parts of " << part);
      CHECK(answers[i] == split_lines(answers_to(files[i])));
    }
  }
}
