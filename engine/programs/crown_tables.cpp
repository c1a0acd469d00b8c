#include "games/all_rules.hpp"
#include "platform/system.hpp"
#include "training/flags.hpp"
#include "training/table_maker.hpp"
#include "training/table_set.hpp"
#include "version/version.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace {

using namespace crownd;
using namespace crownd::training;
namespace fs = std::filesystem;

const std::string usage =
    "Makes endgame tables as files, where crownd finds them. After an interruption run it again to continue.\n"
    "Usage: crown-tables GAME [OPTIONS]\n"
    "       crown-tables plan GAME [OPTIONS]\n"
    "       crown-tables statistics GAME [OPTIONS]\n"
    "\n"
    "Positionals:\n"
    "  GAME TEXT:{" +
    games_with_endings(",") +
    "}\n"
    "                              the game of the endings\n"
    "\n"
    "Options:\n"
    "  --help                      print this and exit\n"
    "  --version                   print this program's version, commit, instruction set and libraries, and exit\n"
    "  --pieces N=4                positions of up to N pieces; statistics: by default all\n"
    "  --board N                   reduced-chess: on boards of N x N only, else all sizes from 3 to 12\n"
    "  --wdl-from N=6              tables of N pieces or more only say who wins\n"
    "  --only NAME                 only the table of that name; the tables that it needs must exist\n"
    "  --each-table yes|no:{yes,no}=no\n"
    "                              statistics: of each table, not only of each number of pieces\n"
    "  --dir DIR                   the folder for crownd --tables DIR; by default the user's data folder\n"
    "  --threads N                 by default one for each core\n"
    "  --memory N                  MB at most; by default half of the memory\n"
    "\n"
    "Subcommands:\n"
    "  plan                        print the level and the name of each table: a table needs only those of lower "
    "levels\n"
    "  statistics                  print statistics of the tables of a draughts game in Markdown\n";

const std::string known_flags[] = {"pieces", "board", "wdl-from", "only", "each-table", "dir", "threads", "memory"};

std::atomic<bool> interrupted{false};

/// "35 s", "12 min", "3.2 h"
std::string text_of(double seconds) {
  constexpr double minute = 60, hour = 3600;
  std::ostringstream text;
  text << std::fixed << std::setprecision(seconds < 10 || seconds >= 2 * hour ? 1 : 0);
  if (seconds < 2 * minute)
    text << seconds << " s";
  else if (seconds < 2 * hour)
    text << seconds / minute << " min";
  else
    text << seconds / hour << " h";
  return text.str();
}

/// Reports progress by the places of finished tables.
class Progress {
 public:
  Progress(std::size_t tables, std::uint64_t places) : tables_(tables), places_left_(places) {}

  void show(const TableProgress& news) {
    if (news.bytes == 0) {
      begun_ = Clock::now();
      std::cout << "[" << ++number_ << "/" << tables_ << "] " << news.name << ": " << news.places << " positions"
                << time_left() << std::flush;
      return;
    }
    places_left_ -= news.places;
    if (news.existed) {
      std::cout << "[" << ++number_ << "/" << tables_ << "] " << news.name << ": exists" << std::endl;
      return;
    }
    const std::chrono::duration<double> seconds = Clock::now() - begun_;
    seconds_ += seconds.count();
    places_done_ += news.places;
    std::cout << "; done in " << text_of(seconds.count()) << ", " << news.bytes << " bytes ("
              << news.bytes * 100 / news.places << " % of the plain size)" << std::endl;
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::string time_left() const {
    if (places_done_ == 0) return "";
    const double left = seconds_ / static_cast<double>(places_done_) * static_cast<double>(places_left_);
    return ", " + text_of(left) + " left for all";
  }

  std::size_t tables_;
  std::size_t number_ = 0;
  std::uint64_t places_left_;
  std::uint64_t places_done_ = 0;
  double seconds_ = 0;
  Clock::time_point begun_;
};

/// The words that may come before the game.
const std::string plan_word = "plan", statistics_word = "statistics";

template <HasEndings R>
void make_tables(const std::vector<std::uint64_t>& wanted, const Flags& flags, const TableOrder& order) {
  auto codes = TableMaker<R>::in_order(wanted);
  if (flags.words().front() == plan_word) return write_plan<R>(codes, std::cout);
  if (const auto only = flags.text("only", ""); !only.empty()) codes = {table_named<R>(codes, only)};
  fs::create_directories(order.folder);
  std::uint64_t places = 0;
  for (const std::uint64_t code : codes) places += typename R::Ending(code).table_places();
  Progress progress(codes.size(), places);
  TableMaker<R> maker(order, [&](const TableProgress& news) { progress.show(news); });
  for (const std::uint64_t code : codes) {
    maker.make(code);
    if (order.stop) return;
  }
}

template <HasEndings R>
void make_draughts(const Flags& flags, int pieces, const TableOrder& order) {
  const bool each_table = flags.choice("each-table", {"no", "yes"}) == "yes";
  if (flags.words().front() == statistics_word)
    return write_statistics<R>(TableSet(order.folder, std::string(R::name), tables::plies_added<R>),
                               flags.count<int>("pieces", R::max_ending_pieces), each_table, std::cout);
  if (!flags.text("board", "").empty()) throw std::invalid_argument("--board is for reduced-chess");
  if (pieces > R::max_ending_pieces)
    throw std::invalid_argument("--pieces may be at most " + std::to_string(R::max_ending_pieces));
  std::vector<std::uint64_t> codes;
  for (int count = 2; count <= pieces; ++count)
    for (const std::uint64_t code : draughts_family::slices_of(count)) codes.push_back(code);
  make_tables<R>(codes, flags, order);
}

/// The endings of that many men on a board of this size, except those without a possible mate.
std::vector<std::uint64_t> chess_endings_of(int size, int men) {
  using namespace reduced_chess;
  const int others = men - 2;
  std::vector<std::uint64_t> codes;
  // The first army is the stronger one: it has at least half of the men, and of equal numbers no fewer rooks.
  for (int first = others; 2 * first >= others; --first)
    for (int rooks = first; rooks >= 0; --rooks)
      for (int enemy_rooks = others - first; enemy_rooks >= 0; --enemy_rooks) {
        if (2 * first == others && enemy_rooks > rooks) continue;
        std::vector<Man> pieces{{0, Kind::king, {}}, {1, Kind::king, {}}};
        for (int i = 0; i < first; ++i) pieces.push_back({0, i < rooks ? Kind::rook : Kind::bishop, {}});
        for (int i = 0; i < others - first; ++i) pieces.push_back({1, i < enemy_rooks ? Kind::rook : Kind::bishop, {}});
        if (const auto code = Ending::spot_of(size, pieces, 0).ending; code != 0) codes.push_back(code);
      }
  return codes;
}

/// The kings always attack each other on a board of 2 x 2, so it has no endings.
constexpr int smallest_board = 3;

/// With `board` 0 on all boards with tables.
std::vector<std::uint64_t> chess_endings(int pieces, int board) {
  constexpr int smallest = smallest_board, largest = 12;
  std::vector<std::uint64_t> codes;
  for (int size = board == 0 ? smallest : board; size <= (board == 0 ? largest : board); ++size)
    for (int men = 3; men <= pieces; ++men)
      for (const std::uint64_t code : chess_endings_of(size, men)) codes.push_back(code);
  return codes;
}

void make_chess(const Flags& flags, int pieces, const TableOrder& order) {
  using R = reduced_chess::Rules<1>;
  if (flags.words().front() == statistics_word) throw std::invalid_argument("statistics are of draughts games");
  constexpr int largest = 26;
  const int board = flags.count<int>("board", 0, 0);
  if (board != 0 && (board < smallest_board || board > largest))
    throw std::invalid_argument("--board must be from 3 to 26");
  if (pieces > R::max_ending_pieces)
    throw std::invalid_argument("--pieces may be at most " + std::to_string(R::max_ending_pieces));
  make_tables<R>(chess_endings(pieces, board), flags, order);
}

/// Draughts games have one table for each material, chess one for each material and board size.
template <HasEndings R>
void make_game(const Flags& flags, int pieces, const TableOrder& order) {
  if constexpr (draughts_family::HasMoverView<R>)
    make_draughts<R>(flags, pieces, order);
  else
    make_chess(flags, pieces, order);
}

void make_tables(const Flags& flags) {
  const auto& words = flags.words();
  const bool has_word = words.size() == 2 && (words[0] == plan_word || words[0] == statistics_word);
  if (words.size() != 1 && !has_word) throw std::invalid_argument("name one game");
  const std::string& game = words.back();
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  const TableOrder order{
      folder_of_tables(flags.text("dir", "")) / game,
      static_cast<int>(flags.threads(std::thread::hardware_concurrency())),
      flags.count<std::uint32_t>("memory", static_cast<std::uint32_t>(platform::memory_bytes() / 2 / megabyte)) *
          megabyte,
      flags.count<int>("wdl-from", 6), interrupted};
  const int pieces = flags.count<int>("pieces", 4, 2);
  bool found = false;
  games::AllRules::visit(game, [&]<Rules R>() {
    if constexpr (HasEndings<R>) {
      found = true;
      make_game<R>(flags, pieces, order);
    }
  });
  if (!found) throw std::invalid_argument("there are no tables of '" + game + "'");
}

}  // namespace

int main(int argc, char** argv) {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = true; });
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::cout << crownd::version::text("crown-tables") << '\n';
    return 0;
  }
  return run_program("crown-tables", argc, argv, known_flags, usage, [](const Flags& flags) {
    constexpr int interrupted_status = 130;
    try {
      make_tables(flags);
    } catch (const std::runtime_error&) {
      std::cout << std::endl;  // ends the line of progress
      throw;
    }
    if (!interrupted) return 0;
    std::cout << "\ninterrupted; run it again to continue" << std::endl;
    return interrupted_status;
  });
}
