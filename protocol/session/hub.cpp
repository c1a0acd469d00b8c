#include "session/hub.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace crownd::session {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Takes the characters of `text` before the first of `ends`.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const auto part = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(part.size());
  return part;
}

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size())); }

std::string_view take_value(std::string_view& text) {
  if (text.empty() || text.front() != '"') return take_until(text, blanks);
  text.remove_prefix(1);
  const auto value = take_until(text, "\"");
  if (!text.empty()) text.remove_prefix(1);
  return value;
}

const std::pair<std::string, std::string>* find_argument(const HubLine& line, std::string_view name) {
  const auto found = std::find_if(line.arguments.begin(), line.arguments.end(),
                                  [&](const auto& argument) { return argument.first == name; });
  return found == line.arguments.end() ? nullptr : &*found;
}

// Scan's tt-size is the logarithm of the number of entries; with 16 bytes each, 16 is one megabyte.
constexpr int tt_size_of_one_megabyte = 16;
constexpr int max_seconds = 1'000'000;

// HUB scores are in men. Like Scan, a win or loss is 100 men less a hundredth for each ply to the end. Evaluations are
// limited to a smaller value, since clients take larger ones for a win.
constexpr double score_of_win = 100;
constexpr double max_evaluation = 80;
constexpr double centi = 100;
constexpr double milli = 1000;
constexpr double million = 1e6;

const std::vector<std::string> hub_commands{"hub",   "set-param", "init", "ping",       "new-game", "pos",
                                            "level", "go",        "stop", "ponder-hit", "quit"};
const std::vector<std::string> hub_parameters{"variant", "threads", "tt-size", "bb-size", "book", "position-order"};

std::string integer_parameter(const std::string& name, int value, int min, int max) {
  return "param name=" + name + " value=" + std::to_string(value) + " type=int min=" + std::to_string(min) +
         " max=" + std::to_string(max);
}

std::string hub_error(wire::ErrorCode code, std::string_view sentence) {
  if (code == wire::ErrorCode::busy) sentence = "a search without limit runs; send stop first, or ponder-hit";
  const auto message = std::string(wire::word(code)) + ": " + wire::printable(sentence);
  return hub_line({"error", {{"message", message}}});
}

/// A command that answers with lines of HUB.
Command answer(std::vector<std::string> lines) {
  return {Policy::read_only, [lines = std::move(lines)](SessionState&, Reply& reply) {
            for (const auto& line : lines) reply.line(line);
          }};
}

int max_tt_size(const Environment& environment) {
  const auto megabytes = static_cast<unsigned>(std::max<std::size_t>(environment.limits.max_hash_mb, 1));
  return tt_size_of_one_megabyte + static_cast<int>(std::bit_width(megabytes)) - 1;
}

int max_threads(const Environment& environment) { return std::max(environment.limits.max_threads, 1); }

[[noreturn]] void refuse(std::string_view name, std::string_view right, std::string_view value) {
  throw BadInput(Fault::bad_argument,
                 std::string(name) + " needs " + std::string(right) + ", not " + wire::quoted(value));
}

std::int64_t read_integer(std::string_view name, std::string_view text, std::int64_t min, std::int64_t max) {
  const auto number = wire::read_number(text);
  if (!number || *number < min || *number > max)
    refuse(name, "a whole number from " + std::to_string(min) + " to " + std::to_string(max), text);
  return *number;
}

template <class Number>
std::optional<Number> whole_number_in(const HubLine& line, std::string_view name) {
  if (!line.has(name)) return {};
  constexpr auto max = std::min<std::uint64_t>(std::numeric_limits<Number>::max(), INT64_MAX);
  return static_cast<Number>(read_integer(name, line.value(name), 1, static_cast<std::int64_t>(max)));
}

std::optional<std::chrono::milliseconds> seconds_in(const HubLine& line, std::string_view name) {
  if (!line.has(name)) return {};
  const std::string text(line.value(name));
  // Not std::from_chars, which clang's library has for whole numbers only; std::strtod takes more than numbers.
  const bool may_be_one = !text.empty() && text[0] != '+' && text.find_first_not_of("0123456789.eE+-") == text.npos;
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (!may_be_one || *end != 0 || !std::isfinite(seconds) || std::abs(seconds) > max_seconds)
    refuse(name, "seconds, such as 0.5", text);
  return std::chrono::milliseconds(std::llround(seconds * milli));
}

std::string fixed(double number, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

double score_in_men(const wire::Score& score) {
  if (!score.mate) return std::clamp(score.value / centi, -max_evaluation, max_evaluation);
  const int plies = score.value > 0 ? 2 * score.value - 1 : -2 * score.value;
  return score.value > 0 ? score_of_win - plies / centi : plies / centi - score_of_win;
}

/// The answer to a short command.
class HubDialect : public Dialect {
 public:
  [[nodiscard]] std::optional<std::string> ready() const override { return "pong"; }
  [[nodiscard]] std::optional<std::string> info(const wire::Info&) const override { return std::nullopt; }
  [[nodiscard]] std::optional<std::string> message(std::string_view) const override { return std::nullopt; }
  [[nodiscard]] std::optional<std::string> best_move(const wire::BestMove&) const override { return std::nullopt; }
  [[nodiscard]] std::vector<std::string> error(wire::ErrorCode code, std::string_view message,
                                               bool /*during_search*/) const override {
    return {hub_error(code, message)};
  }
};

/// The answer to a `go`: `info` lines, then one `done`, also if it is refused.
class HubSearchDialect final : public HubDialect {
 public:
  /// `board`: null if the `go` is refused before it has a position.
  explicit HubSearchDialect(std::shared_ptr<const HubBoard> board) : board_(std::move(board)) {}

  [[nodiscard]] std::optional<std::string> info(const wire::Info& info) const override;
  [[nodiscard]] std::optional<std::string> best_move(const wire::BestMove& best) const override;
  [[nodiscard]] std::vector<std::string> error(wire::ErrorCode code, std::string_view message,
                                               bool /*during_search*/) const override {
    return {hub_error(code, message), hub_line({"done", {{"move", "none"}}})};
  }

 private:
  std::shared_ptr<const HubBoard> board_;
};

std::optional<std::string> HubSearchDialect::info(const wire::Info& info) const {
  if (!info.score || info.multipv.value_or(1) != 1) return std::nullopt;
  HubLine line{"info", {}};
  const auto add = [&](const char* name, std::string value) { line.arguments.emplace_back(name, std::move(value)); };
  if (info.depth) add("depth", std::to_string(*info.depth));
  add("score", fixed(score_in_men(*info.score), 2));
  if (info.nodes) add("nodes", std::to_string(*info.nodes));
  if (info.time) add("time", fixed(static_cast<double>(*info.time) / milli, 3));
  if (info.nps) add("nps", fixed(static_cast<double>(*info.nps) / million, 3));
  if (!info.pv.empty()) add("pv", board_->to_hub(info.pv));
  return hub_line(line);
}

std::optional<std::string> HubSearchDialect::best_move(const wire::BestMove& best) const {
  HubLine line{"done", {}};
  std::vector<std::string> moves;
  if (best.move) moves.push_back(*best.move);
  if (best.ponder) moves.push_back(*best.ponder);
  const std::string text = board_->to_hub(moves);
  wire::Words words(text);
  line.arguments.emplace_back("move", words.empty() ? "none" : words.take());
  if (!words.empty()) line.arguments.emplace_back("ponder", words.take());
  return hub_line(line);
}

const std::shared_ptr<const Dialect> plain_answer = std::make_shared<HubDialect>();
const std::shared_ptr<const Dialect> refused_search = std::make_shared<HubSearchDialect>(nullptr);

constexpr std::size_t hub_squares = 32;
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
  if (text.size() != hub_squares + 1)
    throw BadInput(Fault::bad_position, "a position is W or B and a letter for each of the " +
                                            std::to_string(hub_squares) + " squares, not " +
                                            std::to_string(text.size()) + " letters");
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
    for (std::size_t number = 1; number <= hub_squares; ++number) {
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

bool HubLine::has(std::string_view name) const { return find_argument(*this, name) != nullptr; }

std::string_view HubLine::value(std::string_view name) const {
  const auto* const argument = find_argument(*this, name);
  return argument == nullptr ? std::string_view() : std::string_view(argument->second);
}

HubLine read_hub_line(std::string_view text) {
  HubLine line;
  skip_blanks(text);
  line.word = take_until(text, blanks);
  for (skip_blanks(text); !text.empty(); skip_blanks(text)) {
    const auto name = take_until(text, " \t\r\n=");
    std::string_view value;
    auto rest = text;
    skip_blanks(rest);  // the engine Scan allows spaces around the equals sign
    if (!rest.empty() && rest.front() == '=') {
      rest.remove_prefix(1);
      skip_blanks(rest);
      value = take_value(rest);
      text = rest;
    }
    line.arguments.emplace_back(name, value);
  }
  return line;
}

std::string hub_line(const HubLine& line) {
  std::string text = line.word;
  for (const auto& [name, value] : line.arguments) {
    std::string tame = value;
    std::replace(tame.begin(), tame.end(), '"', '\'');
    std::replace(tame.begin(), tame.end(), '=', ':');
    const bool quoted = tame.empty() || tame.find_first_of(blanks) != std::string::npos;
    text += " " + name + "=" + (quoted ? "\"" + tame + "\"" : tame);
  }
  return text;
}

bool HubBoard::can_play(const games::Entry& entry) {
  return entry.make()->squares().description.notation.starts_with("pdn ");
}

HubBoard::HubBoard(const games::Entry& entry, std::string_view position, std::string_view moves, HubOrder order)
    : entry_(entry), start_("startpos"), game_(entry.make()) {
  if (!position.empty()) {
    check_letters(position);
    const auto fen = pdn_fen(order == HubOrder::turned ? turned_text(std::string(position)) : std::string(position));
    game_->set_position(fen, {});
    start_ = game_->position_text();
  }
  wire::Words words(moves);
  for (auto move = words.take(); !move.empty(); move = words.take()) play(move);
  bytes_ = start_.capacity() + game_->bytes();
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

HubReader::HubReader(const Environment& environment)
    : environment_(environment), game_memory_(environment.memory_budget) {
  for (const auto& entry : environment.games)
    if (HubBoard::can_play(entry)) variants_.push_back(&entry);
  const auto named = find_game(environment.games, environment.first_game);
  const auto first = std::find_if(variants_.begin(), variants_.end(),
                                  [&](const auto* entry) { return named && entry == named->entry; });
  variant_ = first != variants_.end() ? *first : variants_.empty() ? nullptr : variants_.front();
}

std::optional<Command> HubReader::read(std::string_view text) {
  if (wire::Words(text).peek().starts_with('#')) return {};
  std::optional<Command> command;
  try {
    command = command_of(read_hub_line(text));
  } catch (const std::runtime_error& fault) {  // BadInput or LimitReached
    reject_position(text, fault.what());
    command = make_refusal(std::current_exception());
  }
  if (command && !command->dialect) command->dialect = dialect_for(text);
  return command;
}

const std::shared_ptr<const Dialect>& HubReader::dialect_for(std::string_view line) {
  return wire::Words(line).peek() == "go" ? refused_search : plain_answer;
}

void HubReader::reject_position(std::string_view line, std::string_view why) {
  if (wire::Words(line).peek() == "pos") refused_position_.set(why);
}

std::optional<Command> HubReader::command_of(const HubLine& line) {
  if (line.word.empty()) return {};
  if (variant_ == nullptr) throw BadInput(Fault::bad_argument, "none of the games here has a form in HUB");
  if (line.word == "hub") return answer(introduction());
  if (line.word == "set-param") return set_parameter(line);
  if (line.word == "init") return answer({"ready"});
  if (line.word == "ping") return make_is_ready();
  if (line.word == "new-game") return make_new_game();
  if (line.word == "go") return search_of(line);
  if (line.word == "stop") return make_signal(Policy::stop);
  if (line.word == "ponder-hit") return make_signal(Policy::ponderhit);
  if (line.word == "quit") return make_signal(Policy::quit);
  if (line.word == "pos") {
    set_position(line);
  } else if (line.word == "level") {
    set_level(line);
  } else {
    return make_refusal(wire::ErrorCode::unknown_command, wire::quoted(line.word) + " is no command of HUB; " +
                                                              wire::choice_of(line.word, "HUB has", hub_commands));
  }
  return {};
}

std::vector<std::string> HubReader::introduction() const {
  if (variant_ == nullptr)
    return {hub_error(wire::ErrorCode::bad_argument, "none of the games here has a form in HUB")};
  std::string names;
  for (const auto* entry : variants_) names += (names.empty() ? "" : " ") + std::string(entry->name);
  const int first_tt_size = std::min(tt_size_of_one_megabyte + 4, max_tt_size(environment_));
  return {
      hub_line({"id", {{"name", "crownd"}, {"version", environment_.version}, {"author", "the crownd authors"}}}),
      hub_line({"param",
                {{"name", "variant"}, {"value", std::string(variant_->name)}, {"type", "enum"}, {"values", names}}}),
      integer_parameter("threads", 1, 1, max_threads(environment_)),
      integer_parameter("tt-size", first_tt_size, tt_size_of_one_megabyte, max_tt_size(environment_)),
      integer_parameter("bb-size", tables::max_table_pieces, 0, tables::max_table_pieces),
      "param name=book value=false type=bool",
      std::string("param name=position-order value=") + (order_ == HubOrder::plain ? "plain" : "turned") +
          " type=enum values=\"plain turned\"",
      "wait"};
}

std::optional<Command> HubReader::set_parameter(const HubLine& line) {
  const auto name = line.value("name"), value = line.value("value");
  if (name == "threads")
    return make_set_option("Threads", std::to_string(read_integer(name, value, 1, max_threads(environment_))));
  if (name == "tt-size") {
    const auto size = read_integer(name, value, tt_size_of_one_megabyte, max_tt_size(environment_));
    return make_set_option("Hash", std::to_string(1 << (size - tt_size_of_one_megabyte)));
  }
  if (name == "bb-size")
    return make_set_option("TableProbeLimit", std::to_string(read_integer(name, value, 0, tables::max_table_pieces)));
  if (name == "book") {
    if (value != "true" && value != "false") refuse(name, "true or false", value);
    return make_set_option("OwnBook", std::string(value));
  }
  if (name == "variant") {
    const auto found =
        std::find_if(variants_.begin(), variants_.end(), [&](const auto* entry) { return entry->name == value; });
    if (found == variants_.end()) refuse(name, "one of the names that `hub` lists", value);
    if (*found != variant_) {
      board_.reset();
      game_memory_.set(0);
      refused_position_.clear();
    }
    variant_ = *found;
  } else if (name == "position-order") {
    if (value != "plain" && value != "turned") refuse(name, "plain or turned", value);
    order_ = value == "plain" ? HubOrder::plain : HubOrder::turned;
  } else {
    throw BadInput(Fault::bad_argument, wire::no_such("parameter", name, hub_parameters));
  }
  return {};
}

void HubReader::set_level(const HubLine& line) {
  using std::chrono::milliseconds;
  search::Limits level;
  level.depth = whole_number_in<int>(line, "depth");
  const auto moves = whole_number_in<int>(line, "moves");
  level.nodes = whole_number_in<std::uint64_t>(line, "nodes");
  if (const auto time = seconds_in(line, "move-time")) level.movetime = std::max(*time, milliseconds(0));
  const auto time = seconds_in(line, "time");
  const auto increment = std::max(seconds_in(line, "inc").value_or(milliseconds(0)), milliseconds(0));
  if (time) {
    // HUB's increment comes before each move. The other side's clock is unknown, and has no effect.
    level.clock.fill(search::ClockTime{std::max(*time + increment, milliseconds(0)), increment});
    level.moves_to_go = moves;
  }
  if (line.has("infinite")) level = {};
  level.infinite = line.has("infinite");
  level_ = level;
}

void HubReader::set_position(const HubLine& line) {
  const auto position = line.value("pos"), moves = line.value("moves");
  if (position.empty()) throw BadInput(Fault::bad_argument, "pos needs the argument pos with a letter for each square");
  check_plies(environment_.limits, wire::moves_in(moves).size());
  board_ = std::make_shared<const HubBoard>(*variant_, position, moves, order_);
  game_memory_.set(board_->bytes());
  refused_position_.clear();
}

Command HubReader::search_of(const HubLine& line) const {
  const bool analyze = line.has("analyze"), ponder = line.has("ponder");
  if (!analyze && !ponder && !line.has("think"))
    throw BadInput(Fault::bad_argument, "go needs think, ponder or analyze");
  refused_position_.check("pos");
  Go go{level_, {}, analyze};
  if (analyze) {
    go.limits.clock = {};
    go.limits.moves_to_go.reset();
  }
  if (!go.limited() && !go.limits.infinite && !analyze)
    throw BadInput(Fault::bad_argument, "go needs a level before it, with a depth or a move-time for example");
  go.limits.ponder = ponder;
  const auto board = board_ ? board_ : std::make_shared<const HubBoard>(*variant_, "", "", order_);
  auto command = make_search(std::move(go), [board](CurrentGame& game) {
    game.set_position(NamedGame{&board->entry(), nullptr}, board->start(), board->moves());
  });
  command.dialect = std::make_shared<HubSearchDialect>(board);
  command.extra_bytes += board->bytes();
  return command;
}

}  // namespace crownd::session
