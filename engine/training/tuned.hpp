#pragma once

#include "core/rules.hpp"
#include "search/tuning.hpp"

#include <span>
#include <string>
#include <string_view>

namespace crownd::training {

/// The game of `Base`, but with numbers of the search that may be changed between searches.
template <Rules Base>
struct Tuned : Base {
  static inline search::Tuning tuning = search::tuning_of<Base>();
};

/// One number of a Tuning.
struct TuningNumber {
  std::string_view name;
  int search::Tuning::*member;
};

[[nodiscard]] std::span<const TuningNumber> tuning_numbers();

/// Throws std::invalid_argument with the names that there are.
[[nodiscard]] const TuningNumber& tuning_number(std::string_view name);

/// `from` with the number changed that a text such as `probcut_margin=40` names. Throws std::invalid_argument.
[[nodiscard]] search::Tuning changed(search::Tuning from, const std::string& change);

}  // namespace crownd::training
