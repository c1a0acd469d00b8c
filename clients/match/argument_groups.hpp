#pragma once

#include "match/adjudication.hpp"
#include "match/schedule.hpp"
#include "match/sprt.hpp"
#include "match/traffic_log.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::match {

struct MatchRules;
struct Settings;

/// The command line asks for something that cannot be.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using ArgumentWords = std::vector<std::string>;

/// The groups of words after each `--engine` and after `--each`, which a flag parser would throw together.
struct EngineWords {
  std::vector<ArgumentWords> engines;
  ArgumentWords each;
  ArgumentWords rest;  ///< all other arguments
};

[[nodiscard]] EngineWords pick_engines(const ArgumentWords& arguments);

// What `--sprt`, `--draw`, `--resign`, `--log`, `--openings` (each followed by words key=value) and `--shard` mean;
// they throw UsageError.

[[nodiscard]] SprtRules read_sprt(const ArgumentWords& words);
void read_draw(const ArgumentWords& words, AdjudicationRules& rules);
void read_resign(const ArgumentWords& words, AdjudicationRules& rules);
/// The first word is the file.
[[nodiscard]] LogRules read_log(const ArgumentWords& words);
/// The first word is the file.
void read_openings_flag(const ArgumentWords& words, MatchRules& rules);
/// A list of cores, or empty for all; the engines and the concurrency must be known.
void read_affinity(const std::string& list, Settings& settings);
[[nodiscard]] Shard read_shard(const std::string& text);

}  // namespace crownd::match
