#include "checkerboard/data_files.hpp"
#include "checkerboard/engine.hpp"
#include "checkerboard/settings_file.hpp"
#include "checkerboard/the_game.hpp"
#include "core/bad_input.hpp"
#include "network/instructions.hpp"
#include "version/version.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

namespace crownd::checkerboard {

namespace {

using wire::Words;
namespace fs = std::filesystem;

std::string engine_name() { return "crownd " + std::string(version::number()); }

std::string about() {
  return engine_name() + "\n" + std::string(game_title()) + "\nInstruction set: " + network::instructions() +
         "\n\nEndgame tables: the folder dbpath. Opening book: the file bookfile.\nHelp says more.";
}

std::string static_evaluation(std::string_view fen) {
  const auto game = make_game();
  game->set_position(fen, {});
  const auto score = game->evaluate().score;
  return "static evaluation " + std::to_string(score.raw()) + " hundredths of a man for the side to move";
}

/// `FEN [MOVE…]`; throws BadInput where they are none.
Course read_course(Words& words) {
  Course course{std::string(words.take()), {}};
  while (!words.empty()) course.moves.emplace_back(words.take());
  make_game()->set_position(course.start, course.moves);
  return course;
}

}  // namespace

bool Engine::obey(std::string_view command, std::string& reply) {
  const std::lock_guard lock(commands_);
  Words words(command);
  const auto verb = words.take();
  reply = "?";
  try {
    if (verb == "get") {
      const auto name = words.take();
      return words.empty() && get(name, reply);
    }
    if (verb == "set") {
      const auto name = words.take();
      return set(name, words.take_rest(), reply);
    }
    if (verb == "staticevaluation") {
      reply = static_evaluation(words.take_rest());
      return true;
    }
    if (!words.empty()) return false;
    if (verb == "name") reply = engine_name();
    if (verb == "about") reply = about();
    // CheckerBoard shows the file of that name in its folder of engines.
    if (verb == "help") reply = fs::path(library_).replace_extension(".htm").filename().string();
    return reply != "?";
  } catch (const BadInput& fault) {
    reply = fault.what();
    return false;
  }
}

bool Engine::get(std::string_view name, std::string& reply) {
  if (name == "gametype") reply = std::to_string(game_type);
  if (name == "protocolversion") reply = std::to_string(protocol_version);
  if (name == "cpus") reply = std::to_string(std::max(1U, std::thread::hardware_concurrency()));
  if (const auto value = value_of(means_.settings, name)) {
    reply = *value;
    return true;
  }
  return reply != "?";
}

bool Engine::set(std::string_view name, std::string_view value, std::string& reply) {
  if (name == "gamehist") {
    Words words(value);
    means_.given = read_course(words);
    reply = "the moves before the position are known";
    return true;
  }
  Means next = means_;
  if (!change(next.settings, name, value)) return false;
  if (name == "dbpath") next.tables = open_tables(next.settings.dbpath, table_blocks_);
  if (name == "bookfile") next.book = open_book(next.settings.bookfile, library_.parent_path());
  means_ = std::move(next);
  reply = std::string(name) + " is " + *value_of(means_.settings, name);
  if (name == "dbpath" && !value.empty())
    reply += means_.tables ? ", with endgame tables up to " + std::to_string(means_.tables->pieces()) + " pieces"
                           : ", which has no endgame tables of this game";
  if (!keep(means_.settings, library_))
    reply += "; it counts until the program ends, for no file can be written that keeps it";
  return true;
}

}  // namespace crownd::checkerboard
