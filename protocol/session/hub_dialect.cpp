#include "session/hub_dialect.hpp"

#include "session/convert.hpp"
#include "session/current_game.hpp"
#include "session/limit_reached.hpp"
#include "wire/nearest.hpp"
#include "wire/reply_reader.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

namespace crownd::session {

namespace {

// Scan's tt-size is the logarithm of the number of entries; with 16 bytes each, 16 is one megabyte.
constexpr int tt_size_of_one_megabyte = 16;
constexpr int most_seconds = 1'000'000;

// HUB scores are in men. A win or loss is given with its distance as Scan does: 100 men less a hundredth for each ply.
// Evaluations stay below what clients read as such a score.
constexpr double score_of_win = 100;
constexpr double largest_evaluation = 80;
constexpr double centi = 100;
constexpr double milli = 1000;
constexpr double million = 1e6;

const std::vector<std::string> hub_commands{"hub",   "set-param", "init", "ping",       "new-game", "pos",
                                            "level", "go",        "stop", "ponder-hit", "quit"};
const std::vector<std::string> hub_parameters{"variant", "threads", "tt-size", "bb-size", "book", "position-order"};

wire::HubLine parameter(std::string name, std::string value, std::string type) {
  return {"param", {{"name", std::move(name)}, {"value", std::move(value)}, {"type", std::move(type)}}};
}

std::string integer_parameter(std::string name, int value, int min, int max) {
  auto line = parameter(std::move(name), std::to_string(value), "int");
  line.arguments.emplace_back("min", std::to_string(min));
  line.arguments.emplace_back("max", std::to_string(max));
  return wire::hub_line(line);
}

std::string choice_parameter(std::string name, std::string value, std::string values) {
  auto line = parameter(std::move(name), std::move(value), "enum");
  line.arguments.emplace_back("values", std::move(values));
  return wire::hub_line(line);
}

std::string hub_error(wire::ErrorCode code, std::string_view sentence) {
  if (code == wire::ErrorCode::busy) sentence = "a search without limit runs; send stop first, or ponder-hit";
  const auto message = std::string(wire::word(code)) + ": " + wire::printable(sentence);
  return wire::hub_line({"error", {{"message", message}}});
}

int largest_tt_size(const Environment& environment) {
  const auto megabytes = static_cast<unsigned>(std::max<std::size_t>(environment.limits.max_hash_mb, 1));
  return tt_size_of_one_megabyte + static_cast<int>(std::bit_width(megabytes)) - 1;
}

int most_threads(const Environment& environment) { return std::max(environment.limits.max_threads, 1); }

[[noreturn]] void refuse(std::string_view name, std::string_view right, std::string_view value) {
  throw BadInput(Fault::bad_argument,
                 std::string(name) + " needs " + std::string(right) + ", not " + wire::quoted(value));
}

int read_integer(std::string_view name, std::string_view text, int min, int max) {
  const auto number = wire::read_number(text);
  if (!number || *number < min || *number > max)
    refuse(name, "a whole number from " + std::to_string(min) + " to " + std::to_string(max), text);
  return static_cast<int>(*number);
}

template <class Number>
std::optional<Number> whole_number_in(const wire::HubLine& line, std::string_view name) {
  if (!line.has(name)) return {};
  constexpr auto most = std::min<std::uint64_t>(std::numeric_limits<Number>::max(), INT64_MAX);
  const auto text = line.value(name);
  const auto number = wire::read_number(text);
  if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > most)
    refuse(name, "a whole number from 1 to " + std::to_string(most), text);
  return static_cast<Number>(*number);
}

std::optional<std::chrono::milliseconds> seconds_in(const wire::HubLine& line, std::string_view name) {
  if (!line.has(name)) return {};
  const std::string text(line.value(name));
  // Not std::from_chars, which clang's library has for whole numbers only; std::strtod takes more than numbers.
  const bool may_be_one = !text.empty() && text[0] != '+' && text.find_first_not_of("0123456789.eE+-") == text.npos;
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (!may_be_one || *end != 0 || !std::isfinite(seconds) || std::abs(seconds) > most_seconds)
    refuse(name, "seconds, such as 0.5", text);
  return std::chrono::milliseconds(std::llround(seconds * milli));
}

/// With this number of decimals.
std::string fixed(double number, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

double score_in_men(const wire::Score& score) {
  if (!score.mate) return std::clamp(score.value / centi, -largest_evaluation, largest_evaluation);
  const int plies = score.value > 0 ? 2 * score.value - 1 : -2 * score.value;
  return score.value > 0 ? score_of_win - plies / centi : plies / centi - score_of_win;
}

/// The answer to a command that is no search.
class HubAnswer final : public Dialect {
 public:
  [[nodiscard]] std::optional<std::string> translate(std::string_view line) const override {
    if (line.starts_with("info ")) return {};
    return std::string(line == "readyok" ? "pong" : line);
  }
  [[nodiscard]] std::vector<std::string> refusal(wire::ErrorCode code, std::string_view sentence) const override {
    return {hub_error(code, sentence)};
  }
};

/// The answer to a `go`: `info` lines, then one `done`, which it has even where it is refused. Moves are written as
/// they are in the position that is searched.
class HubSearchAnswer final : public Dialect {
 public:
  /// Null for a `go` that is refused before it has a position.
  explicit HubSearchAnswer(std::shared_ptr<const HubBoard> board) : board_(std::move(board)) {}

  [[nodiscard]] std::optional<std::string> translate(std::string_view line) const override {
    if (!line.starts_with("info ")) return done(*wire::read_best_move(line));
    const auto info = wire::read_info(line);
    if (!info || !info->score || info->multipv.value_or(1) != 1) return {};
    return info_line(*info);
  }
  [[nodiscard]] std::vector<std::string> refusal(wire::ErrorCode code, std::string_view sentence) const override {
    return {hub_error(code, sentence), wire::hub_line({"done", {{"move", "none"}}})};
  }

 private:
  [[nodiscard]] std::string info_line(const wire::Info& info) const;
  [[nodiscard]] std::string done(const wire::BestMove& best) const;

  std::shared_ptr<const HubBoard> board_;
};

std::string HubSearchAnswer::info_line(const wire::Info& info) const {
  wire::HubLine line{"info", {}};
  const auto add = [&](const char* name, std::string value) { line.arguments.emplace_back(name, std::move(value)); };
  if (info.depth) add("depth", std::to_string(*info.depth));
  add("score", fixed(score_in_men(*info.score), 2));
  if (info.nodes) add("nodes", std::to_string(*info.nodes));
  if (info.time) add("time", fixed(static_cast<double>(*info.time) / milli, 3));
  if (info.nps) add("nps", fixed(static_cast<double>(*info.nps) / million, 3));
  if (!info.pv.empty()) add("pv", board_->to_hub(info.pv));
  return wire::hub_line(line);
}

std::string HubSearchAnswer::done(const wire::BestMove& best) const {
  wire::HubLine line{"done", {}};
  std::vector<std::string> moves;
  if (best.move) moves.push_back(*best.move);
  if (best.ponder) moves.push_back(*best.ponder);
  const std::string text = board_->to_hub(moves);
  wire::Words words(text);
  line.arguments.emplace_back("move", words.empty() ? "none" : words.take());
  if (!words.empty()) line.arguments.emplace_back("ponder", words.take());
  return wire::hub_line(line);
}

const std::shared_ptr<const Dialect> plain_answer = std::make_shared<HubAnswer>();
const std::shared_ptr<const Dialect> refused_search = std::make_shared<HubSearchAnswer>(nullptr);

}  // namespace

HubDialect::HubDialect(const Environment& environment) : environment_(environment), share_(environment.hash) {
  for (const auto& entry : environment.games)
    if (HubBoard::can_play(entry)) variants_.push_back(&entry);
  const auto first = std::find_if(variants_.begin(), variants_.end(),
                                  [&](const auto* entry) { return entry->name == environment.first_game; });
  variant_ = first != variants_.end() ? *first : variants_.empty() ? nullptr : variants_.front();
}

std::optional<Command> HubDialect::read(std::string_view text) {
  std::optional<Command> command;
  try {
    command = command_of(wire::read_hub_line(text));
  } catch (const BadInput& bad) {
    lose_position(text, bad.what());
    command = make_refusal(bad);
  } catch (const LimitReached& limit) {
    lose_position(text, limit.what());
    command = Command(Manner::reading, [limit](Context&, Reply&) { throw limit; });
  }
  if (command && !command->dialect) command->dialect = answer_to(text);
  return command;
}

const std::shared_ptr<const Dialect>& HubDialect::answer_to(std::string_view line) {
  return wire::Words(line).peek() == "go" ? refused_search : plain_answer;
}

void HubDialect::lose_position(std::string_view line, std::string_view why) {
  if (wire::Words(line).peek() == "pos") refused_position_.note(why);
}

std::optional<Command> HubDialect::command_of(const wire::HubLine& line) {
  if (line.word.empty()) return {};
  if (variant_ == nullptr) throw BadInput(Fault::bad_argument, "none of the games here has a form in HUB");
  if (line.word == "hub") return make_answer(introduction());
  if (line.word == "set-param") return set_parameter(line);
  if (line.word == "init") return make_answer({"ready"});
  if (line.word == "ping") return make_is_ready();
  if (line.word == "new-game") return make_new_game();
  if (line.word == "go") return search_of(line);
  if (line.word == "stop") return make_stop();
  if (line.word == "ponder-hit") return make_ponderhit();
  if (line.word == "quit") return make_quit();
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

std::vector<std::string> HubDialect::introduction() const {
  if (variant_ == nullptr)
    return {hub_error(wire::ErrorCode::bad_argument, "none of the games here has a form in HUB")};
  std::string names;
  for (const auto* entry : variants_) names += (names.empty() ? "" : " ") + std::string(entry->name);
  const int first_tt_size = std::min(tt_size_of_one_megabyte + 4, largest_tt_size(environment_));
  return {
      wire::hub_line({"id", {{"name", "crownd"}, {"version", environment_.version}, {"author", "the crownd authors"}}}),
      choice_parameter("variant", std::string(variant_->name), names),
      integer_parameter("threads", 1, 1, most_threads(environment_)),
      integer_parameter("tt-size", first_tt_size, tt_size_of_one_megabyte, largest_tt_size(environment_)),
      integer_parameter("bb-size", tables::most_pieces_in_tables, 0, tables::most_pieces_in_tables),
      wire::hub_line(parameter("book", "false", "bool")),
      choice_parameter("position-order", order_ == HubOrder::plain ? "plain" : "turned", "plain turned"),
      "wait"};
}

std::optional<Command> HubDialect::set_parameter(const wire::HubLine& line) {
  const auto name = line.value("name"), value = line.value("value");
  if (name == "threads") {
    const int count = read_integer(name, value, 1, most_threads(environment_));
    return make_set_option("Threads", std::to_string(count));
  }
  if (name == "tt-size") {
    const int size = read_integer(name, value, tt_size_of_one_megabyte, largest_tt_size(environment_));
    return make_set_option("Hash", std::to_string(1 << (size - tt_size_of_one_megabyte)));
  }
  if (name == "bb-size") {
    const int pieces = read_integer(name, value, 0, tables::most_pieces_in_tables);
    return make_set_option("TableProbeLimit", std::to_string(pieces));
  }
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
      share_.set(0);
      refused_position_.forget();
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

void HubDialect::set_level(const wire::HubLine& line) {
  level_ = {whole_number_in<int>(line, "depth"),
            whole_number_in<int>(line, "moves"),
            whole_number_in<std::uint64_t>(line, "nodes"),
            seconds_in(line, "move-time"),
            seconds_in(line, "time"),
            seconds_in(line, "inc"),
            line.has("infinite")};
}

void HubDialect::set_position(const wire::HubLine& line) {
  const auto position = line.value("pos"), moves = line.value("moves");
  if (position.empty()) throw BadInput(Fault::bad_argument, "pos needs the argument pos with a letter for each square");
  check_plies(environment_.limits, wire::count_words(moves));
  board_ = std::make_shared<HubBoard>(*variant_, position, moves, order_);
  share_.set(board_->bytes());
  refused_position_.forget();
}

search::Limits HubDialect::limits_of_level(bool with_clock) const {
  using std::chrono::milliseconds;
  search::Limits limits;
  limits.infinite = level_.infinite;
  if (level_.infinite) return limits;
  limits.depth = level_.depth;
  limits.nodes = level_.nodes;
  if (level_.move_time) limits.movetime = std::max(*level_.move_time, milliseconds(0));
  if (!with_clock || !level_.time) return limits;
  // HUB's increment comes before each move. The other side's clock is not given; it makes no difference.
  const auto increment = std::max(level_.increment.value_or(milliseconds(0)), milliseconds(0));
  limits.clock.fill(search::ClockTime{std::max(*level_.time + increment, milliseconds(0)), increment});
  limits.moves_to_go = level_.moves;
  return limits;
}

Command HubDialect::search_of(const wire::HubLine& line) const {
  const bool analyze = line.has("analyze"), ponder = line.has("ponder");
  if (!analyze && !ponder && !line.has("think"))
    throw BadInput(Fault::bad_argument, "go needs think, ponder or analyze");
  refused_position_.check("pos");
  Go go{limits_of_level(!analyze), {}, analyze};
  if (!go.limited() && !go.limits.infinite && !analyze)
    throw BadInput(Fault::bad_argument, "go needs a level before it, with a depth or a move-time for example");
  go.limits.ponder = ponder;
  const auto board = board_ ? board_ : std::make_shared<const HubBoard>(*variant_, "", "", order_);
  auto command = make_search(std::move(go), std::shared_ptr<const Position>(board, &board->position()));
  command.dialect = std::make_shared<HubSearchAnswer>(board);
  command.further_bytes += board->bytes();
  return command;
}

}  // namespace crownd::session
