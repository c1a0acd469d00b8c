#include "session/hub_board.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace crownd::session {

namespace {

constexpr std::size_t squares = 32;
constexpr char empty_square = 'e';

char swapped_colour(char letter) {
  switch (letter) {
    case 'w': return 'b';
    case 'b': return 'w';
    case 'W': return 'B';
    case 'B': return 'W';
    default: return letter;
  }
}

/// The side to move and the squares of the board turned by 180 degrees with colours swapped.
std::string turned_text(std::string text) {
  std::reverse(text.begin() + 1, text.end());
  std::transform(text.begin(), text.end(), text.begin(), swapped_colour);
  return text;
}

void check_letters(std::string_view text) {
  if (text.size() != squares + 1)
    throw BadInput(Fault::bad_position, "a position is W or B and a letter for each of the " + std::to_string(squares) +
                                            " squares, not " + std::to_string(text.size()) + " letters");
  if (text.front() != 'W' && text.front() != 'B')
    throw BadInput(Fault::bad_position,
                   "a position begins with the side to move, W or B, not with " + wire::quoted(text.substr(0, 1)));
  const auto strange = text.find_first_not_of("wbWBe");
  if (strange != std::string_view::npos)
    throw BadInput(Fault::bad_position, "square " + std::to_string(strange) + " is w, b, W, B or e, not " +
                                            wire::quoted(text.substr(strange, 1)));
}

/// `W:W18,K32:B1,2`
std::string pdn_fen(std::string_view text) {
  std::string fen(1, text.front());
  for (const char colour : {'W', 'B'}) {
    fen += std::string(":") + colour;
    bool first = true;
    for (std::size_t number = 1; number <= squares; ++number) {
      const char letter = text[number];
      if (letter == empty_square || std::toupper(static_cast<unsigned char>(letter)) != colour) continue;
      fen += std::exchange(first, false) ? "" : ",";
      fen += (letter == colour ? "K" : "") + std::to_string(number);
    }
  }
  return fen;
}

std::string hub_text(const MovePath& path) {
  std::string text = path.squares.front() + (path.takes.empty() ? "-" : "x") + path.squares.back();
  for (const auto& square : path.takes) text += "x" + square;
  return text;
}

/// The squares of a move, captured pieces sorted, so that two spellings of one move are equal.
std::vector<std::string> parts_of(std::string_view hub_move) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = hub_move.find_first_of("-x");
    parts.emplace_back(hub_move.substr(0, end));
    if (end == std::string_view::npos) break;
    hub_move.remove_prefix(end + 1);
  }
  if (parts.size() > 2) std::sort(parts.begin() + 2, parts.end());
  return parts;
}

}  // namespace

bool HubBoard::can_play(const games::Entry& entry) {
  return entry.make()->squares().description.notation.starts_with("pdn ");
}

HubBoard::HubBoard(const games::Entry& entry, std::string_view position, std::string_view moves, HubOrder order)
    : position_{std::string(entry.name), {}}, game_(entry.make()) {
  if (!position.empty()) {
    check_letters(position);
    const auto fen = pdn_fen(order == HubOrder::turned ? turned_text(std::string(position)) : std::string(position));
    game_->set_position(fen, {});
  }
  position_.start += " " + (position.empty() ? "startpos" : game_->position_text());
  wire::Words words(moves);
  for (auto move = words.take(); !move.empty(); move = words.take()) play(move);
  bytes_ = position_.start.capacity() + position_.moves.capacity() + game_->bytes();
}

void HubBoard::play(std::string_view hub_move) {
  const auto wanted = parts_of(hub_move);
  std::optional<std::string> found;
  for (const auto& [move, paths] : game_->move_paths())
    if (parts_of(hub_text(paths.front())) == wanted) found = move;
  if (!found)
    throw BadInput(Fault::illegal_move, wire::quoted(hub_move) + " cannot be played: a step is like 9-13, a capture " +
                                            "names from, to and all captured pieces, like 22x15x18");
  (void)game_->play(std::array{*found});
  position_.moves.append(position_.moves.empty() ? "" : " ").append(*found);
}

std::string HubBoard::to_hub(std::span<const std::string> moves) const {
  std::string text;
  int played = 0;
  for (const auto& wanted : moves) {
    const auto all = game_->move_paths();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& move) { return move.move == wanted; });
    if (found == all.end()) break;
    text += (text.empty() ? "" : " ") + hub_text(found->paths.front());
    (void)game_->play(std::array{wanted});
    ++played;
  }
  if (played > 0) game_->undo(played);
  return text;
}

}  // namespace crownd::session
