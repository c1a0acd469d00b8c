#include "notation/game_text.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace crownd::notation {

namespace {

constexpr std::string_view spaces = " \t\f\v";

/// Half of a result, with its points counted twice.
struct Half {
  int points = 0;
  std::size_t length = 0;
};

std::optional<Half> half_at(std::string_view text) {
  struct Form {
    std::string_view text;
    int points;
  };
  // The longest first.
  static constexpr std::array<Form, 6> forms{{{"1/2", 1}, {"\xc2\xbd", 1}, {"0.5", 1}, {"0", 0}, {"1", 2}, {"2", 4}}};
  for (const auto& form : forms) {
    if (!text.starts_with(form.text)) continue;
    auto length = form.text.size();
    if (length < text.size() && (text[length] == '+' || text[length] == '-' || text[length] == '=')) {
      // `1-0`: the sign is the separator, unless another one follows.
      const auto next = text.find_first_not_of(spaces, length + 1);
      const bool is_own = text[length] != '-' || next == std::string_view::npos || text[next] == '-';
      if (is_own) ++length;
    }
    return Half{form.points, length};
  }
  return std::nullopt;
}

bool ends_word(std::string_view text, std::size_t at) {
  return at >= text.size() || std::string_view(" \t\f\v[]{};()").find(text[at]) != std::string_view::npos;
}

}  // namespace

std::string_view GameText::tag(std::string_view name) const {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == Token::Kind::tag_name && wire::same_word(text_of(tokens[i]), name))
      return text_of(tokens[i + 1]);
  return {};
}

bool GameText::has_moves() const {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) { return token.kind == Token::Kind::move; });
}

std::size_t result_length(std::string_view text) {
  if (text.starts_with('*')) return ends_word(text, 1) ? 1 : 0;
  const auto first = half_at(text);
  if (!first) return 0;
  auto at = text.find_first_not_of(spaces, first->length);
  if (at == std::string_view::npos || text[at] != '-') return 0;
  at = text.find_first_not_of(spaces, at + 1);
  if (at == std::string_view::npos) return 0;
  const auto second = half_at(text.substr(at));
  if (!second || !ends_word(text, at + second->length)) return 0;
  // A game has one point or two; 0-0 is lost by both. `1-2` is no result, and in draughts no move either.
  const int points = first->points + second->points;
  return points == 0 || points == 2 || points == 4 ? at + second->length : 0;
}

Stated stated_by(std::string_view result) {
  const auto first = half_at(result);
  if (!first || result_length(result) == 0) return Stated::unknown;
  const auto dash = result.find('-', first->length);
  const auto second = half_at(result.substr(std::min(result.find_first_not_of(spaces, dash + 1), result.size())));
  if (!second || first->points + second->points == 0) return Stated::unknown;
  if (first->points == second->points) return Stated::draw;
  return first->points > second->points ? Stated::first_half : Stated::second_half;
}

}  // namespace crownd::notation
