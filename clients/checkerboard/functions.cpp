#include "checkerboard/functions.hpp"

#include "checkerboard/engine.hpp"
#include "checkerboard/reply.hpp"
#include "checkerboard/system.hpp"

#include <atomic>
#include <exception>
#include <string>

namespace crownd::checkerboard {

namespace {

void say(const std::string& text, char* to) { put(system::from_utf8(text), to); }

Engine* open(const std::filesystem::path::value_type* library) {
  try {
    return new Engine(library);
  } catch (...) {
    return nullptr;
  }
}

void close(Engine* engine) { delete engine; }

int getmove(Engine* engine, Board board, int color, double maxtime, char* text, int* playnow, int info, int more_info,
            Move* move) {
  Verdict verdict = Verdict::unknown;
  if (board == nullptr) return static_cast<int>(verdict);
  try {
    const auto stopped = [&] { return playnow != nullptr && std::atomic_ref(*playnow).load() != 0; };
    const auto show = [&](const std::string& line) { say(line, text); };
    verdict = engine->play(*reinterpret_cast<Board*>(board), color, limits_of(maxtime, info, more_info),
                           (info & new_game_bit) != 0, move, {stopped, show});
  } catch (const std::exception& fault) {
    say(fault.what(), text);
  } catch (...) {
    say("the search has failed", text);
  }
  return static_cast<int>(verdict);
}

int enginecommand(Engine* engine, const char* command, char* reply) {
  try {
    std::string answer;
    const bool known = engine->obey(system::to_utf8(command == nullptr ? "" : command), answer);
    say(answer, reply);
    return known ? 1 : 0;
  } catch (const std::exception& fault) {
    say(fault.what(), reply);
  } catch (...) {
    say("the command has failed", reply);
  }
  return 0;
}

int islegal(Board board, int color, int from, int to, Move* move) {
  if (board == nullptr) return 0;
  try {
    const auto found = find_move(*reinterpret_cast<Board*>(board), color, from, to);
    if (found && move != nullptr) *move = *found;
    return found ? 1 : 0;
  } catch (...) {
    return 0;
  }
}

constexpr Functions all{open, close, getmove, enginecommand, islegal};

}  // namespace

const Functions& functions() { return all; }

}  // namespace crownd::checkerboard
