#include "wire/nearest.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

namespace crownd::wire {

namespace {

/// The optimal string alignment distance: Levenshtein's, with swaps of neighbours.
std::size_t edits_between(std::string_view from, std::string_view to) {
  const auto same = [](char a, char b) { return same_word({&a, 1}, {&b, 1}); };
  std::vector<std::size_t> before_last, last(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (same(from[i - 1], to[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && same(from[i - 1], to[j - 2]) && same(from[i - 2], to[j - 1]))
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, row);
  }
  return last.back();
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> names) {
  if (word.size() < 2) return std::nullopt;
  const std::size_t most_edits = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string> nearest;
  std::size_t fewest = most_edits + 1;
  for (const auto& name : names) {
    const auto difference = std::max(word.size(), name.size()) - std::min(word.size(), name.size());
    if (difference >= fewest) continue;  // bounds the work for long words, too
    if (const auto edits = edits_between(word, name); edits < fewest) {
      nearest = name;
      fewest = edits;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const auto nearest = nearest_word(word, names);
  return nearest ? "did you mean '" + *nearest + "'? " : "";
}

std::string choice_of(std::string_view word, std::string lead, std::span<const std::string> names) {
  auto choice = did_you_mean(word, names);
  if (!choice.empty()) lead[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(lead[0])));
  choice += lead;
  for (const auto& name : names) choice += (&name == names.data() ? " " : ", ") + name;
  return choice;
}

std::string no_such(std::string_view kind, std::string_view word, std::span<const std::string> names) {
  const std::string what(kind);
  return "there is no " + what + ' ' + quoted(word) + "; " + choice_of(word, "the " + what + "s are", names);
}

}  // namespace crownd::wire
