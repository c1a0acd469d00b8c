#include "checkerboard/api.hpp"
#include "checkerboard/reply.hpp"
#include "checkerboard/start/callee.hpp"

#include <string>

// The functions that CheckerBoard looks up by these names; crownd64.def lists them.

using namespace crownd::checkerboard;

extern "C" {

int getmove(int board[columns][rows], int color, double maxtime, char* text, int* playnow, int info, int more_info,
            Move* move) {
  std::string why;
  if (const auto* const to = callee(why))
    return to->functions->getmove(to->engine, board, color, maxtime, text, playnow, info, more_info, move);
  put(why, text);
  return static_cast<int>(Verdict::unknown);
}

int enginecommand(const char* command, char* reply) {
  std::string why;
  if (const auto* const to = callee(why)) return to->functions->enginecommand(to->engine, command, reply);
  put(why, reply);
  return 0;
}

int islegal(int board[columns][rows], int color, int from, int to, Move* move) {
  std::string why;
  const auto* const found = callee(why);
  return found != nullptr ? found->functions->islegal(board, color, from, to, move) : 0;
}

}  // extern "C"
