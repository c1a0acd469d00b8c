// The sample of clients/annotate/README.md.
#include "clients/annotate/program.hpp"

#include <string_view>

using namespace crownd::annotate::test;

TEST_CASE("the page shows what the program prints") {
  const auto page = read_file(std::string(CROWND_SOURCE_DIR) + "/clients/annotate/README.md");
  constexpr std::string_view indent = "    ", command = "scripts/crown-annotate ";
  std::istringstream lines(page);
  std::string shell, sample;
  for (std::string line; sample.empty() && std::getline(lines, line);) {
    if (line.starts_with("    printf ")) {
      shell = line;
      shell.replace(shell.find(command), command.size(), program() + " --workers 1 ");
    }
    if (!line.ends_with("prints, on this version:")) continue;
    std::getline(lines, line);  // empty
    while (std::getline(lines, line) && line.starts_with(indent)) sample += line.substr(indent.size()) + '\n';
  }
  REQUIRE_FALSE(shell.empty());
  crownd::connection::ChildProcess process({"sh", "-c", shell}, crownd::connection::Errors::captured);
  process.close_input();
  std::string printed;
  while (const auto line = process.receive(crownd::connection::within(crownd::testing::long_enough)))
    printed += *line + '\n';
  CHECK(process.errors() == "");
  const auto last_text = printed.find_last_not_of('\n');
  REQUIRE(last_text != std::string::npos);
  CHECK(printed.substr(printed.find_first_not_of('\n'), last_text + 2 - printed.find_first_not_of('\n')) == sample);
}
