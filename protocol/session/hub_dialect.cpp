#include "session/hub_dialect.hpp"

#include "play/any_game.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

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

std::string error(std::string_view sentence) { return wire::hub_line({"error", {{"message", std::string(sentence)}}}); }

int largest_tt_size(const Environment& environment) {
  const auto megabytes = static_cast<unsigned>(std::max<std::size_t>(environment.limits.max_hash_mb, 1));
  return tt_size_of_one_megabyte + std::bit_width(megabytes) - 1;
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

std::optional<std::string> whole_number_in(const wire::HubLine& line, std::string_view name) {
  if (!line.has(name)) return {};
  const auto text = line.value(name);
  const auto number = wire::read_number(text);
  if (!number || *number < 1) refuse(name, "a whole number from 1 on", text);
  return std::string(text);
}

std::optional<double> seconds_in(const wire::HubLine& line, std::string_view name) {
  if (!line.has(name)) return {};
  const auto text = line.value(name);
  double seconds = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failed != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds) ||
      std::abs(seconds) > most_seconds)
    refuse(name, "seconds, such as 0.5", text);
  return seconds;
}

/// With this number of decimals.
std::string fixed(double number, int digits) {
  std::array<char, 64> text{};
  const auto [end, failed] =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, digits);
  return failed == std::errc() ? std::string(text.data(), end) : "0";
}

std::string milliseconds(double seconds) { return std::to_string(std::llround(seconds * milli)); }

double score_in_men(const wire::Score& score) {
  if (!score.mate) return std::clamp(score.value / centi, -largest_evaluation, largest_evaluation);
  const int plies = score.value > 0 ? 2 * score.value - 1 : -2 * score.value;
  return score.value > 0 ? score_of_win - plies / centi : plies / centi - score_of_win;
}

}  // namespace

HubDialect::HubDialect(const Environment& environment) : environment_(environment) {
  for (const auto& entry : environment.games)
    if (HubBoard::can_play(entry)) variants_.push_back(&entry);
  const auto first = std::find_if(variants_.begin(), variants_.end(),
                                  [&](const auto* entry) { return entry->name == environment.first_game; });
  variant_ = first != variants_.end() ? *first : variants_.empty() ? nullptr : variants_.front();
}

HubDialect::Meaning HubDialect::read(std::string_view text) {
  const std::lock_guard lock(mutex_);
  Meaning meaning;
  const auto line = wire::read_hub_line(text);
  try {
    if (line.word.empty()) return meaning;
    if (variant_ == nullptr) throw BadInput(Fault::bad_argument, "none of the games here has a form in HUB");
    if (line.word == "hub")
      introduce(meaning);
    else if (line.word == "set-param")
      set_parameter(line, meaning);
    else if (line.word == "init")
      meaning.answers.emplace_back("ready");
    else if (line.word == "ping")
      meaning.answers.emplace_back("pong");
    else if (line.word == "new-game")
      meaning.commands.emplace_back("ucinewgame");
    else if (line.word == "pos")
      set_position(line);
    else if (line.word == "level")
      set_level(line);
    else if (line.word == "go")
      begin_search(line, meaning);
    else if (line.word == "stop" || line.word == "quit")
      meaning.commands.push_back(line.word);
    else if (line.word == "ponder-hit")
      meaning.commands.emplace_back("ponderhit");
    else
      throw BadInput(Fault::bad_argument, wire::quoted(line.word) + " is no command of HUB");
    if (line.word == "stop" || line.word == "ponder-hit") unlimited_ = false;
  } catch (const BadInput& bad) {
    meaning = {{}, {error(bad.what())}};
  }
  return meaning;
}

void HubDialect::introduce(Meaning& meaning) const {
  std::string names;
  for (const auto* entry : variants_) names += (names.empty() ? "" : " ") + std::string(entry->name);
  const int first_tt_size = std::min(tt_size_of_one_megabyte + 4, largest_tt_size(environment_));
  meaning.answers = {
      wire::hub_line({"id", {{"name", "crownd"}, {"version", environment_.version}, {"author", "the crownd authors"}}}),
      choice_parameter("variant", std::string(variant_->name), names),
      integer_parameter("threads", 1, 1, most_threads(environment_)),
      integer_parameter("tt-size", first_tt_size, tt_size_of_one_megabyte, largest_tt_size(environment_)),
      integer_parameter("bb-size", tables::most_pieces_in_tables, 0, tables::most_pieces_in_tables),
      choice_parameter("position-order", order_ == HubOrder::plain ? "plain" : "turned", "plain turned"),
      "wait"};
}

void HubDialect::set_parameter(const wire::HubLine& line, Meaning& meaning) {
  const auto name = line.value("name"), value = line.value("value");
  if (name == "variant") {
    const auto found =
        std::find_if(variants_.begin(), variants_.end(), [&](const auto* entry) { return entry->name == value; });
    if (found == variants_.end()) refuse(name, "one of the names that `hub` lists", value);
    if (*found != variant_) board_.reset();
    variant_ = *found;
  } else if (name == "threads") {
    const int count = read_integer(name, value, 1, most_threads(environment_));
    meaning.commands.push_back("setoption name Threads value " + std::to_string(count));
  } else if (name == "tt-size") {
    const int size = read_integer(name, value, tt_size_of_one_megabyte, largest_tt_size(environment_));
    meaning.commands.push_back("setoption name Hash value " + std::to_string(1 << (size - tt_size_of_one_megabyte)));
  } else if (name == "bb-size") {
    const int pieces = read_integer(name, value, 0, tables::most_pieces_in_tables);
    meaning.commands.push_back("setoption name TableProbeLimit value " + std::to_string(pieces));
  } else if (name == "position-order") {
    if (value != "plain" && value != "turned") refuse(name, "plain or turned", value);
    order_ = value == "plain" ? HubOrder::plain : HubOrder::turned;
  } else {
    throw BadInput(Fault::bad_argument, "there is no parameter " + wire::quoted(name) + "; `hub` lists them");
  }
}

void HubDialect::set_level(const wire::HubLine& line) {
  level_ = {whole_number_in(line, "depth"),
            whole_number_in(line, "nodes"),
            whole_number_in(line, "moves"),
            seconds_in(line, "move-time"),
            seconds_in(line, "time"),
            seconds_in(line, "inc"),
            line.has("infinite")};
}

void HubDialect::set_position(const wire::HubLine& line) {
  const auto position = line.value("pos"), moves = line.value("moves");
  if (position.empty()) throw BadInput(Fault::bad_argument, "pos needs pos= and a letter for each square");
  board_ = std::make_shared<HubBoard>(*variant_, position, moves, order_);
}

std::string HubDialect::limits_of_level(bool with_clock) const {
  std::string limits;
  if (level_.depth) limits += " depth " + *level_.depth;
  if (level_.nodes) limits += " nodes " + *level_.nodes;
  if (level_.move_time) limits += " movetime " + std::to_string(std::max(1LL, std::llround(*level_.move_time * milli)));
  if (!with_clock || !level_.time) return limits;
  // HUB's increment comes before each move. The other side's clock is not given; it makes no difference.
  const double increment = std::max(level_.increment.value_or(0), 0.0);
  const auto time = milliseconds(*level_.time + increment);
  limits += " wtime " + time + " btime " + time;
  if (increment > 0) limits += " winc " + milliseconds(increment) + " binc " + milliseconds(increment);
  if (level_.moves) limits += " movestogo " + *level_.moves;
  return limits;
}

void HubDialect::begin_search(const wire::HubLine& line, Meaning& meaning) {
  const bool analyze = line.has("analyze"), ponder = line.has("ponder");
  if (!analyze && !ponder && !line.has("think"))
    throw BadInput(Fault::bad_argument, "go needs think, ponder or analyze");
  if (!searched_.empty() && unlimited_)
    throw BadInput(Fault::bad_argument, "a search without limit runs; send stop first, or ponder-hit");
  auto limits = limits_of_level(!analyze);
  const bool unlimited = limits.empty() || ponder || level_.infinite;
  if (limits.empty() && !analyze && !level_.infinite)
    throw BadInput(Fault::bad_argument, "go needs a level before it, such as level move-time=1");
  if (limits.empty() || level_.infinite) limits = " infinite";
  if (!board_) board_ = std::make_shared<HubBoard>(*variant_, "", "", order_);
  searched_.push_back(board_);
  unlimited_ = unlimited;
  meaning.commands = {"position " + board_->protocol_text(), (ponder ? "go ponder" : "go") + limits};
}

std::vector<std::string> HubDialect::translate(std::string_view answer) {
  const std::lock_guard lock(mutex_);
  if (const auto told = wire::read_info(answer)) {
    if (searched_.empty() || !told->score || told->multipv.value_or(1) != 1) return {};
    return {info(*told)};
  }
  if (const auto best = wire::read_best_move(answer)) return {done(*best)};
  if (const auto refused = wire::read_error(answer)) return refusal(*refused);
  return {};
}

/// A search that was refused still gets a `done`, or the client would wait for it.
std::vector<std::string> HubDialect::refusal(const wire::Error& refused) {
  std::vector<std::string> lines{error(refused.code + ": " + refused.message)};
  if (searched_.empty() || (refused.code != "limit" && refused.code != "busy")) return lines;
  searched_.pop_back();
  lines.push_back(wire::hub_line({"done", {{"move", "none"}}}));
  return lines;
}

std::string HubDialect::info(const wire::Info& info) const {
  wire::HubLine line{"info", {}};
  const auto add = [&](const char* name, std::string value) { line.arguments.emplace_back(name, std::move(value)); };
  if (info.depth) add("depth", std::to_string(*info.depth));
  add("score", fixed(score_in_men(*info.score), 2));
  if (info.nodes) add("nodes", std::to_string(*info.nodes));
  if (info.time) add("time", fixed(static_cast<double>(*info.time) / milli, 3));
  if (info.nps) add("nps", fixed(static_cast<double>(*info.nps) / million, 3));
  if (!info.pv.empty()) add("pv", searched_.front()->to_hub(info.pv));
  return wire::hub_line(line);
}

std::string HubDialect::done(const wire::BestMove& best) {
  wire::HubLine line{"done", {}};
  std::vector<std::string> moves;
  if (best.move) moves.push_back(*best.move);
  if (best.ponder) moves.push_back(*best.ponder);
  const std::string text = searched_.empty() ? std::string() : searched_.front()->to_hub(moves);
  wire::Words words(text);
  line.arguments.emplace_back("move", words.empty() ? "none" : words.take());
  if (!words.empty()) line.arguments.emplace_back("ponder", words.take());
  if (!searched_.empty()) searched_.pop_front();
  return wire::hub_line(line);
}

}  // namespace crownd::session
