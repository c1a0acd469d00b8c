#pragma once

#include "connection/channel.hpp"
#include "match/game/game_record.hpp"

#include <functional>
#include <map>
#include <set>

namespace crownd::match {

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

}  // namespace crownd::match
