#include "games/all_rules.hpp"
#include "training/flags.hpp"
#include "training/table_set.hpp"
#include "training/verify.hpp"

#include <iostream>
#include <mutex>
#include <random>
#include <set>
#include <thread>

// crown-verify GAME [--dir DIR] [--random N] [--games N] [--seed N] [--threads N]: verifies a game's tables against
// its rules.

namespace {

using namespace crownd;
using namespace crownd::training;

const std::string usage =
    "usage: crown-verify GAME [--dir DIR] [--random N] [--games N] [--seed N] [--threads N]\n"
    "       --dir DIR    the folder of the tables ($XDG_DATA_HOME/crownd/tables)\n"
    "       --random N   random positions of each number of pieces, if there are too many to check all (10000000)\n"
    "       --games N    won positions of each number of pieces to play to the end (10000)\n"
    "       --seed N     of the random numbers (1)\n"
    "       --threads N  one for each core";

const std::string known_flags[] = {"dir", "random", "games", "seed", "threads"};

/// Draughts positions are verified exhaustively up to this many pieces, chess positions up to this many placements.
constexpr int max_pieces_for_all = 4;
constexpr std::uint64_t max_ways_for_all = 40'000'000;

struct Plan {
  std::uint64_t random_positions;
  std::uint64_t games;
  std::uint64_t seed;
  unsigned threads;
};

/// The results of all threads. Thread-safe.
class Findings {
 public:
  void add(std::uint64_t checked, std::uint64_t played) {
    checked_ += checked;
    played_ += played;
  }
  void fault(const std::string& text) {
    constexpr std::uint64_t max_reported = 20;
    const std::lock_guard lock(mutex_);
    if (++faults_ <= max_reported) std::cout << "  " << text << std::endl;
  }
  void report(const std::string& what) const {
    std::cout << what << ": " << checked_ << " positions, " << played_ << " games, " << faults_ << " faults"
              << std::endl;
  }
  [[nodiscard]] std::uint64_t checked() const { return checked_; }
  [[nodiscard]] std::uint64_t faults() const { return faults_; }

 private:
  std::mutex mutex_;
  std::atomic<std::uint64_t> checked_{0};
  std::atomic<std::uint64_t> played_{0};
  std::atomic<std::uint64_t> faults_{0};
};

/// Calls work(part) for each of `parts` parts, on several threads.
template <class Work>
void for_each_part(std::uint64_t parts, unsigned threads, Work work) {
  std::atomic<std::uint64_t> next{0};
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < threads; ++i)
    workers.emplace_back([&] {
      for (std::uint64_t part; (part = next++) < parts;) work(part);
    });
}

template <HasEndings R>
Verifier<R> verifier_of(const TableSet& set) {
  return Verifier<R>([&set](const typename R::Position& p) { return set.score_of(R::table_index(p)); });
}

/// Verifies positions from `random_position(random)`, and plays out the first wins among them.
template <HasEndings R, class RandomPosition>
void check_random(const TableSet& set, const Plan& plan, Findings& findings, RandomPosition random_position) {
  constexpr std::uint64_t parts = 64;
  const auto verifier = verifier_of<R>(set);
  for_each_part(parts, plan.threads, [&](std::uint64_t part) {
    std::mt19937_64 random(plan.seed * parts + part);
    const auto choose = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    std::uint64_t played = 0;
    const std::uint64_t positions = plan.random_positions / parts + 1, games = plan.games / parts + 1;
    for (std::uint64_t i = 0; i < positions; ++i) {
      const auto position = random_position(random);
      if (const auto fault = verifier.check(position)) findings.fault(*fault);
      if (played == games || R::result(position).over()) continue;
      const auto score = set.score_of(R::table_index(position));
      if (!score || !score->is_win()) continue;
      ++played;
      if (const auto fault = verifier.play_out(position, choose)) findings.fault(*fault);
    }
    findings.add(positions, played);
  });
}

/// Verifies the positions that for_each(part, visit) visits in each of `parts` parts.
template <HasEndings R, class ForEach>
void check_each(const TableSet& set, const Plan& plan, Findings& findings, std::uint64_t parts, ForEach for_each) {
  const auto verifier = verifier_of<R>(set);
  for_each_part(parts, plan.threads, [&](std::uint64_t part) {
    std::uint64_t checked = 0;
    for_each(part, [&](const auto& position) {
      ++checked;
      if (const auto fault = verifier.check(position)) findings.fault(*fault);
    });
    findings.add(checked, 0);
  });
}

/// Returns the number of errors.
template <draughts_family::HasMoverView R>
std::uint64_t verify_draughts(const TableSet& set, const Plan& plan) {
  using Positions = TablePositions<R>;
  std::map<int, std::uint64_t> places;
  for (const auto& [code, table] : set.tables()) places[table.about.pieces] += table.about.places;
  std::uint64_t faults = 0;
  for (const auto& [pieces, count] : places) {
    Findings findings;
    const bool all = pieces <= max_pieces_for_all;
    if (all) {
      check_each<R>(set, plan, findings, Positions::parts, [number = pieces](std::uint64_t part, auto visit) {
        Positions::for_each(number, static_cast<unsigned>(part), visit);
      });
      if (findings.checked() != count)
        findings.fault("there are " + std::to_string(count) + " places for them in the tables");
    }
    Plan random_plan = plan;
    if (all) random_plan.random_positions = std::min(plan.random_positions, 10 * plan.games);
    check_random<R>(set, random_plan, findings,
                    [number = pieces](std::mt19937_64& random) { return Positions::random(random, number); });
    findings.report(std::string(R::name) + ", " + std::to_string(pieces) + " pieces" + (all ? ", all" : ", random"));
    faults += findings.faults();
  }
  return faults;
}

/// The men of a table, from its name, "KRvKB-8".
struct ChessMen {
  int size = 0;
  std::vector<std::pair<int, char>> men;  ///< side and letter

  explicit ChessMen(const std::string& name) : size(std::stoi(name.substr(name.find('-') + 1))) {
    int side = 0;
    for (const char letter : name.substr(0, name.find('-')))
      if (letter == 'v')
        side = 1;
      else
        men.emplace_back(side, letter);
  }

  [[nodiscard]] std::uint64_t squares() const { return static_cast<std::uint64_t>(size * size); }
  [[nodiscard]] std::uint64_t ways() const {
    std::uint64_t ways = 2;
    for (std::size_t i = 0; i < men.size(); ++i) ways *= squares();
    return ways;
  }
};

/// The position encoded by `way`, below ways(); none if two men share a square, or the side not to move is in check.
template <HasEndings R>
std::optional<typename R::Position> chess_position(const ChessMen& men, std::uint64_t way) {
  std::set<std::uint64_t> taken;
  std::array<std::string, 2> sides;
  const char* const to_move = way % 2 == 0 ? " w" : " b";
  way /= 2;
  for (const auto& [side, letter] : men.men) {
    const std::uint64_t square = way % men.squares();
    way /= men.squares();
    if (!taken.insert(square).second) return {};
    std::string& text = sides[static_cast<std::size_t>(side)];
    const auto size = static_cast<std::uint64_t>(men.size);
    text += std::string(text.empty() ? "" : ",") + letter + static_cast<char>('a' + static_cast<char>(square % size)) +
            std::to_string(square / size + 1);
  }
  const auto position = R::parse_position(std::to_string(men.size) + ' ' + sides[0] + ' ' + sides[1] + to_move);
  if (R::in_check(R::null_move(position))) return {};
  return position;
}

template <HasEndings R>
std::uint64_t verify_chess_table(const std::string& name, const TableSet& set, const Plan& plan) {
  const ChessMen men(name);
  Findings findings;
  const bool all = men.ways() <= max_ways_for_all;
  if (all) {
    const std::uint64_t ways_per_part = men.ways() / men.squares();
    check_each<R>(set, plan, findings, men.squares(), [&](std::uint64_t part, auto visit) {
      for (std::uint64_t way = part * ways_per_part; way < (part + 1) * ways_per_part; ++way)
        if (const auto position = chess_position<R>(men, way)) visit(*position);
    });
  }
  const bool has_legal_positions = !all || findings.checked() > 0;  // 2x2 boards have none
  Plan random_plan = plan;
  if (all) random_plan.random_positions = std::min(plan.random_positions, plan.games);
  if (has_legal_positions)
    check_random<R>(set, random_plan, findings, [&](std::mt19937_64& random) {
      while (true)
        if (const auto position = chess_position<R>(men, random() % men.ways())) return *position;
    });
  findings.report(name + (all ? ", all" : ", random"));
  return findings.faults();
}

template <std::size_t Words>
bool fits(int size) {
  return size <= reduced_chess::Rules<Words>::max_size;
}

std::uint64_t verify_chess(const TableSet& set, const Plan& plan) {
  std::uint64_t faults = 0;
  for (const auto& [code, table] : set.tables()) {
    const int size = ChessMen(table.about.name).size;
    const auto verify = fits<1>(size)   ? verify_chess_table<reduced_chess::Rules<1>>
                        : fits<2>(size) ? verify_chess_table<reduced_chess::Rules<2>>
                        : fits<4>(size) ? verify_chess_table<reduced_chess::Rules<4>>
                                        : verify_chess_table<reduced_chess::Rules<11>>;
    faults += verify(table.about.name, set, plan);
  }
  return faults;
}

int verify(const Flags& flags) {
  if (flags.words().size() != 1) throw std::invalid_argument("name one game");
  const std::string& game = flags.words().front();
  const Plan plan{flags.count<std::uint64_t>("random", 10'000'000), flags.count<std::uint64_t>("games", 10'000),
                  flags.count<std::uint64_t>("seed", 1, 0), flags.threads(std::thread::hardware_concurrency())};
  std::optional<std::uint64_t> faults;
  games::AllRules::visit(game, [&]<Rules R>() {
    if constexpr (HasEndings<R>) {
      const TableSet set(folder_of_tables(flags.text("dir", "")) / game, game, tables::plies_added<R>);
      if constexpr (draughts_family::HasMoverView<R>)
        faults = verify_draughts<R>(set, plan);
      else
        faults = verify_chess(set, plan);
    }
  });
  if (!faults) throw std::invalid_argument("there are no tables of '" + game + "'");
  return *faults == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("crown-verify", argc, argv, known_flags, usage + "\nGAME is " + games_with_endings(", ") + '\n',
                     verify);
}
