#include "clients/terminal/crown.hpp"
#include "clients/terminal/written_session.hpp"
#include "support/game_names.hpp"
#include "support/pages.hpp"

#include <algorithm>

using namespace crownd::testing;

namespace {

const std::string source = CROWND_SOURCE_DIR;

std::vector<std::string> files_with_sessions() {
  std::vector<std::string> files;
  for (const auto& page : pages())
    if (!sessions_of(source + "/" + page).empty()) files.push_back(source + "/" + page);
  return files;
}

/// Pages for people call the program by its script, from the top folder.
std::string without_scripts(std::string command) {
  const std::string script = "scripts/crown ";
  for (auto at = command.find(script); at != std::string::npos; at = command.find(script))
    command.replace(at, script.size(), "crown ");
  return command;
}

/// Runs all sessions of a file in one folder, in order.
void run_all(const std::string& file, const std::string& prelude) {
  const Folder folder;
  std::filesystem::copy(source + "/tests/clients/terminal/boards", folder / "boards");
  for (const auto& session : sessions_of(file)) {
    INFO(session.place << ": " << session.command);
    auto output = shell(folder, prelude + without_scripts(session.command));
    if (!output.out.empty() && output.out.back() != '\n') output.out += '\n';
    CHECK(output.out == session.output);
    CHECK(output.errors == "");
    CHECK(output.code == 0);
  }
}

}  // namespace

TEST_CASE("written sessions go as they are written, with a child process") {
  for (const auto& file : files_with_sessions()) run_all(file, "");
}

TEST_CASE("written sessions go as they are written, over TCP") {
  Daemon daemon;
  const auto function = "crown() { command crown \"$@\" --connect " + address_of(daemon) + "; }\n";
  for (const auto& file : files_with_sessions()) run_all(file, function);
}

TEST_CASE("the page of crown shows a session of every game") {
  const auto sessions = sessions_of(source + "/clients/terminal/README.md");
  for (const auto& game : crownd::testing::game_names()) {
    INFO(game);
    CHECK(std::any_of(sessions.begin(), sessions.end(), [&](const auto& session) {
      return session.command.find("scripts/crown " + game) != std::string::npos;
    }));
  }
}
