#pragma once

#include "core/rules.hpp"
#include "search/tuning.hpp"

#include <span>
#include <string>
#include <string_view>

namespace crownd::training {

/// The game of `Base` with search parameters that can be changed between searches.
template <Rules Base>
struct Tuned : Base {
  static inline search::Tuning tuning = search::tuning_of<Base>();
};

/// One parameter of a Tuning.
struct TuningNumber {
  std::string_view name;
  int search::Tuning::*member;
};

[[nodiscard]] std::span<const TuningNumber> tuning_numbers();

/// Throws std::invalid_argument with the list of known names.
[[nodiscard]] const TuningNumber& tuning_number(std::string_view name);

/// `from` with one parameter changed, as in `probcut_margin=40`. Throws std::invalid_argument.
[[nodiscard]] search::Tuning changed(search::Tuning from, const std::string& change);

}  // namespace crownd::training
