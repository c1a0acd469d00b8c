// The program in PROTOCOL.md that draws games and clicks their moves works with every game of the daemon.

#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/page_program.hpp"
#include "support/patience.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace crownd::testing;
using namespace crownd::connection;
namespace fs = std::filesystem;

namespace {

const std::string daemon_of_drawing = CROWND_BIN_DIR "/crownd";

std::vector<std::string> names_of_games() {
  ChildProcess daemon({daemon_of_drawing}, Errors::captured);
  daemon.send("games");
  std::vector<std::string> names;
  while (const auto line = daemon.receive(within(long_enough))) {
    std::istringstream words(*line);
    std::string word, name;
    words >> word >> name;
    if (word == "gamesok") break;
    names.push_back(name);
  }
  daemon.send("quit");
  return names;
}

}  // namespace

TEST_CASE("the program of PROTOCOL.md draws every game and clicks through it") {
  const auto program = program_in("PROTOCOL.md", "### Drawing a board");
  REQUIRE(program.find("legalmoves squares") != std::string::npos);
  const auto folder =
      fs::temp_directory_path() / ("crownd-drawing-" + std::to_string(Clock::now().time_since_epoch().count()));
  fs::create_directory(folder);
  std::ofstream(folder / "draw.py") << program;
  const auto names = names_of_games();
  REQUIRE(names.size() >= 5);
  for (const auto& name : names) {
    const auto out = (folder / "out").string();
    const auto command = "timeout 300 python3 '" + (folder / "draw.py").string() + "' '" + daemon_of_drawing + "' " +
                         name + " >'" + out + "' 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream file(out);
    std::stringstream text;
    text << file.rdbuf();
    INFO(name << ":\n" << text.str());
    CHECK(status == 0);
    CHECK(text.str().find("which is moved ") != std::string::npos);
  }
  fs::remove_all(folder);
}
