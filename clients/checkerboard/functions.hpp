#pragma once

#include "checkerboard/api.hpp"

#include <filesystem>

namespace crownd::checkerboard {

class Engine;

/// What CheckerBoard calls, for any number of engines in one process. No exception leaves these functions.
struct Functions {
  /// An engine for the library of that name, beside which its files are. Null if it cannot be made.
  Engine* (*open)(const std::filesystem::path::value_type* library);
  /// No other function may run, or be called, with that engine.
  void (*close)(Engine* engine);
  int (*getmove)(Engine* engine, Board board, int color, double maxtime, char* text, int* playnow, int info,
                 int more_info, Move* move);
  int (*enginecommand)(Engine* engine, const char* command, char* reply);
  int (*islegal)(Board board, int color, int from, int to, Move* move);
};

[[nodiscard]] const Functions& functions();

/// On Windows the library for one level of instructions offers its functions under this name; null to the caller of
/// another version.
using Offer = const Functions*(const char* version);
inline constexpr const char* offer_name = "crownd_checkerboard";

}  // namespace crownd::checkerboard
