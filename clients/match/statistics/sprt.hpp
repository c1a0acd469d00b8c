#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::match {

/// The unit of elo0 and elo1.
enum class EloModel : std::uint8_t { normalised, logistic };

/// A sequential probability ratio test: is the first engine stronger by elo1 (H1) rather than by elo0 (H0)?
struct SprtRules {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  ///< upper bound of the probability of accepting H1 if H0 holds
  double beta = 0.05;   ///< upper bound of the probability of accepting H0 if H1 holds
  EloModel model = EloModel::normalised;

  [[nodiscard]] double lower_bound() const;  ///< of the log likelihood ratio: at or below it H0 is accepted
  [[nodiscard]] double upper_bound() const;  ///< at or above it H1 is accepted
  bool operator==(const SprtRules&) const = default;
};

enum class Decision : std::uint8_t { undecided, accepted, rejected };  ///< accepted is H1
[[nodiscard]] std::string_view word(Decision decision);
[[nodiscard]] std::string_view word(EloModel model);

/// The log likelihood ratio of H1 to H0 for the pentanomial counts: the generalised test (GSPRT), which uses for each
/// hypothesis the maximum likelihood distribution of pair results. As M. Van den Bergh describes it for
/// fishtest: logistic Elo fixes the mean of a pair's score, normalised Elo the ratio of its distance from a half to the
/// standard deviation. Zero without pairs. A count of zero is replaced by a thousandth, as in fishtest.
[[nodiscard]] double log_likelihood_ratio(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs);

[[nodiscard]] Decision decide(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs);

}  // namespace crownd::match
