#include "core/random.hpp"
#include "games/catalogue.hpp"
#include "games/text/text.hpp"
#include "support/refusals.hpp"

#include <cctype>
#include <regex>

using namespace crownd::text;
using crownd::play::AnyGame;
using crownd::testing::refusal_of;

namespace {

/// How a game's moves name squares, and names that belong to another game.
struct Naming {
  const char* game;
  std::vector<std::string> squares;
  const char* between;  ///< separator of the two squares of a move
  std::regex foreign;
  std::vector<std::string> positions;
};

std::vector<std::string> numbers() {
  std::vector<std::string> names;
  for (int number = 1; number <= 32; ++number) names.push_back(std::to_string(number));
  return names;
}

std::vector<std::string> coordinates(char first_column, int size) {
  std::vector<std::string> names;
  for (int column = 0; column < size; ++column)
    for (int row = 1; row <= size; ++row)
      names.push_back(static_cast<char>(first_column + column) + std::to_string(row));
  return names;
}

std::vector<Naming> namings() {
  const std::regex no_coordinates("\\b[a-h][1-8]\\b|\\b[1-8][a-h]\\b|column [a-h]\\b");
  const std::regex no_small_letters("\\b[a-h][1-8]\\b|\\b[1-8][A-Ha-h]\\b|column [A-Ha-h]\\b|square [0-9]");
  return {
      {"english", numbers(), "-", no_coordinates, {"startpos", "B:W14,22,23:B9,K18", "W:WK1,5:B10,K27"}},
      {"spanish", numbers(), "-", no_coordinates, {"startpos", "W:WK1,9:B10,27,K30", "B:W14,15,22,23:B10,K3"}},
      {"stupid", coordinates('A', 8), "", no_small_letters, {"startpos"}},
      {"towers",
       coordinates('A', 8),
       "-",
       no_small_letters,
       {"startpos", "..w..b..........W.........b.....:b", "B........w.......b........W.....:w"}},
      {"reduced-chess", coordinates('a', 5), "", std::regex("\\b[A-Z][1-9]|column [a-z]|square [0-9]"), {"startpos"}},
  };
}

std::unique_ptr<AnyGame> make(std::string_view name) {
  for (const auto& row : crownd::games::catalogue())
    if (row.name == name) return row.make();
  FAIL("no game is named " << name);
  return nullptr;
}

/// The game's message, without what it quotes; empty if it accepts the input.
template <class Act>
std::string message_of(const Act& act) {
  return std::regex_replace(refusal_of(act), std::regex("'[^']*'"), "''");
}

using Texts = std::vector<std::string>;

bool looks_like_a_text(std::string_view word) {
  return word.find(':') != std::string_view::npos ||
         std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Takes a text in quotes, or a word without the comma or full stop behind it, off the front.
std::string take_text(std::string_view& rest) {
  const bool quoted = rest.starts_with('\'');
  if (quoted) rest.remove_prefix(1);
  const auto end = std::min(rest.find_first_of(quoted ? "'" : " ;)"), rest.size());
  std::string text(rest.substr(0, end));
  while (!quoted && !text.empty() && std::string_view(",.").find(text.back()) != std::string_view::npos)
    text.pop_back();
  rest.remove_prefix(quoted ? std::min(end + 1, rest.size()) : text.size());
  return text;
}

/// The texts that a message proposes: "as in 11-15, 22x15 or 6c-5d", "play one of 9x18, 10x17 and 2 more".
Texts examples_in(const std::string& message) {
  static const std::regex introduction(
      "(for example( by)?|as in|like|such as|play( one of)?|is this short for|the beginning of|"
      "are taken:( one of)?|can jump:|write) ");
  Texts texts;
  for (auto found = std::sregex_iterator(message.begin(), message.end(), introduction); found != std::sregex_iterator();
       ++found) {
    std::string_view rest(message);
    rest.remove_prefix(static_cast<std::size_t>(found->position() + found->length()));
    for (bool goes_on = true; goes_on && !rest.empty();) {
      const auto text = take_text(rest);
      if (!looks_like_a_text(text)) break;
      texts.push_back(text);
      goes_on = rest.starts_with(" or ") || rest.starts_with(", ");
      rest.remove_prefix(std::min(rest.find_first_not_of(", "), rest.size()));
      if (rest.starts_with("or ")) rest.remove_prefix(3);
    }
  }
  return texts;
}

/// A text with one character changed, added or left out, and other damage.
Texts damaged(const std::string& text) {
  Texts all{"", "hello", text + text, text.substr(0, text.size() / 2), "x" + text, text + " x"};
  for (std::size_t at = 0; at < text.size(); ++at) {
    all.push_back(text.substr(0, at) + text.substr(at + 1));
    for (const char c : std::string("wbrWBKRaAxKQz109,:/-.| ")) {
      all.push_back(text.substr(0, at) + c + text.substr(at + 1));
      all.push_back(text.substr(0, at) + c + text.substr(at));
    }
  }
  return all;
}

/// A position after some plies, where games differ.
void play_some_plies(AnyGame& game, std::uint64_t seed, int plies) {
  for (int ply = 0; ply < plies && !game.legal_moves().empty(); ++ply) {
    const auto legal = game.legal_moves();
    game.play(Texts{legal[crownd::mix(seed * 1000 + static_cast<std::uint64_t>(ply)) % legal.size()]});
  }
}

/// An example of a part of a text may be a part, as in the position at the start: a piece and its square.
void check_positions(const crownd::games::Entry& row) {
  const auto game = row.make();
  Texts texts = damaged(game->position_text());
  for (const auto& text : damaged("W:WK4,23-25:B1,7:H0:F1")) texts.push_back(text);
  for (const auto& text : damaged("8/8/4k3/8/8/8/8/R3K3 w - - 0 1")) texts.push_back(text);
  const std::string known = game->position_text() + " " + refusal_of([&] { (void)game->standard_text(); });
  for (const auto& text : texts)
    for (const auto& example : examples_in(refusal_of([&] { row.make()->set_position(text, {}); }))) {
      INFO(row.name << " proposes " << example << " instead of " << text);
      const bool is_part = known.find(example) != std::string::npos || example.size() <= 3;
      if (!is_part) CHECK(refusal_of([&] { row.make()->set_position(example, {}); }).empty());
    }
}

/// Returns how many examples there were.
int check_moves(const crownd::games::Entry& row) {
  int examples = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto game = row.make();
    play_some_plies(*game, seed, static_cast<int>(6 * seed));
    if (game->legal_moves().empty()) continue;
    Texts moves{game->legal_moves().front(), game->legal_moves().back()};
    std::set<std::string> texts;
    for (const auto& move : moves)
      for (const auto& text : damaged(move)) texts.insert(text);
    for (const auto& text : texts)
      for (const auto& example : examples_in(refusal_of([&] { game->check_search_moves(Texts{text}); }))) {
        INFO(row.name << " proposes " << example << " instead of " << text << " in " << game->position_text());
        ++examples;
        CHECK(refusal_of([&] { game->check_search_moves(Texts{example}); }).empty());
      }
  }
  return examples;
}

/// The row as letters, dots for empty squares; "no" if it does not fill the columns.
std::string row_of(const std::string& text, int columns) {
  std::string row(static_cast<std::size_t>(columns), '.');
  const bool fits =
      read_fen_row(text, columns, [&](int column, char letter) { row[static_cast<std::size_t>(column)] = letter; });
  return fits ? row : "no";
}

}  // namespace

TEST_CASE("messages about moves name squares as the moves of the game do") {
  for (const auto& naming : namings()) {
    INFO(naming.game);
    const auto game = make(naming.game);
    for (const auto& position : naming.positions) {
      REQUIRE_NOTHROW(game->set_position(position, {}));
      int reported = 0;
      for (const auto& from : naming.squares)
        for (const auto& to : naming.squares) {
          const std::vector<std::string> move{from + naming.between + to};
          const auto message = message_of([&] { game->check_search_moves(move); });
          if (!message.empty()) ++reported;
          if (std::regex_search(message, naming.foreign)) FAIL(move.front() << ": " << message);
        }
      CHECK(reported > 100);
    }
  }
}

TEST_CASE("messages about positions name squares as the moves of the game do") {
  for (const auto& naming : namings()) {
    INFO(naming.game);
    const auto game = make(naming.game);
    const auto text = game->position_text();
    int reported = 0;
    for (std::size_t at = 0; at < text.size(); ++at)
      for (const char letter : std::string("wbWBKRaAx1,:/ ")) {
        auto changed = text;
        changed[at] = letter;
        const auto message = message_of([&] { game->set_position(changed, {}); });
        if (!message.empty()) ++reported;
        if (std::regex_search(message, naming.foreign)) FAIL(changed << ": " << message);
      }
    CHECK(reported > 50);
  }
}

// Every example in a message of a game is itself accepted. A new game is tested as soon as it has its row.

TEST_CASE("every position that a message gives as an example is accepted") {
  for (const auto& row : crownd::games::catalogue()) check_positions(row);
}

TEST_CASE("every move that a message proposes is legal") {
  for (const auto& row : crownd::games::catalogue()) {
    INFO(row.name);
    CHECK(check_moves(row) > 20);
  }
}

TEST_CASE("the message for an invalid move has a legal move as an example") {
  for (const auto& row : crownd::games::catalogue()) {
    INFO(row.name);
    const auto game = row.make();
    const auto message = refusal_of([&] { game->play(Texts{"hello"}); });
    REQUIRE(examples_in(message).size() == 1);
    CHECK(refusal_of([&] { game->play(Texts{examples_in(message).front()}); }).empty());
  }
}

TEST_CASE("the further notations that a game describes are read") {
  for (const auto& row : crownd::games::catalogue()) {
    const std::string also(row.make()->squares().description.also_read);
    for (const auto& example : examples_in(also)) {
      INFO(row.name << ": " << example);
      CHECK(refusal_of([&] { row.make()->play(Texts{example}); }).empty());
    }
    CHECK(also.empty() == examples_in(also).empty());
  }
}

TEST_CASE("the message about a long text is short") {
  constexpr std::size_t max_message_bytes = 400;
  const std::string word(10'000, 'q');
  for (const auto& row : crownd::games::catalogue()) {
    const auto game = row.make();
    const auto start = game->position_text();
    Texts positions{word, start + word, start + ' ' + word, word + ' ' + word};
    for (std::size_t at = 0; at < start.size(); ++at) positions.push_back(start.substr(0, at) + word);
    for (const auto& text : positions) {
      INFO(row.name << ": " << text.substr(0, 60));
      CHECK(refusal_of([&] { row.make()->set_position(text, {}); }).size() < max_message_bytes);
    }
    const auto move = game->legal_moves().front();
    for (const auto& text : {word, move + word, move + '-' + word, word + '-' + move, "1" + std::string(10'000, '0')}) {
      INFO(row.name << ": " << text.substr(0, 60));
      CHECK(refusal_of([&] { game->check_search_moves(Texts{text}); }).size() < max_message_bytes);
    }
  }
}

TEST_CASE("a row of a FEN is letters and runs of empty squares") {
  CHECK(row_of("8", 8) == "........");
  CHECK(row_of("P2p1k", 6) == "P..p.k");
  CHECK(row_of("12k13", 26) == "............k.............");
  CHECK(row_of("kr", 2) == "kr");
}

TEST_CASE("a row of a FEN fills all columns, and no more") {
  for (const std::string text : {"", "7", "9", "8k", "k8", "4k4", "08", "80", "108", "1x0x6", "99999999999999999999"}) {
    INFO(text);
    CHECK(row_of(text, 8) == "no");
  }
}

TEST_CASE("the rows of a FEN begin with the highest") {
  CHECK(format_fen_rows(3, 12, [](int row, int column) {
          return row == 2 && column == 11 ? 'k' : row == 0 && column == 0 ? 'P' : '\0';
        }) == "11k/12/P11");
}
