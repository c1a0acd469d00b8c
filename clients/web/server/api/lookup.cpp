#include "web/server/api/lookup.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <numeric>

namespace crownd::web {

namespace {

EngineInfo::Tables read_tables(wire::Words& words) {
  EngineInfo::Tables tables;
  while (!words.empty()) {
    const auto key = words.take();
    const auto value = words.take();
    const auto number = wire::read_number(value).value_or(0);
    if (key == "pieces") tables.pieces = static_cast<int>(number);
    if (key == "kind") tables.kind = value;
    if (key == "files") tables.files = number;
    if (key == "places") tables.places = number;
    if (key == "bytes") tables.bytes = number;
  }
  return tables;
}

/// The smallest --max-queue of a daemon, where commands wait behind the first `probe`.
constexpr std::size_t min_queue_bytes = 4096;
/// Bytes that the queue adds to each command.
constexpr std::size_t bytes_of_command = 256;

std::size_t bytes_in_queue(std::string_view commands) {
  const auto count = static_cast<std::size_t>(std::ranges::count(commands, '\n'));
  return commands.size() + count * bytes_of_command;
}

std::string_view commands_of(Subject subject) {
  if (subject == Subject::squares) return "fen\nstatus\nsquares\nlegalmoves squares\n";
  return subject == Subject::probe ? "fen\nstatus\nprobe\n" : "fen\nstatus\nbook\n";
}

/// The time after which engine info is requested again.
constexpr std::chrono::seconds info_lifetime{10};
/// The pause before a request is repeated after a busy daemon.
constexpr std::chrono::milliseconds retry_delay{20};

/// Whether the daemon has too many searches. Such errors name the flag.
bool is_busy(const wire::Error& error) {
  return error.code == "limit" && error.message.find("(--max-searches)") != std::string::npos;
}

wire::Error no_such_game(const EngineInfo& info, const std::string& name) {
  std::vector<std::string> games;
  for (const auto& game : info.games) games.push_back(game.name);
  return {"bad-argument", wire::no_such("game", name, games)};
}

}  // namespace

const EngineInfo::Game* EngineInfo::find(std::string_view game) const {
  const auto found = std::ranges::find_if(games, [&](const Game& one) { return wire::same_word(one.name, game); });
  return found == games.end() ? nullptr : &*found;
}

bool read_engine_info(EngineInfo& info, std::string_view line) {
  wire::Words words(line);
  if (words.take_if("version")) {
    const auto program = words.take();
    info.version = std::string(program) + ' ' + std::string(words.take());
  }
  if (words.take_if("game")) {
    std::string name(words.take());
    info.games.push_back({std::move(name), std::string(words.take_rest()), {}});
  }
  if (words.take_if("table")) {
    const std::string_view name = words.take();
    const auto game =
        std::ranges::find_if(info.games, [&](const EngineInfo::Game& one) { return wire::same_word(one.name, name); });
    if (game != info.games.end()) game->tables.push_back(read_tables(words));
  }
  return line == "tablesok";
}

void PositionLookup::begin(std::size_t engine, bool is_new) {
  cached_ = &engine_infos_[engine];
  if (is_new) cached_->read_at.reset();
  results_ = std::vector<LookupResult>(requests_.size());
  asked_.clear();
  answered_ = 0;
  to_ask_.resize(requests_.size());
  std::iota(to_ask_.begin(), to_ask_.end(), std::size_t{0});
  reads_info_ = is_begun_ = was_busy_ = false;
  begin_answer();
}

std::chrono::milliseconds PositionLookup::pause() const {
  return was_busy_ ? retry_delay : std::chrono::milliseconds();
}

std::string PositionLookup::commands() {
  const bool is_begun = std::exchange(is_begun_, true);
  const auto now = std::chrono::steady_clock::now();
  if (!is_begun && (!cached_->read_at || now - *cached_->read_at > info_lifetime)) {
    new_info_ = {};
    reads_info_ = true;
    return "version\ngames\ntables all\n";
  }
  asked_.clear();
  answered_ = 0;
  std::string commands;
  std::size_t queued = 0;
  was_busy_ = false;
  for (; !to_ask_.empty(); to_ask_.pop_front()) {
    const auto next = to_ask_.front();
    const auto& request = requests_[next];
    if (engine_info().find(request.game) == nullptr) {
      results_[next].error = no_such_game(engine_info(), request.game);
      continue;
    }
    auto further = position_command(request) + '\n';
    further += commands_of(subject_);
    if (!commands.empty()) queued += bytes_in_queue(further);
    if (queued > min_queue_bytes) break;
    commands += further;
    asked_.push_back(next);
  }
  return commands;
}

bool PositionLookup::read(std::string_view line) {
  if (reads_info_) {
    reads_info_ = !read_engine_info(new_info_, line);
    if (!reads_info_) *cached_ = {std::exchange(new_info_, {}), std::chrono::steady_clock::now()};
    return !reads_info_;
  }
  if (!read_answer(line)) return false;
  const auto index = asked_[answered_];
  if (auto& result = results_[index]; result.error && is_busy(*result.error)) {
    result = {};
    to_ask_.push_back(index);
    was_busy_ = true;
  }
  begin_answer();
  return ++answered_ == asked_.size();
}

bool PositionLookup::read_answer(std::string_view line) {
  auto& result = results_[asked_[answered_]];
  if (auto error = wire::read_error(line)) {
    if (!result.error) result.error = std::move(error);
    return has_position_;  // an error before it is one of `position`, after which all else is answered
  }
  if (auto fen = wire::read_fen(line)) {
    has_position_ = true;
    result.position = *std::move(fen);
    return false;
  }
  if (auto status = wire::read_status(line)) {
    result.status = *std::move(status);
    return false;
  }
  if (subject_ == Subject::probe) return read_probe(result, line);
  return subject_ == Subject::squares ? read_squares(result, line) : read_book(result, line);
}

bool PositionLookup::read_probe(LookupResult& result, std::string_view line) {
  if (auto value = wire::read_value(line)) result.values.push_back(*std::move(value));
  const auto value = wire::read_probe(line);
  if (value) result.value = *value;
  return value.has_value();
}

bool PositionLookup::read_squares(LookupResult& result, std::string_view line) {
  if (squares_.read(line)) result.squares = squares_.result();
  if (auto route = wire::read_route(line)) result.routes.push_back(*std::move(route));
  auto moves = wire::read_legal_moves(line);
  if (moves) result.moves = *moves;
  return moves.has_value();
}

bool PositionLookup::read_book(LookupResult& result, std::string_view line) {
  if (const auto count = wire::read_book(line)) book_moves_ = count;
  if (auto move = wire::read_book_move(line)) result.book.push_back(*std::move(move));
  return book_moves_ == result.book.size();
}

void PositionLookup::begin_answer() {
  has_position_ = false;
  squares_ = {};
  book_moves_.reset();
}

}  // namespace crownd::web
