#include "games/draughts_family/notation.hpp"

#include "games/text/text.hpp"

namespace crownd::draughts_family {
namespace {

constexpr std::array<Side, 2> both_sides{Side::first, Side::second};

std::size_t index(Side side) { return static_cast<std::size_t>(side); }

std::string in_quotes(char letter) { return crownd::in_quotes({&letter, 1}); }

void refuse_empty_board(const Position& position) {
  if (position.all() == 0) throw bad_position("there is no piece on the board: an empty board is no position");
}

void put(Position& position, const Letters& letters, const SquareNames& name_of, int place, char letter) {
  if (letter == '.') return;
  const Square square = square_of_place(place);
  for (const Side side : both_sides) {
    const bool king = letter == letters.kings[index(side)];
    if (!king && letter != letters.men[index(side)]) continue;
    position.pieces[index(side)] |= bit(square);
    if (king) position.kings |= bit(square);
    return;
  }
  throw bad_position("letter " + std::to_string(place + 1) + ", which stands for square " + name_of(square) + ", is " +
                     in_quotes(letter) + ": the letters are " + in_quotes(letters.men[0]) + ", " +
                     in_quotes(letters.kings[0]) + ", " + in_quotes(letters.men[1]) + ", " +
                     in_quotes(letters.kings[1]) + " and '.'");
}

Side read_side(std::string_view text, const Letters& letters) {
  for (const Side side : both_sides)
    if (text.size() == 1 && text.front() == letters.men[index(side)]) return side;
  throw bad_position("the side to move is " + in_quotes(letters.men[0]) + " or " + in_quotes(letters.men[1]) +
                     ", not " + crownd::in_quotes(text));
}

std::string initial_position(const Letters& letters) {
  constexpr std::size_t men = 12;
  return std::string(men, letters.men[1]) + std::string(places - 2 * men, '.') + std::string(men, letters.men[0]) +
         ':' + letters.men[0];
}

/// "9, 10 and 17".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

}  // namespace

std::string without_spaces(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
  return result;
}

Route squares_between(Square from, Square to) {
  for (const Direction direction : all_directions) {
    Route passed;
    for (Bits at = step(bit(from), direction); at != 0; at = step(at, direction)) {
      if (at == bit(to)) return passed;
      passed.push_back(lowest(at));
    }
  }
  return {};
}

Position read_letters(std::string_view text, const Letters& letters, const SquareNames& name_of) {
  const auto colon = std::min(text.find(':'), text.size());
  const auto squares = text.substr(0, colon);
  Position position;
  for (std::size_t i = 0; i < squares.size() && i < places; ++i)
    put(position, letters, name_of, static_cast<int>(i), squares[i]);
  if (squares.size() != places)
    throw bad_position("the board has 32 dark squares, the text has " + std::to_string(squares.size()));
  if (colon == text.size())
    throw bad_position("the 32 squares are followed by a colon and the side to move, for example " +
                       initial_position(letters));
  position.to_move = read_side(text.substr(colon + 1), letters);
  for (const Side side : both_sides)
    if (const Bits uncrowned = uncrowned_men(position, side); uncrowned != 0)
      throw bad_position("the man " + in_quotes(letters.men[index(side)]) + " on " + name_of(lowest(uncrowned)) +
                         " stands on its last row and must be a " + std::string(letters.king) + ": write " +
                         letters.kings[index(side)]);
  refuse_empty_board(position);
  return position;
}

std::string write_letters(const Position& position, const Letters& letters) {
  std::string text;
  for (const Square square : squares_by_place) text += letter_on(position, bit(square), letters, '.');
  return text + ':' + letters.men[index(position.to_move)];
}

BadInput blocked_piece(Square from, bool king, Side side, Bits empty, const SquareNames& name_of) {
  const int forward = side == Side::first ? -1 : 1;
  std::vector<std::string> names;
  for (const Direction direction : all_directions) {
    if (!king && row_step(direction) != forward) continue;
    const Bits next = step(bit(from), direction);
    if (next == 0) continue;
    if ((next & empty) != 0) return game_over();
    names.push_back(name_of(lowest(next)));
  }
  return illegal_move(MoveFault::blocked, "the piece on " + name_of(from) + " cannot move: " + listed(names) +
                                              (names.size() == 1 ? " is" : " are") + " occupied");
}

Board drawn_board(const Position& position, const Letters& letters, const SquareNames& name_of, char first_column,
                  bool mirrored) {
  return text::board_of(8, first_column, text::Rows::down, [&](int row, int drawn_column) {
    const bool dark = (row + drawn_column) % 2 == 1;
    const int column = mirrored ? 7 - drawn_column : drawn_column;
    if (!is_playable(row, column)) return BoardCell{{}, dark};
    const Square square = square_at(row, column);
    return BoardCell{name_of(square), dark, letter_on(position, bit(square), letters, 0)};
  });
}

MovePath path_of(const Route& route, Bits captured, const Position& before, const Position& after,
                 const Letters& letters, const SquareNames& name_of) {
  MovePath path;
  for (std::size_t i = 0; i < route.size(); ++i) {
    path.squares.push_back(name_of(route[i]));
    if (i == 0) continue;
    for (const Square passed : squares_between(route[i - 1], route[i]))
      if ((captured & bit(passed)) != 0) path.takes.push_back(name_of(passed));
  }
  const char at_last = letter_on(after, bit(route.back()), letters, 0);
  if (at_last != letter_on(before, bit(route.front()), letters, 0)) path.becomes = at_last;
  return path;
}

namespace {

/// Reads a PDN FEN, in upper case and without spaces, from left to right.
class PdnReader {
 public:
  PdnReader(std::string_view text, const PdnConventions& conventions) : rest_(text), conventions_(conventions) {}

  PdnPosition read() {
    PdnPosition result;
    Position& position = result.position;
    position.to_move = colour("the side to move");
    std::array<bool, 2> is_listed{};
    bool plies_seen = false, move_seen = false;
    while (accept(':')) {
      if (take_counter('H', plies_seen, result.counters.reversible_plies)) continue;
      if (take_counter('F', move_seen, result.counters.move)) continue;
      const Side side = colour("the colour of a list of squares");
      if (is_listed[index(side)])
        fail(std::string("the pieces of ") + (side == conventions_.white ? "White" : "Black") + " are listed twice");
      is_listed[index(side)] = true;
      read_list(position, position.pieces[index(side)]);
    }
    if (!rest_.empty()) fail(found() + " cannot stand after a list of squares");
    if (!is_listed[0] || !is_listed[1]) fail("both W and B need a list of squares, which may be empty");
    return result;
  }

 private:
  /// The example is valid in every draughts game.
  [[noreturn]] static void fail(const std::string& why) {
    throw bad_position(why + ", for example W:W13-16,K27:B17-19");
  }

  bool accept(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  Side colour(const std::string& what) {
    if (accept('W')) return conventions_.white;
    if (accept('B')) return opponent(conventions_.white);
    fail("W or B is expected for " + what + ", not " + found());
  }

  /// Reads H and the reversible plies, or F and the move number, as lidraughts writes them.
  bool take_counter(char letter, bool& seen, int& counter) {
    constexpr int max = 1'000'000;  // more than any game has
    if (!accept(letter)) return false;
    if (seen) fail(std::string("the counter ") + letter + " is there twice");
    seen = true;
    const auto number = take_number();
    if (!number || *number > max)
      fail(std::string("the counter ") + letter + " needs a number from 0 to " + std::to_string(max));
    counter = *number;
    return true;
  }

  [[nodiscard]] std::string found() const { return rest_.empty() ? "the end" : in_quotes(rest_.front()); }

  void read_list(Position& position, Bits& pieces) {
    if (rest_.empty() || rest_.front() == ':') return;
    do {
      const bool king = accept('K');
      const int from = square();
      const int to = accept('-') ? square() : from;
      if (to < from) fail("the range " + std::to_string(from) + "-" + std::to_string(to) + " runs backwards");
      for (int number = from; number <= to; ++number) {
        const Bits square = bit(conventions_.square_of(number));
        if ((position.all() & square) != 0) fail("square " + std::to_string(number) + " is named twice");
        pieces |= square;
        if (king) position.kings |= square;
      }
    } while (accept(','));
  }

  std::optional<int> take_number() {
    return rest_.empty() || !is_digit(rest_.front()) ? std::nullopt : std::optional(text::take_number(rest_));
  }

  int square() {
    const auto number = take_number();
    if (!number) fail("a square number is expected, not " + found());
    if (*number < 1 || *number > places) fail("squares are numbered from 1 to 32");
    return *number;
  }

  std::string_view rest_;
  const PdnConventions& conventions_;
};

/// The text in upper case without spaces and a full stop at the end.
std::string tidied(std::string_view text) {
  std::string result = without_spaces(text);
  std::transform(result.begin(), result.end(), result.begin(), upper);
  if (!result.empty() && result.back() == '.') result.pop_back();
  return result;
}

}  // namespace

std::string PdnConventions::numbered_names(const SquareNames& other_name_of) const {
  std::string names;
  for (int number = 1; number <= places; ++number)
    names += (number == 1 ? "" : " ") + std::to_string(number) + ' ' + other_name_of(square_of(number));
  return names;
}

bool looks_like_pdn(std::string_view text) {
  const std::string tidy = tidied(text);
  return tidy.size() >= 2 && (tidy[0] == 'W' || tidy[0] == 'B') && tidy[1] == ':';
}

PdnPosition parse_pdn(std::string_view text, const PdnConventions& conventions) {
  const std::string tidy = tidied(text);
  const PdnPosition result = PdnReader(tidy, conventions).read();
  for (const Side side : both_sides)
    if (const Bits men = uncrowned_men(result.position, side); men != 0) {
      const std::string number = conventions.name_of(lowest(men));
      throw bad_position(std::string("the ") + (side == conventions.white ? "white" : "black") + " man on " + number +
                         " stands on its last row and must be a king: write K" + number);
    }
  refuse_empty_board(result.position);
  return result;
}

std::string format_pdn(const Position& position, const PdnConventions& conventions) {
  std::string text(position.to_move == conventions.white ? "W" : "B");
  for (const Side side : {conventions.white, opponent(conventions.white)}) {
    text += side == conventions.white ? ":W" : ":B";
    bool first = true;
    for (int number = 1; number <= places; ++number) {
      const Bits square = bit(conventions.square_of(number));
      if ((position.of(side) & square) == 0) continue;
      if (!std::exchange(first, false)) text += ',';
      if ((position.kings & square) != 0) text += 'K';
      text += std::to_string(number);
    }
  }
  return text;
}

std::optional<std::vector<WrittenSquare>> read_written_squares(std::string_view text) {
  std::size_t at = 0;
  const auto next_is = [&](auto matches) { return at < text.size() && matches(text[at]); };
  const auto skip_spaces = [&] {
    while (next_is([](char c) { return c == ' ' || c == '\t'; })) ++at;
  };
  const auto take_column = [&](WrittenSquare& square) {
    if (next_is([](char c) { return is_letter(c) && !text::is_separator(c); })) square.column = lower(text[at++]);
  };
  std::vector<WrittenSquare> squares;
  for (skip_spaces(); squares.empty() || at < text.size(); skip_spaces()) {
    if (!squares.empty()) {
      const std::size_t end = at;
      if (next_is(text::is_separator)) ++at;
      skip_spaces();
      // Only squares with letters may follow each other directly.
      const bool separated = at > end || text[end - 1] == ' ' || text[end - 1] == '\t';
      if (!separated && squares.back().column == 0) return {};
    }
    WrittenSquare square;
    take_column(square);
    square.column_first = square.column != 0;
    if (!next_is(is_digit)) return {};
    constexpr int enough = 1000;  // far off the board, and far from overflow
    for (; next_is(is_digit); ++at) square.number = std::min(square.number * 10 + (text[at] - '0'), enough);
    if (!square.column_first) take_column(square);
    squares.push_back(square);
  }
  // A number of three digits alone is a list of squares without separators.
  if (squares.size() == 1 && squares.front().number > 99) return {};
  return squares;
}

std::vector<Jump> next_jumps(const Position& position, Kings kings, Square start, Square at, Bits captured) {
  const bool king = (position.kings & bit(start)) != 0, flies = king && kings == Kings::fly;
  const Bits empty = position.empty() | bit(start);
  std::vector<Jump> jumps;
  for (const Direction d : all_directions) {
    if (!king && (row_step(d) < 0) != (position.to_move == Side::first)) continue;
    Bits victim = step(bit(at), d);
    while (flies && (victim & empty) != 0) victim = step(victim, d);
    victim &= position.enemy() & ~captured;
    for (Bits landing = step(victim, d) & empty; landing != 0; landing = flies ? step(landing, d) & empty : 0)
      jumps.push_back({lowest(landing), victim});
  }
  return jumps;
}

namespace {

void follow(const Position& position, Kings kings, Capture& capture, Bits allowed, std::vector<Capture>& found) {
  const auto jumps = next_jumps(position, kings, capture.route.front(), capture.route.back(), capture.captured);
  if (jumps.empty() && capture.captured != 0) found.push_back(capture);
  for (const Jump& jump : jumps) {
    if ((jump.victim & allowed) == 0) continue;
    capture.route.push_back(jump.to);
    capture.captured |= jump.victim;
    follow(position, kings, capture, allowed, found);
    capture.route.pop_back();
    capture.captured &= ~jump.victim;
  }
}

/// The route with all squares that the piece crosses between two of its squares.
Route with_crossed_squares(const Route& route) {
  Route all{route.front()};
  for (std::size_t i = 1; i < route.size(); ++i) {
    const Route crossed = squares_between(route[i - 1], route[i]);
    all.insert(all.end(), crossed.begin(), crossed.end());
    all.push_back(route[i]);
  }
  return all;
}

/// The squares of a step or a capture written without a separator. None for other texts.
std::vector<Route> squares_without_separator(std::string_view text, const PdnConventions& conventions) {
  std::vector<Route> found;
  for (std::size_t split = 1; split < text.size(); ++split) {
    const auto first = text::read_small_number(text.substr(0, split));
    const auto second = text::read_small_number(text.substr(split));
    if (!first || !second || text.size() < 3) continue;
    auto& squares = found.emplace_back();
    if (*first <= places && *second <= places)
      squares = {conventions.square_of(*first), conventions.square_of(*second)};
  }
  return found;
}

}  // namespace

std::vector<Capture> captures_from(const Position& position, Kings kings, Square start, Bits allowed) {
  std::vector<Capture> found;
  Capture capture{{start}, 0};
  follow(position, kings, capture, allowed, found);
  return found;
}

std::vector<Route> routes_of(const Position& position, const Move& move, const PdnConventions& conventions) {
  if (!move.is_capture()) return {{move.from, move.to}};
  std::vector<std::pair<std::string, Route>> by_text;
  for (Capture& capture : captures_from(position, conventions.kings, move.from, move.captured))
    if (capture.move() == move)
      by_text.emplace_back(text_of(capture.route, true, conventions.name_of), std::move(capture.route));
  std::sort(by_text.begin(), by_text.end());
  std::vector<Route> routes;
  for (auto& [text, route] : by_text) routes.push_back(std::move(route));
  return routes;
}

std::string text_of(const Route& route, bool capture, const SquareNames& name_of) {
  std::string text;
  for (const Square square : route) {
    if (!text.empty()) text += capture ? 'x' : '-';
    text += name_of(square);
  }
  return text;
}

std::string format_move(const Position& position, const Move& move, const PdnConventions& conventions) {
  return text_of(routes_of(position, move, conventions).front(), move.is_capture(), conventions.name_of);
}

std::vector<MovePath> paths_of(const Position& position, const Move& move, const Letters& letters,
                               const PdnConventions& conventions) {
  std::vector<MovePath> paths;
  for (const Route& route : routes_of(position, move, conventions))
    paths.push_back(path_of(route, move.captured, position, after(position, move), letters, conventions.name_of));
  return paths;
}

bool starts_with(const Route& route, const Route& squares) {
  return route.size() > squares.size() && std::equal(squares.begin(), squares.end(), route.begin());
}

bool passes(const Route& route, const Route& squares) {
  if (route.front() != squares.front()) return false;
  auto next = squares.begin() + 1;
  for (auto at = route.begin() + 1; at != route.end() && next != squares.end(); ++at)
    if (*at == *next) ++next;
  return next == squares.end();
}

std::string alternatives(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : " or ") + text;
  return all;
}

std::optional<Move> MoveReader::find(const Route& squares) const {
  // In a capture that returns to its start, the first square is the last one, too.
  const bool has_end = squares.size() > 1;
  std::vector<std::string> ended, begun;
  std::optional<Move> found;
  for (const Move& move : legal_) {
    if (move.from != squares.front()) continue;
    const auto routes = routes_of(position_, move, conventions_);
    const auto first = [&](auto matches) { return std::find_if(routes.begin(), routes.end(), matches); };
    if (std::find(routes.begin(), routes.end(), squares) != routes.end()) return move;
    const auto abbreviated =
        first([&](const Route& route) { return has_end && route.back() == squares.back() && passes(route, squares); });
    const auto prefix = first([&](const Route& route) { return starts_with(route, squares); });
    if (abbreviated != routes.end()) {
      found = move;
      ended.push_back(text_of(*abbreviated));
    } else if (prefix != routes.end()) {
      begun.push_back(text_of(*prefix));
    }
  }
  if (ended.empty() || ended.size() + begun.size() == 1) return found;
  throw ambiguous_move("name every landing square: this is short for " + alternatives(ended) +
                       (begun.empty() ? "" : ", and the beginning of " + alternatives(begun)));
}

std::vector<Move> MoveReader::find_in_file(std::string_view text, Route (*read)(std::string_view text)) const {
  auto lists = squares_without_separator(text, conventions_);
  if (lists.empty()) lists.push_back(read(text));
  std::vector<Move> found;
  for (const Route& squares : lists) {
    const auto moves = find_in_file(squares);
    found.insert(found.end(), moves.begin(), moves.end());
  }
  return found;
}

std::vector<Move> MoveReader::find_in_file(const Route& squares) const {
  std::vector<Move> exact, ended, crossing;
  if (squares.size() < 2) return {};
  for (const Move& move : legal_) {
    const auto routes = routes_of(position_, move, conventions_);
    const auto any = [&](auto matches) { return std::any_of(routes.begin(), routes.end(), matches); };
    const auto ends = [&](const Route& route) { return route.back() == squares.back(); };
    if (any([&](const Route& route) { return route == squares; })) exact.push_back(move);
    if (any([&](const Route& route) { return ends(route) && passes(route, squares); })) ended.push_back(move);
    if (move.is_capture() &&
        any([&](const Route& route) { return ends(route) && passes(with_crossed_squares(route), squares); }))
      crossing.push_back(move);
  }
  return !exact.empty() ? exact : !ended.empty() ? ended : crossing;
}

std::vector<Route> MoveReader::legal_routes(const std::function<bool(const Route&)>& wanted) const {
  std::vector<Route> found;
  for (const Move& move : legal_) {
    const auto routes = routes_of(position_, move, conventions_);
    const auto first = std::find_if(routes.begin(), routes.end(), wanted);
    if (first != routes.end()) found.push_back(*first);
  }
  return found;
}

std::vector<Route> MoveReader::routes_begun(const Route& squares) const {
  auto begun = legal_routes([&](const Route& route) { return starts_with(route, squares); });
  if (begun.empty()) begun = legal_routes([&](const Route& route) { return passes(route, squares); });
  return begun;
}

std::optional<BadInput> MoveReader::only_starts(Square from) const {
  const auto routes = legal_routes([&](const Route& route) { return route.front() == from; });
  if (routes.empty()) return {};
  return incomplete_move(name_of_(from), text_of(routes.front()));
}

}  // namespace crownd::draughts_family
