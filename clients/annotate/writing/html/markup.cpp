#include "annotate/writing/html/markup.hpp"

#include "annotate/writing/words.hpp"
#include "notation/game.hpp"

#include <array>

namespace crownd::annotate {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += letter;
    }
  }
  return result;
}

std::string id_of(std::size_t game) { return 'g' + std::to_string(game + 1); }
std::string id_of(const MovePlace& place) { return id_of(place.game) + 'm' + std::to_string(place.ply + 1); }

std::string verdict_markup(const MoveNote& note) {
  auto text = escaped(verdict_of(note));
  if (note.better.empty()) return text;
  const auto move = text.rfind(' ') + 1;
  return text.insert(move, "<span class=\"whole\">") + "</span>";
}

std::string_view class_of(Judgement judgement) {
  constexpr std::array<std::string_view, 4> names{"", "inaccuracy", "mistake", "blunder"};
  return names[static_cast<std::size_t>(judgement)];
}

std::string_view sign_of(Judgement judgement) { return notation::sign_of(nag(judgement)); }

std::string with_tenths(int tenths) { return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10); }

}  // namespace crownd::annotate
