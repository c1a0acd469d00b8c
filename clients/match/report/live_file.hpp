#pragma once

#include "match/game/live_games.hpp"
#include "match/report/json.hpp"
#include "match/schedule/results.hpp"
#include "match/settings.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace crownd::match {

/// The name of the file beside a file of --json; empty if that is no regular file, or to be none.
[[nodiscard]] std::string live_file_of(const std::string& json_file);
/// Throws OutputError if a file is there and was not written by a LiveFile. An empty name: there is none.
void refuse_unless_live(const std::string& file);

/// A file with the games that are being played, for as long as the match lasts. A thread of its own writes it anew a
/// few times a second, under another name first: who reads it finds a whole one, whenever the program is killed.
class LiveFile {
 public:
  LiveFile(std::string file, const MatchRules& rules, const Results& results, const LiveGames& games);
  /// Removes the file.
  ~LiveFile();
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  /// Takes over the results; under the lock that protects them.
  void count(const Results& results);

 private:
  struct Standing {
    std::size_t finished = 0;
    std::vector<Tally> tallies{};
    std::uint64_t changes = 0;  ///< differs whenever the results do
  };

  void run();
  [[nodiscard]] std::string line(const Standing& standing) const;

  const std::string file_;
  const MatchRules& rules_;
  const Schedule schedule_;
  const LiveGames& games_;
  std::mutex mutex_;
  std::condition_variable ends_;
  bool over_ = false;
  Standing standing_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace crownd::match
