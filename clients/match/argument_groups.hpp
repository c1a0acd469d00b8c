#pragma once

#include "match/game/adjudication.hpp"
#include "match/output/traffic_log.hpp"
#include "match/schedule/schedule.hpp"
#include "match/statistics/sprt.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::match {

struct MatchRules;
struct Settings;

/// A command line that is invalid.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using ArgumentWords = std::vector<std::string>;

/// The words after each `--engine` and after `--each`, which a flag parser would merge.
struct EngineWords {
  std::vector<ArgumentWords> engines;
  ArgumentWords each;
  ArgumentWords rest;  ///< all other arguments
};

[[nodiscard]] EngineWords pick_engines(const ArgumentWords& arguments);

// Parsers of `--sprt`, `--draw`, `--resign`, `--log`, `--openings` (each followed by words key=value) and `--shard`;
// they throw UsageError.

[[nodiscard]] SprtRules read_sprt(const ArgumentWords& words);
void read_draw(const ArgumentWords& words, AdjudicationRules& rules);
void read_resign(const ArgumentWords& words, AdjudicationRules& rules);
/// The first word is the file name.
[[nodiscard]] LogRules read_log(const ArgumentWords& words);
/// The first word is the file name.
void read_openings_flag(const ArgumentWords& words, MatchRules& rules);
/// A list of cores, or empty for all; engines and concurrency must be set already.
void read_affinity(const std::string& list, Settings& settings);
[[nodiscard]] Shard read_shard(const std::string& text);

}  // namespace crownd::match
