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

/// What --append puts between an existing text and new records.
enum class Separator : std::uint8_t { line_end, empty_line };

/// An output file. A failed write is reported once and does not end the match.
class OutputFile {
 public:
  /// `name` is for messages. Throws std::runtime_error if the file cannot be opened.
  OutputFile(const std::string& file, std::string name, bool append = false, Separator separator = Separator::line_end);
  static OutputFile standard_output();

  void write(std::string_view text);
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  OutputFile(int fd, std::string name);
  [[nodiscard]] std::string complaint() const;

  std::string name_;
  connection::Descriptor descriptor_;
  std::string missing_end_;  ///< of the existing text, written before the first record
  bool failed_ = false;
};

/// A file with a record of each game.
struct RecordFile {
  using Format = std::function<std::string(const GameRecord&)>;

  std::string flag;
  std::string name;  ///< for messages, such as "games file"
  std::string path;  ///< empty: none
  Format format;
  Separator separator = Separator::line_end;
};

/// Cuts off an incomplete record of one of these games at the end of the file, left by a kill or a full disk.
void cut_partial_record(const RecordFile& file, const std::vector<GameRecord>& games);

/// Writes finished games in the order of the schedule.
class GamesFile {
 public:
  /// `is_scheduled` returns whether this shard plays a game. Throws std::runtime_error if the file cannot be opened.
  GamesFile(const RecordFile& file, std::function<bool(std::size_t)> is_scheduled, bool append = false)
      : file_(file.path, "the " + file.name + " '" + file.path + "'", append, file.separator),
        format_(file.format),
        is_scheduled_(std::move(is_scheduled)) {
    if (append) existing_.add(text_of(file.path));
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
  RecordFile::Format format_;
  std::function<bool(std::size_t)> is_scheduled_;
  LineSet existing_;
  std::size_t next_ = 0;
  std::map<std::size_t, std::string> waiting_;
};

}  // namespace crownd::match
