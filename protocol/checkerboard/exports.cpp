#include "checkerboard/api.hpp"

// The functions that CheckerBoard looks up by these names; crownd64.def lists them.

using namespace crownd::checkerboard;

namespace {

/// If there is no engine, returns null and writes the reason to `reply`.
Engine* engine_or_reason(char* reply) {
  std::string why;
  auto* const engine = loaded_engine(why);
  if (engine == nullptr && reply != nullptr) reply[why.copy(reply, max_reply_bytes)] = '\0';
  return engine;
}

}  // namespace

extern "C" {

int getmove(int board[columns][rows], int color, double maxtime, char* text, int* playnow, int info, int more_info,
            Move* move) {
  auto* const engine = engine_or_reason(text);
  if (engine == nullptr) return static_cast<int>(Verdict::unknown);
  return engine->getmove(board, color, maxtime, text, playnow, info, more_info, move);
}

int enginecommand(const char* command, char* reply) {
  auto* const engine = engine_or_reason(reply);
  return engine != nullptr ? engine->enginecommand(command, reply) : 0;
}

int islegal(int board[columns][rows], int color, int from, int to, Move* move) {
  auto* const engine = engine_or_reason(nullptr);
  return engine != nullptr ? engine->islegal(board, color, from, to, move) : 0;
}

}  // extern "C"
