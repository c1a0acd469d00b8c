#pragma once

#include "connection/channel.hpp"
#include "match/game/game_record.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::match {

/// The tags common to all games of a match.
struct Headings {
  std::string game;
  std::vector<std::string> engines{};  ///< names
  std::string event = "crown-match";
  std::string site = "?";
  std::vector<std::string> time_controls{};  ///< of the engines, as PGN writes them; empty: unknown
};

/// A game as text for a games file, with an empty line at the end, in its notation: PDN, PGN, or the plain form
/// that clients/match/README.md describes. Each move is followed by score, depth and time.
[[nodiscard]] std::string to_text(const GameRecord& game, const Headings& headings);

/// The final position of a game as a line: EPD with the game's round and result if it is chess, else its FEN, or
/// the game's own form if it has no FEN. --openings reads all of them.
[[nodiscard]] std::string to_epd(const GameRecord& game);

/// A file that a match must not overwrite.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The content of a regular file; empty for anything else.
[[nodiscard]] std::string text_of(const std::string& file);

class LineSet {
 public:
  void add(std::string_view text);
  /// Whether all lines of the text are in the set. An incomplete last line may be a prefix.
  [[nodiscard]] bool contains(std::string_view text) const;

 private:
  std::set<std::string, std::less<>> lines_;
};

/// An output file. A failed write is reported once and does not end the match.
class OutputFile {
 public:
  /// `name` is for messages. Throws std::runtime_error if the file cannot be opened.
  OutputFile(const std::string& file, std::string name, bool append = false);
  static OutputFile standard_output();

  void write(std::string_view text);
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  OutputFile(int fd, std::string name);
  [[nodiscard]] std::string complaint() const;

  std::string name_;
  connection::Descriptor descriptor_;
  bool failed_ = false;
};

/// Writes finished games in the order of the schedule.
class GamesFile {
 public:
  using Format = std::function<std::string(const GameRecord&)>;

  /// `is_scheduled` returns whether this shard plays a game. Throws std::runtime_error if the file cannot be opened.
  GamesFile(const std::string& file, Format format, std::function<bool(std::size_t)> is_scheduled, bool append = false)
      : file_(file, "the games file '" + file + "'", append),
        format_(std::move(format)),
        is_scheduled_(std::move(is_scheduled)) {
    if (append) existing_.add(text_of(file));
  }
  ~GamesFile() { finish(); }
  GamesFile(const GamesFile&) = delete;
  GamesFile& operator=(const GamesFile&) = delete;

  /// Writes the game once its pair is complete and all earlier ones are written.
  void add(const GameRecord& game);
  /// The same for a game of an earlier run, unless the file that is appended to has it.
  void add_earlier(const GameRecord& game);
  /// Removes a game whose pair is not complete.
  void discard(std::size_t index) { waiting_.erase(index); }
  /// Writes the games that still wait for an earlier one. No game may be added after this.
  void finish();
  [[nodiscard]] bool failed() const { return file_.failed(); }

 private:
  void write_complete_pairs();

  OutputFile file_;
  Format format_;
  std::function<bool(std::size_t)> is_scheduled_;
  LineSet existing_;
  std::size_t next_ = 0;
  std::map<std::size_t, std::string> waiting_;
};

/// The settings of `--log`.
struct LogRules {
  std::string file;    ///< empty: no log
  std::string engine;  ///< its name; empty: all of them
  bool only_failures = false;
};

/// The log of all engine input and output. Thread-safe.
class TrafficLog {
 public:
  /// Appends to the file. Throws std::runtime_error if it cannot be opened.
  explicit TrafficLog(const LogRules& log_rules);

  const LogRules rules;
  const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

  void write(std::string_view text);

 private:
  std::mutex mutex_;
  OutputFile file_;
};

enum class Direction : std::uint8_t { to_engine, from_engine };

/// The log of one slot. Lines are buffered until flush, so that no clock waits for a disk.
class Traffic {
 public:
  /// `log` may be null: then nothing is kept.
  explicit Traffic(TrafficLog* log) : log_(log) {}
  ~Traffic() { flush(); }
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;

  void begin_game(std::size_t index) { game_ = index + 1; }
  void line(const std::string& engine, Direction direction, std::string_view text);
  /// Writes the buffered lines, unless only failed games are logged and this one has not failed.
  void flush(bool failed = false);
  void end_game(bool failed);

 private:
  TrafficLog* log_;
  std::size_t game_ = 0;  ///< from 1; 0 before the first one
  std::string buffer_;
};

}  // namespace crownd::match
