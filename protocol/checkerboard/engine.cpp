#include "checkerboard/api.hpp"
#include "core/bad_input.hpp"
#include "games/catalogue.hpp"
#include "games/english/rules.hpp"
#include "network/accumulate.hpp"
#include "session/data_files.hpp"
#include "tables/table_file.hpp"
#include "version/version.hpp"
#include "wire/words.hpp"

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <future>
#include <system_error>
#include <thread>

namespace crownd::checkerboard {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using wire::Words;
using Game = std::unique_ptr<play::AnyGame>;

/// The size of the cache for uncompressed blocks of endgame tables.
constexpr std::size_t max_table_bytes = std::size_t{64} << 20;
/// CheckerBoard declares a draw after so many plies with neither a capture nor a man's move.
constexpr int fifty_move_plies = 79;
/// About 115 days; CheckerBoard's infinite level is longer.
constexpr double max_seconds = 10'000'000;
/// A search for an average time is planned as the first of so many moves, and takes at most a multiple of that time.
constexpr int planned_moves = 10;
constexpr int max_average_factor = 2;

constexpr std::size_t squares = 32;
/// The pieces by the number of their square; 0 is no square.
using Pieces = std::array<int, squares + 1>;

/// The square of that name.
std::size_t number_of(const std::string& name) { return static_cast<std::size_t>(wire::read_number(name).value_or(0)); }

constexpr Place place_of(std::size_t number) {
  constexpr int squares_per_row = 4;
  const int place = static_cast<int>(number) - 1;
  const int y = place / squares_per_row;
  return {2 * (squares_per_row - 1 - place % squares_per_row) + y % 2, y};
}

bool is_piece(int content) {
  return content == (white | man) || content == (white | king) || content == (black | man) || content == (black | king);
}

int piece_of(char letter, const Description& about) {
  const auto look = std::ranges::find(about.pieces, letter, &PieceInfo::letter);
  const bool light = about.sides[static_cast<std::size_t>(index_of(look->side))].light;
  return (light ? white : black) | (look->kind == "king" ? king : man);
}

/// The squares of one colour in PDN FEN.
std::string squares_of(const Pieces& pieces, int color) {
  std::string text;
  for (std::size_t number = 1; number <= squares; ++number)
    if ((pieces[number] & color) != 0)
      text += (text.empty() ? "" : ",") + std::string((pieces[number] & king) != 0 ? "K" : "") + std::to_string(number);
  return text;
}

/// Throws BadInput for an invalid piece, and for a piece on a light square.
Pieces read(const int (*board)[rows]) {
  Pieces pieces{};
  for (std::size_t number = 1; number <= squares; ++number) {
    const auto [x, y] = place_of(number);
    const int content = pieces[number] = board[x][y];
    if (content != 0 && !is_piece(content))
      throw bad_position("square " + std::to_string(number) + " holds " + std::to_string(content) +
                         ", which is no piece: men are 5 (white) and 6, kings 9 and 10");
  }
  const auto empty_cells = std::count(board[0], board[0] + columns * rows, 0);
  const auto empty_squares = std::count(pieces.begin() + 1, pieces.end(), 0);
  if (empty_cells != empty_squares + columns * rows / 2) throw bad_position("there is a piece on a light square");
  return pieces;
}

void write(const Pieces& pieces, Board board) {
  for (std::size_t number = 1; number <= squares; ++number) {
    const auto [x, y] = place_of(number);
    board[x][y] = pieces[number];
  }
}

/// As PDN FEN; throws BadInput if `color` is neither white nor black.
std::string fen_of(const Pieces& pieces, int color) {
  if (color != white && color != black)
    throw bad_position("the side to move is 1 (white) or 2 (black), not " + std::to_string(color));
  return std::string(color == white ? "W" : "B") + ":W" + squares_of(pieces, white) + ":B" + squares_of(pieces, black);
}

Pieces pieces_of(const play::Squares& drawn) {
  Pieces pieces{};
  for (const auto& row : drawn.board.cells)
    for (const BoardCell& cell : row)
      if (cell.piece != 0) pieces[number_of(cell.name)] = piece_of(cell.piece, drawn.description);
  return pieces;
}

/// The move along `path` from the position `before` to `after`.
Move move_of(const MovePath& path, const Pieces& before, const Pieces& after) {
  const auto from = number_of(path.squares.front()), to = number_of(path.squares.back());
  Move move{};
  move.piece_before = before[from];
  move.piece_after = after[to];
  move.from = place_of(from);
  move.to = place_of(to);
  // No piece can take more than nine on this board.
  move.jumps = std::min(static_cast<int>(path.takes.size()), Move::max_jumps - 1);
  for (std::size_t jump = 0; jump < static_cast<std::size_t>(move.jumps); ++jump) {
    const auto taken = number_of(path.takes[jump]);
    move.landings[jump + 1] = place_of(number_of(path.squares[jump + 1]));
    move.taken[jump] = place_of(taken);
    move.taken_pieces[jump] = before[taken];
  }
  return move;
}

/// A setting, in the order of the file. A number has a range, a text has none.
struct Setting {
  std::string_view name;
  std::string_view preset;
  int min = 0;
  int max = 0;
};
constexpr Setting known_settings[] = {
    {"hashsize", "64", 1, 65'536}, {"searchthreads", "1", 1, 64}, {"book", "3", 0, 3}, {"dbpath", ""}, {"bookfile", ""},
};

fs::path file_beside(fs::path library) { return library.replace_extension(".ini"); }

/// Empty if the system has no folder for the user's settings.
fs::path file_of_user(const fs::path& library) {
  const auto folder = settings_folder();
  return folder.empty() ? folder : folder / file_beside(library).filename();
}

bool file_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// The settings of a user, under CheckerBoard's names.
class Settings {
 public:
  /// Defaults, or the saved settings. Their file has the name of the library, so that a copy under another name has its
  /// own settings. It is beside the library or, if the user may not write there, in the folder for the user's settings.
  explicit Settings(const fs::path& library) {
    for (const auto& setting : known_settings) values_.emplace(setting.name, setting.preset);
    const auto own = file_of_user(library);
    std::ifstream file(file_exists(own) ? own : file_beside(library), std::ios::binary);
    for (std::string line; std::getline(file, line);) try {
        Words words(line);
        const auto name = words.take();
        change(name, words.take_rest());
      } catch (const BadInput&) {
        continue;
      }
  }

  /// Nothing if there is no setting of that name.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] std::string text(std::string_view name) const { return find(name).value_or(""); }
  [[nodiscard]] int number(std::string_view name) const { return std::stoi(text(name)); }

  /// False if there is no setting of that name. Throws BadInput for an invalid value.
  bool change(std::string_view name, std::string_view value) {
    for (const auto& setting : known_settings) {
      if (setting.name != name) continue;
      const auto wanted = wire::read_number(value);
      if (setting.max > 0 && (!wanted || *wanted < setting.min || *wanted > setting.max))
        throw BadInput(Fault::bad_argument, std::string(name) + " needs a whole number from " +
                                                std::to_string(setting.min) + " to " + std::to_string(setting.max) +
                                                ", not " + wire::quoted(value));
      values_[std::string(name)] = setting.max > 0 ? std::to_string(*wanted) : std::string(value);
      return true;
    }
    return false;
  }

  /// False on failure.
  [[nodiscard]] bool save(const fs::path& library) const {
    std::string lines;
    for (const auto& setting : known_settings)
      lines += std::string(setting.name) + ' ' + values_.find(setting.name)->second + '\n';
    const auto write_to = [&](const fs::path& path) {
      std::ofstream file(path, std::ios::binary | std::ios::trunc);
      file << lines;
      return file.flush().good();
    };
    const auto own = file_of_user(library);
    return (!file_exists(own) && write_to(file_beside(library))) || (!own.empty() && write_to(own));
  }

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

Game make_game() { return play::make_game<english::Rules>(); }

/// The only game that CheckerBoard plays.
constexpr games::Entry game{english::Rules::name, english::Rules::title, make_game, {}};

/// The settings and the data that they name.
struct Config {
  Settings settings;
  std::string start{};               ///< of the last `set gamehist`, as PDN FEN; empty: none
  std::vector<std::string> moves{};  ///< from there
  std::shared_ptr<const tables::FileTables> tables{};
  std::shared_ptr<session::SessionBook> book{};  ///< used by searches only
};

/// The arguments of `getmove` for its search.
struct Request {
  search::Limits limits;
  bool new_game = false;
  std::function<bool()> stopped;                 ///< called by the searching thread, about every millisecond
  std::function<void(const std::string&)> show;  ///< writes a line for the user
};

/// How much worse than the best a move of the book may be, in centipawns, by the setting `book`.
constexpr std::array variety{0, 50, 10, 0};

/// None if the position is not in the book.
std::optional<std::string> book_move(const Config& config, const play::AnyGame& position) {
  if (!config.book) return std::nullopt;
  const int use = config.settings.number("book");
  config.book->plays = use != 0;
  config.book->variety = variety.at(static_cast<std::size_t>(use));
  const auto chosen = config.book->choose(position);
  return chosen ? std::optional(chosen->move) : std::nullopt;
}

std::string line_of(const play::Info& info) {
  const double seconds = std::chrono::duration<double>(info.time).count();
  const double thousands = static_cast<double>(info.nodes) / std::max(seconds, 0.001) / 1000;
  const auto score = info.score;
  char text[128];
  if (score.is_win() || score.is_loss()) {
    std::snprintf(text, sizeof text, "depth %d/%d, %s in %d, %.1f s, %.0f kN/s,", info.depth, info.seldepth,
                  score.is_win() ? "wins" : "loses", std::abs(score.moves_to_end()), seconds, thousands);
  } else {
    std::snprintf(text, sizeof text, "depth %d/%d, value %+.2f, %.1f s, %.0f kN/s,", info.depth, info.seldepth,
                  score.raw() / double{man_value}, seconds, thousands);
  }
  std::string line = text;
  for (const auto& move : info.pv) line += ' ' + move;
  return line;
}

milliseconds in_milliseconds(double seconds) {
  const double planned = seconds > 0 ? std::min(seconds, max_seconds) : 0;  // 0 for NaN
  return std::max(milliseconds(1), milliseconds(static_cast<std::int64_t>(planned * 1000)));
}

/// `maxtime` is in seconds.
search::Limits limits_of(double maxtime, int info, int more_info) {
  search::Limits limits;
  if (const int unit = (info >> clock_unit_shift) & clock_unit_mask; unit != 0) {
    constexpr std::array<std::uint32_t, clock_unit_mask + 1> milliseconds_per_unit{0, 1, 10, 100};
    const auto time = [&](std::uint32_t count) {
      return milliseconds(count * milliseconds_per_unit[static_cast<std::size_t>(unit)]);
    };
    const auto packed = static_cast<std::uint32_t>(more_info);
    limits.clock.fill(search::ClockTime{time(packed >> 16), time(packed & 0xFFFF)});
    return limits;
  }
  const auto planned = in_milliseconds(maxtime);
  limits.movetime = planned;
  if ((info & exact_time_bit) != 0) return limits;
  limits.clock.fill(search::ClockTime{planned * planned_moves, milliseconds(0)});
  limits.moves_to_go = planned_moves;
  limits.movetime = planned * max_average_factor;
  return limits;
}

/// Plays a move in the game, and returns its description.
Move play_path(play::AnyGame& position, const std::string& move, const MovePath& path, const Pieces& before) {
  position.play(std::span(&move, 1));
  return move_of(path, before, pieces_of(position.squares()));
}

void copy_text(const std::string& text, char* to) {
  if (to != nullptr) to[from_utf8(text).copy(to, max_reply_bytes)] = '\0';
}

/// Calls `work`; if it throws, shows why.
template <class Work>
void guarded(char* text, const Work& work) {
  try {
    work();
  } catch (const std::exception& fault) {
    copy_text(fault.what(), text);
  }
}

/// The engine of one library. Thread-safe: a second search waits for the first. Commands never wait for a search, as
/// they would block the window; they take effect with the next search.
class LibraryEngine final : public Engine {
 public:
  explicit LibraryEngine(fs::path library)
      : library_(std::move(library)),
        table_files_(max_table_bytes, {[](std::size_t) { return true; }, [](std::size_t) {}}),
        config_{Settings(library_)} {
    // A missing folder or file may be there next time, so the settings stay.
    guarded(nullptr, [&] { config_.tables = open_tables(config_.settings.text("dbpath")); });
    guarded(nullptr, [&] { config_.book = open_book(config_.settings.text("bookfile")); });
  }

  int getmove(Board board, int color, double maxtime, char* text, int* playnow, int info, int more_info,
              Move* move) override {
    auto verdict = Verdict::unknown;
    const Request request{limits_of(maxtime, info, more_info), (info & new_game_bit) != 0,
                          [&] { return playnow != nullptr && std::atomic_ref(*playnow).load() != 0; },
                          [&](const std::string& line) { copy_text(line, text); }};
    guarded(text, [&] {
      if (board != nullptr) verdict = play(board, color, request, move);
    });
    return static_cast<int>(verdict);
  }

  int enginecommand(const char* command, char* reply) override {
    bool known = false;
    guarded(reply, [&] {
      std::string answer;
      known = perform(to_utf8(command == nullptr ? "" : command), answer);
      copy_text(answer, reply);
    });
    return known ? 1 : 0;
  }

  /// Returns the first of several ways.
  int islegal(Board board, int color, int from, int to, Move* move) override {
    bool legal = false;
    guarded(nullptr, [&] {
      if (board == nullptr) return;
      const auto pieces = read(board);
      const auto position = make_game();
      position->set_position(fen_of(pieces, color), {});
      for (const auto& [text, paths] : position->move_paths())
        for (const auto& path : paths)
          if (std::cmp_equal(number_of(path.squares.front()), from) &&
              std::cmp_equal(number_of(path.squares.back()), to)) {
            const auto found = play_path(*position, text, path, pieces);
            if (move != nullptr) *move = found;
            legal = true;
            return;
          }
    });
    return legal ? 1 : 0;
  }

 private:
  /// Chooses and plays a move on the board; sets `move` unless it is null. Throws BadInput, and then changes nothing.
  Verdict play(Board board, int color, const Request& request, Move* move) {
    const std::lock_guard lock(searches_);
    const auto config = [&] {
      const std::lock_guard with_commands(commands_);
      return config_;
    }();
    const auto pieces = read(board);
    set_position(fen_of(pieces, color), request.new_game, config);
    play::Settings settings;
    settings.threads = config.settings.number("searchthreads");
    settings.fifty_move_plies = fifty_move_plies;
    settings.tables = config.tables;
    game_->configure(settings);
    const int hash = config.settings.number("hashsize");
    if (std::exchange(hash_megabytes_, hash) != hash)
      game_->share_memory(std::make_shared<search::Memory>(static_cast<std::size_t>(hash) << 20));

    if (const auto status = game_->status(); status.result.over()) {
      request.show(sentence_of(status.result, game_->squares().description));
      return Verdict::loss;
    }
    Verdict verdict = Verdict::unknown;
    std::string line = "a move of the opening book";
    auto chosen = book_move(config, *game_);
    if (!chosen) {
      chosen = search(request, verdict, line);
      search::Control control;
      const auto known = config.tables ? game_->probe(control) : std::nullopt;
      if (known && known->position == Score::draw()) verdict = Verdict::draw;
    }
    for (const auto& [text, paths] : game_->move_paths()) {
      if (text != *chosen) continue;
      const auto played = play_path(*game_, text, paths.front(), pieces);
      write(pieces_of(game_->squares()), board);
      if (move != nullptr) *move = played;
      break;
    }
    request.show(line);
    return verdict;
  }

  /// Repetitions count only if the moves before the position are known.
  void set_position(const std::string& fen, bool new_game, const Config& config) {
    const auto other = make_game();
    other->set_position(fen, {});
    const auto wanted = other->position_text();
    if (new_game) game_->clear_memory();
    if (!config.start.empty()) {
      other->set_position(config.start, config.moves);
      if (other->position_text() == wanted) return game_->set_position(config.start, config.moves);
    }
    if (new_game || !follow_to(wanted)) game_->set_position(fen, {});
  }

  /// Plays the opponent's move if one leads to the position: callers from before 2021 do not send the moves.
  [[nodiscard]] bool follow_to(const std::string& position) {
    for (const auto& move : game_->legal_moves()) {
      game_->play(std::span(&move, 1));
      if (game_->position_text() == position) return true;
      game_->undo(1);
    }
    return false;
  }

  /// Searches in a thread of its own, which has ended on return: a library that is unloaded must leave neither threads
  /// nor their thread-local data behind.
  [[nodiscard]] std::string search(const Request& request, Verdict& verdict, std::string& line) {
    search::Control control;
    // Polled by the search, since timers of Windows may be 16 ms late.
    control.on_progress = [&](std::uint64_t) {
      if (request.stopped()) control.stop();
    };
    const auto on_info = [&](const play::Info& info) {
      if (!info.has_score || info.bound != play::Bound::exact) return;
      line = line_of(info);
      request.show(line);
      verdict = info.score.is_win() ? Verdict::win : info.score.is_loss() ? Verdict::loss : Verdict::unknown;
    };
    line.clear();
    auto best = std::async(std::launch::async, [&] { return game_->search(request.limits, {}, control, on_info); });
    return *best.get().move;
  }

  /// Performs a command. False if it is unknown or refused.
  [[nodiscard]] bool perform(std::string_view text, std::string& reply) {
    const std::lock_guard lock(commands_);
    Words words(text);
    const auto verb = words.take();
    reply = "?";
    try {
      if (verb == "get") {
        const auto name = words.take();
        return words.empty() && get(name, reply);
      }
      if (verb == "set") {
        const auto name = words.take();
        return set(name, words.take_rest(), reply);
      }
      if (verb == "staticevaluation") {
        const auto position = make_game();
        position->set_position(words.take_rest(), {});
        reply = "static evaluation " + std::to_string(position->evaluate().score.raw()) +
                " hundredths of a man for the side to move";
        return true;
      }
      if (!words.empty()) return false;
      const auto name = "crownd " + std::string(version::number());
      if (verb == "name") reply = name;
      if (verb == "about")
        reply = name + "\n" + std::string(game.title) + "\nInstruction set: " + network::instructions() +
                "\n\nEndgame tables: the folder dbpath. Opening book: the file bookfile.\nHelp says more.";
      // CheckerBoard shows the file of that name in its folder of engines.
      if (verb == "help") reply = fs::path(library_).replace_extension(".htm").filename().string();
      return reply != "?";
    } catch (const BadInput& fault) {
      reply = fault.what();
      return false;
    }
  }

  [[nodiscard]] bool get(std::string_view name, std::string& reply) {
    if (name == "gametype") reply = std::to_string(game_type);
    if (name == "protocolversion") reply = std::to_string(protocol_version);
    if (name == "cpus") reply = std::to_string(std::max(1U, std::thread::hardware_concurrency()));
    reply = config_.settings.find(name).value_or(reply);
    return reply != "?";
  }

  [[nodiscard]] bool set(std::string_view name, std::string_view value, std::string& reply) {
    if (name == "gamehist") {
      Words words(value);
      const std::string start(words.take());
      auto moves = words.take_until({});
      make_game()->set_position(start, moves);
      config_.start = start;
      config_.moves = std::move(moves);
      reply = "the moves before the position are known";
      return true;
    }
    Config next = config_;
    if (!next.settings.change(name, value)) return false;
    if (name == "dbpath") next.tables = open_tables(next.settings.text(name));
    if (name == "bookfile") next.book = open_book(next.settings.text(name));
    config_ = std::move(next);
    reply = std::string(name) + " is " + config_.settings.text(name);
    if (name == "dbpath" && !value.empty())
      reply += config_.tables
                   ? ", with endgame tables up to " + std::to_string(config_.tables->max_pieces()) + " pieces"
                   : ", which has no endgame tables of this game";
    if (!config_.settings.save(library_))
      reply += "; it is lost when the program ends, because no settings file can be written";
    return true;
  }

  /// Null for an empty name, or if there are no tables; throws BadInput if there is no such folder.
  [[nodiscard]] std::shared_ptr<const tables::FileTables> open_tables(const std::string& folder) {
    return folder.empty() ? nullptr : table_files_.load({folder}, {&game, 1}).of(game.name);
  }
  /// The file `name`, relative to the library; if empty, the game's book there or null. Throws BadInput.
  [[nodiscard]] std::shared_ptr<session::SessionBook> open_book(const std::string& name) {
    const auto path = library_.parent_path() / (name.empty() ? std::string(game.name) + ".cbk" : name);
    if (name.empty() && !file_exists(path)) return nullptr;
    auto book = std::make_shared<session::SessionBook>(std::span(&game, 1), nullptr);
    (void)book->open(path.string());
    return book;
  }

  const fs::path library_;
  session::TableFiles table_files_;
  std::mutex commands_;  ///< guards config_
  Config config_;
  std::mutex searches_;  ///< guards the following
  Game game_ = make_game();
  int hash_megabytes_ = 0;  ///< the size of the hash table; 0: not set yet
};

}  // namespace

Engine* make_engine(const fs::path::value_type* library) {
  try {
    return new LibraryEngine(library);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace crownd::checkerboard
