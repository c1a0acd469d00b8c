#pragma once

#include "match/game/game_record.hpp"
#include "match/output/output_file.hpp"
#include "match/settings.hpp"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::match {

/// A file that a match must not overwrite.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The function that formats a game for the games file of a match.
[[nodiscard]] std::function<std::string(const GameRecord&)> game_format(const Headings& headings);

/// The files that a match writes; empty: not wanted.
struct OutputNames {
  std::string games;
  std::string json;
  std::string positions{};
};

/// Throws OutputError unless the files are empty, are not regular files, or hold only what earlier runs of this
/// match have written: `games` are all games of those runs.
void refuse_to_overwrite(const OutputNames& files, const MatchRules& rules, const Headings& headings,
                         const std::vector<GameRecord>& games);

/// The lines of a file; none if it cannot be read.
[[nodiscard]] LineSet lines_of_file(const std::string& file);

}  // namespace crownd::match
