#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

// The interface between CheckerBoard and an engine: version 2 of its API, as its cb_api_reference.htm describes it.
// The board is b[x][y]; each dark square holds one of `white` and `black` and one of `man` and `king`, or 0.

namespace crownd::checkerboard {

inline constexpr int columns = 8;
inline constexpr int rows = 8;
using Board = int[columns][rows];

inline constexpr int white = 1;
inline constexpr int black = 2;
inline constexpr int man = 4;
inline constexpr int king = 8;

/// The result of `getmove`: the game as the engine sees it, for the side that was to move.
enum class Verdict : int { draw = 0, win = 1, loss = 2, unknown = 3 };

// Bits of the argument `info` of `getmove`.
inline constexpr int new_game_bit = 1;
inline constexpr int exact_time_bit = 2;
/// The unit of the clock: 0 no clock, then 1, 10 and 100 ms.
inline constexpr int clock_unit_shift = 2;
inline constexpr int clock_unit_mask = 3;

/// PDN's number of the game; CheckerBoard uses it, too.
inline constexpr int game_type = 21;
inline constexpr int protocol_version = 2;

/// Callers should pass 1024 bytes for a reply, but some pass 256.
inline constexpr std::size_t max_reply_bytes = 255;

struct Place {
  int x;
  int y;
};

/// A move as it is drawn. The layout is CheckerBoard's.
struct Move {
  static constexpr int max_jumps = 12;

  int jumps;
  int piece_after;
  int piece_before;
  Place from;
  Place to;
  Place landings[max_jumps];  ///< the first is unused
  Place taken[max_jumps];
  int taken_pieces[max_jumps];
};
static_assert(sizeof(Move) == 67 * sizeof(std::int32_t));

/// The functions that CheckerBoard calls, for one of several engines in a process. They throw nothing.
class Engine {
 public:
  /// No function may run with it.
  virtual ~Engine() = default;
  virtual int getmove(Board board, int color, double maxtime, char* text, int* playnow, int info, int more_info,
                      Move* move) = 0;
  virtual int enginecommand(const char* command, char* reply) = 0;
  virtual int islegal(Board board, int color, int from, int to, Move* move) = 0;
};

/// An engine for the library of that name; its files are beside the library. Null on failure.
[[nodiscard]] Engine* make_engine(const std::filesystem::path::value_type* library);

/// How the library for one instruction set exports make_engine on Windows; null for a caller of another version.
using MakeEngine = Engine*(const char* version, const wchar_t* library);
inline constexpr const char* make_engine_name = "crownd_checkerboard";

/// The engine of this library. Loads it on the first call, since a library must not load others while it is being
/// loaded. On failure returns null and sets `why`. Thread-safe.
[[nodiscard]] Engine* loaded_engine(std::string& why);

// Functions of the system: see posix/ and windows/.

/// The user's folder for settings; empty if there is none.
[[nodiscard]] std::filesystem::path settings_folder();

/// Between UTF-8 and the encoding that programs use for text.
[[nodiscard]] std::string to_utf8(std::string_view text);
[[nodiscard]] std::string from_utf8(std::string_view text);

}  // namespace crownd::checkerboard
