#include "checkerboard/api.hpp"
#include "checkerboard/engine.hpp"
#include "checkerboard/system.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <string>

// The functions that CheckerBoard looks up by these names; crownd64.def lists them. No exception leaves them.

namespace {

using namespace crownd::checkerboard;

/// Made by the first call, and destroyed when the library is unloaded: no thread runs then.
Engine& engine() {
  static Engine engine;
  return engine;
}

/// Cut off at the end of a caller's buffer.
void say(const std::string& text, char* to) {
  if (to == nullptr) return;
  const auto told = system::from_utf8(text);
  const auto bytes = std::min(told.size(), static_cast<std::size_t>(most_reply_bytes));
  std::memcpy(to, told.data(), bytes);
  to[bytes] = '\0';
}

}  // namespace

extern "C" {

int getmove(int board[columns][rows], int color, double maxtime, char* text, int* playnow, int info, int more_info,
            Move* move) {
  Verdict verdict = Verdict::unknown;
  if (board == nullptr) return static_cast<int>(verdict);
  try {
    const auto stopped = [&] { return playnow != nullptr && std::atomic_ref(*playnow).load() != 0; };
    const auto show = [&](const std::string& line) { say(line, text); };
    verdict = engine().play(*reinterpret_cast<Board*>(board), color, limits_of(maxtime, info, more_info),
                            (info & new_game_bit) != 0, move, {stopped, show});
  } catch (const std::exception& fault) {
    say(fault.what(), text);
  } catch (...) {
    say("the search has failed", text);
  }
  return static_cast<int>(verdict);
}

int enginecommand(const char* command, char* reply) {
  try {
    std::string answer;
    const bool known = engine().obey(system::to_utf8(command == nullptr ? "" : command), answer);
    say(answer, reply);
    return known ? 1 : 0;
  } catch (const std::exception& fault) {
    say(fault.what(), reply);
  } catch (...) {
    say("the command has failed", reply);
  }
  return 0;
}

int islegal(int board[columns][rows], int color, int from, int to, Move* move) {
  if (board == nullptr) return 0;
  try {
    const auto found = find_move(*reinterpret_cast<Board*>(board), color, from, to);
    if (found && move != nullptr) *move = *found;
    return found ? 1 : 0;
  } catch (...) {
    return 0;
  }
}

}  // extern "C"
