#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::match {

/// What elo0 and elo1 are measured in.
enum class EloModel : std::uint8_t { normalised, logistic };

/// A sequential probability ratio test: is the first engine stronger by elo1 (H1) rather than by elo0 (H0)?
struct SprtRules {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  ///< the probability of accepting H1 where H0 holds, at most
  double beta = 0.05;   ///< the probability of accepting H0 where H1 holds, at most
  EloModel model = EloModel::normalised;

  [[nodiscard]] double lower_bound() const;  ///< of the log likelihood ratio: at it H0 is accepted
  [[nodiscard]] double upper_bound() const;  ///< at it H1 is accepted
  bool operator==(const SprtRules&) const = default;
};

enum class Decision : std::uint8_t { undecided, accepted, rejected };  ///< accepted is H1
[[nodiscard]] std::string_view word(Decision decision);
[[nodiscard]] std::string_view word(EloModel model);

/// The log likelihood ratio of H1 to H0 for the pentanomial counts: the generalised test (GSPRT), which gives to each
/// hypothesis the most likely distribution of pair results that it allows. As M. Van den Bergh describes it for
/// fishtest: logistic Elo fixes the mean of a pair's score, normalised Elo the ratio of its distance from a half to the
/// standard deviation. Zero without pairs. A result that never came is counted as a thousandth of a pair, as there.
[[nodiscard]] double log_likelihood_ratio(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs);

[[nodiscard]] Decision decide(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs);

}  // namespace crownd::match
