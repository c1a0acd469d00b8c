#include "games/reduced_chess/rules.hpp"
#include "support/ask.hpp"
#include "support/catch.hpp"
#include "tables/known_positions.hpp"
#include "tables/table_bytes.hpp"

#include <limits>

using namespace crownd;
using namespace crownd::testing;

namespace {

using R = reduced_chess::Rules<1>;
using Ending = reduced_chess::Ending;
using tables::Kind;

std::uint64_t ending_of(const std::string& text) { return R::table_index(R::parse_position(text)).ending; }

const std::vector<tables::Value>& values_of(std::uint64_t code) {
  static std::map<std::uint64_t, std::vector<tables::Value>> known;
  auto& values = known[code];
  const std::atomic<bool> stop{false};
  if (values.empty()) values = tables::solve_ending<Ending>(code, 1, stop);
  return values;
}

/// Files for the endings of some positions.
struct Files {
  void add(const std::string& text, Kind kind) {
    const auto code = ending_of(text);
    const auto& values = values_of(code);
    const auto about = description(std::string(R::name), code, Ending(code).pieces(), values.size(), kind);
    tables.add(open_table(kind == Kind::distance ? file_of(about, values) : wdl_file_of(about, values), cache));
  }

  tables::BlockCache cache{std::size_t{1} << 20, any_table_memory()};
  tables::FileTables tables;
};

const std::string rook = "6 Ka1,Rb1 Kc3 w", rook_and_bishop = "5 Ka1,Rb1 Kc3,Bd4 w", rook_of_5 = "5 Ka1,Rb1 Kc3 w";

/// The exact score, with the plies to the end.
std::optional<Score> exact(const R::Position& position) {
  const auto spot = R::table_index(position);
  if (spot.ending == 0) return Score::draw();
  return tables::score_of(values_of(spot.ending)[spot.place]);
}

std::vector<search::Line<R::Move>> ask(const R::Position& position, const tables::FileTables& files,
                                       const search::Limits& limits = to_depth(1), testing::Asked<R> asked = {}) {
  asked.tables = {&files, nullptr};
  return testing::ask<R>(position, limits, asked).lines;
}

/// `count` unfinished positions of an ending.
std::vector<R::Position> some_positions(const std::string& text, std::size_t count) {
  const KnownChess<> known({text});
  const int pieces = R::piece_count(R::parse_position(text));
  std::vector<R::Position> some;
  for (const auto& position : known.some(20 * count))
    if (some.size() < count && R::piece_count(position) == pieces && !R::result(position).over())
      some.push_back(position);
  REQUIRE(some.size() == count);
  return some;
}

/// The move with the longest resistance.
R::Position after_best_defence(const R::Position& position) {
  std::optional<R::Position> best;
  int longest = -1;
  for (const auto& move : legal_moves<R>(position)) {
    const auto next = R::after(position, move);
    const auto score = exact(next);
    const int plies = score && score->is_decided() ? score->plies_to_end() : std::numeric_limits<int>::max();
    if (plies <= longest) continue;
    longest = plies;
    best = next;
  }
  return *best;
}

}  // namespace

TEST_CASE("files of an ending and its successors give exact scores, with lines to the end") {
  Files files;
  files.add(rook_and_bishop, Kind::distance);
  files.add(rook_of_5, Kind::distance);
  std::size_t decided = 0;
  for (const auto& position : some_positions(rook_and_bishop, 150)) {
    const auto line = ask(position, files.tables).back();
    INFO(R::format_position(position));
    CHECK(line.score == exact(position));
    CHECK(line.tbhits > 0);
    decided += line.score.is_decided();
    if (line.score.is_decided()) {
      CHECK(static_cast<int>(line.pv.size()) == line.score.plies_to_end());
      CHECK(ends_the_game<R>(position, line.pv));
    }
  }
  CHECK(decided > 20);
}

TEST_CASE("with files go mate, searchmoves and several lines are right at the root") {
  Files files;
  files.add(rook_of_5, Kind::distance);
  for (const auto& position : some_positions(rook_of_5, 40)) {
    INFO(R::format_position(position));
    const auto truth = exact(position);
    REQUIRE(truth);
    if (truth->is_win()) CHECK(ask(position, files.tables, to_mate(truth->moves_to_end())).back().score == truth);
    const auto legal = legal_moves<R>(position);
    const auto value_of = [&](const R::Move& move) {
      const auto next = R::after(position, move);
      const auto result = R::result(next);
      if (result.over()) return result.outcome == Outcome::draw ? Score::draw() : Score::win_in(1);
      return (-exact(next).value()).at_parent();
    };
    const R::Move last = legal[legal.size() - 1];
    CHECK(ask(position, files.tables, to_depth(1), {.moves = {last}}).back().score == value_of(last));
    const auto lines = ask(position, files.tables, to_depth(1), {.multipv = static_cast<int>(legal.size())});
    REQUIRE(lines.size() >= legal.size());
    for (std::size_t i = lines.size() - legal.size(); i < lines.size(); ++i)
      CHECK(lines[i].score == value_of(lines[i].pv.front()));
  }
}

TEST_CASE("a file without its successors is not probed, since a line could not be completed") {
  // As if every position were won in five plies.
  const auto code = ending_of(rook_and_bishop);
  const std::vector<tables::Value> values(values_of(code).size(), tables::value_of_plies(5));
  Files files;
  files.tables.add(open_table(file_of(description(std::string(R::name), code, 4, values.size()), values), files.cache));
  const auto is_believed = [&](const R::Position& position) {
    return ask(position, files.tables).back().score == Score::loss_in(6);
  };
  const auto positions = some_positions(rook_and_bishop, 10);
  CHECK(std::none_of(positions.begin(), positions.end(), is_believed));
  files.add(rook_of_5, Kind::distance);
  CHECK(std::any_of(positions.begin(), positions.end(), is_believed));
}

TEST_CASE("a win of unknown length is scored as one, and won against the longest defence") {
  Files files;
  files.add(rook, Kind::wdl);
  constexpr int longest = 60;  // plies; the longest win has 21
  for (auto position : some_positions(rook, 12)) {
    INFO(R::format_position(position));
    const auto truth = exact(position).value();
    const Score found = ask(position, files.tables, to_depth(6)).back().score;
    if (truth == Score::draw()) {
      CHECK(found == truth);
      continue;
    }
    CHECK((truth.is_win() ? found >= tables::known_win : found <= -tables::known_win));
    int plies = 0;
    if (truth.is_loss()) position = after_best_defence(position);
    for (; !R::result(position).over() && plies < longest; ++plies)
      position = plies % 2 == 0 ? R::after(position, ask(position, files.tables, to_depth(6)).back().pv.front())
                                : after_best_defence(position);
    CHECK(R::result(position).outcome == Outcome::win);
  }
}

TEST_CASE("a file with fewer places than its ending, or more pieces than any, does no harm") {
  Files files;
  const auto code = ending_of(rook_of_5);
  const std::vector<tables::Value> few(10, tables::value_of_plies(3));
  files.tables.add(open_table(file_of(description(std::string(R::name), code, 255, few.size()), few), files.cache));
  for (const auto& position : some_positions(rook_of_5, 10)) CHECK_FALSE(ask(position, files.tables).empty());
  const auto crowded = R::parse_position("8 Ka1,Ra2,Rb2,Rc2,Rd2,Bh1,Bg1,Bf1 Kh8,Rh7,Rg7,Rf7,Re7,Ba8,Bb8,Bc8 w");
  CHECK(ask(crowded, files.tables).back().tbhits == 0);
}
