#pragma once

#include "wire/reply.hpp"

#include <array>

namespace crownd::board {

enum class Player : std::uint8_t { human, engine };

/// Facts about a game, from the engine's answer to `squares`.
struct GameInfo {
  /// The format of game files.
  struct Notation {
    enum class Form : std::uint8_t { plain, pgn, pdn };
    Form form = Form::plain;
    std::string pdn_type;              ///< the tag GameType of PDN
    std::size_t white = 0;             ///< the side that PGN or PDN calls White
    std::size_t first_in_results = 0;  ///< the winner if the result is 1-0
    bool operator==(const Notation&) const = default;
  };

  std::string name;                        ///< as in the protocol
  std::array<std::string, 2> sides;        ///< the protocol's names of the sides, the one that begins first
  std::array<std::string, 2> titles;       ///< the sides' titles, for people: "White", "Black (b)"
  std::array<Player, 2> players{};         ///< default players
  Notation notation;                       ///< of games that begin on this board
  bool touch_move = false;                 ///< a touched piece must be played
  bool asks_again = false;                 ///< after an illegal move the person is asked to try again
  bool ends_in_mate = false;               ///< a forced win is called a mate
  std::vector<wire::SquaresFact> facts;    ///< all facts that the engine sent
  std::vector<wire::SquaresFact> reasons;  ///< why a game ends: word and sentence

  [[nodiscard]] bool has_pdn() const { return notation.form == Notation::Form::pdn; }
  /// 0 or 1, for a side's name in the protocol.
  [[nodiscard]] std::size_t side_index(std::string_view side) const { return side == sides[0] ? 0 : 1; }
  /// A side's title in lower case without the letter in parentheses: "black" for "Black (b)".
  [[nodiscard]] std::string colour(std::size_t side) const;
  /// The value of a fact; empty if the engine did not send it.
  [[nodiscard]] std::string_view fact(std::string_view key) const;
  /// Why the game ended, without a full stop; the reason word itself if it is unknown.
  [[nodiscard]] std::string why(std::string_view reason, std::size_t winner) const;
};

[[nodiscard]] GameInfo game_info(const wire::Squares& squares);

}  // namespace crownd::board
