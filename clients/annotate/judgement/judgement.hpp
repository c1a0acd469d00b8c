#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace crownd::annotate {

enum class Judgement : std::uint8_t { none, inaccuracy, mistake, blunder };

/// The loss of winning chance, in permille, from which a move is called so.
struct Thresholds {
  int inaccuracy = 60;
  int mistake = 120;
  int blunder = 220;
  bool operator==(const Thresholds&) const = default;
};

[[nodiscard]] constexpr Judgement judge(int loss, const Thresholds& thresholds) {
  if (loss >= thresholds.blunder) return Judgement::blunder;
  if (loss >= thresholds.mistake) return Judgement::mistake;
  return loss >= thresholds.inaccuracy ? Judgement::inaccuracy : Judgement::none;
}

/// "Inaccuracy", "Mistake", "Blunder"; empty for none.
[[nodiscard]] constexpr std::string_view word(Judgement judgement) {
  constexpr std::array<std::string_view, 4> words{"", "Inaccuracy", "Mistake", "Blunder"};
  return words[static_cast<std::size_t>(judgement)];
}

/// The NAG of ?!, ? and ??; 0 for none.
[[nodiscard]] constexpr int nag(Judgement judgement) {
  constexpr std::array nags{0, 6, 2, 4};
  return nags[static_cast<std::size_t>(judgement)];
}

}  // namespace crownd::annotate
