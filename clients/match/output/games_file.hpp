#pragma once

#include "match/game/game_record.hpp"
#include "match/output/output_file.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace crownd::match {

/// Writes finished games to a file in the order of the schedule, whatever the order in which they finish.
class GamesFile {
 public:
  using Format = std::function<std::string(const GameRecord&)>;

  /// `is_ours` returns whether a game is to come at all: other shards play the rest. Throws std::runtime_error if the
  /// file cannot be opened.
  GamesFile(const std::string& file, Format format, std::function<bool(std::size_t)> is_ours,
            OutputFile::Begin begin = OutputFile::Begin::anew);
  ~GamesFile() { finish(); }
  GamesFile(const GamesFile&) = delete;
  GamesFile& operator=(const GamesFile&) = delete;

  /// Writes the game once its pair is complete and all earlier ones are written.
  void add(const GameRecord& game);
  /// The same, but does not write a game that the file already had.
  void add_unless_in(const LineSet& lines, const GameRecord& game);
  /// Removes a game whose pair is not complete.
  void discard(std::size_t index) { waiting_.erase(index); }
  /// Writes the games held back because an earlier one never finished. No game may be added after this.
  void finish();
  [[nodiscard]] bool failed() const { return file_.failed(); }

 private:
  OutputFile file_;
  Format format_;
  std::function<bool(std::size_t)> is_ours_;
  void write_what_is_complete();

  std::size_t next_ = 0;
  std::map<std::size_t, std::string> waiting_;
};

}  // namespace crownd::match
