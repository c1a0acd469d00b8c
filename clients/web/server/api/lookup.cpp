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
constexpr std::size_t smallest_queue = 4096;
/// Bytes that the queue adds to each command.
constexpr std::size_t bytes_of_command = 256;

std::size_t bytes_in_queue(std::string_view commands) {
  const auto count = static_cast<std::size_t>(std::ranges::count(commands, '\n'));
  return commands.size() + count * bytes_of_command;
}

std::string_view commands_of(Subject subject) {
  constexpr std::string_view probe = "fen\nstatus\nprobe\n";
  constexpr std::string_view squares = "fen\nstatus\nsquares\nlegalmoves squares\n";
  constexpr std::string_view book = "fen\nstatus\nbook\n";
  if (subject == Subject::book) return book;
  return subject == Subject::probe ? probe : squares;
}

/// The time after which engine info is requested again.
constexpr std::chrono::seconds info_lifetime{10};
/// The pause before a request is repeated after a busy daemon.
constexpr std::chrono::milliseconds until_asked_again{20};

/// Whether the daemon has too many searches. Such errors name the flag.
bool is_busy(const wire::Error& error) {
  return error.code == "limit" && error.message.find("(--max-searches)") != std::string::npos;
}

wire::Error no_such_game(const EngineInfo& facts, const std::string& name) {
  std::vector<std::string> games;
  for (const auto& game : facts.games) games.push_back(game.name);
  return {"bad-argument", wire::no_such("game", name, games)};
}

}  // namespace

const EngineInfo::Game* EngineInfo::find(std::string_view game) const {
  const auto found = std::ranges::find_if(games, [&](const Game& one) { return wire::same_word(one.name, game); });
  return found == games.end() ? nullptr : &*found;
}

bool read_facts(EngineInfo& facts, std::string_view line) {
  wire::Words words(line);
  if (words.take_if("version")) {
    const auto program = words.take();
    facts.version = std::string(program) + ' ' + std::string(words.take());
  }
  if (words.take_if("game")) {
    std::string name(words.take());
    facts.games.push_back({std::move(name), std::string(words.take_rest()), {}});
  }
  if (words.take_if("table")) {
    const std::string_view name = words.take();
    const auto game =
        std::ranges::find_if(facts.games, [&](const EngineInfo::Game& one) { return wire::same_word(one.name, name); });
    if (game != facts.games.end()) game->tables.push_back(read_tables(words));
  }
  return line == "tablesok";
}

void PositionLookup::begin(std::size_t engine, bool is_new) {
  facts_ = &all_facts_[engine];
  if (is_new) facts_->read_at.reset();
  findings_ = std::vector<LookupResult>(questions_.size());
  asked_.clear();
  answered_ = 0;
  to_ask_.resize(questions_.size());
  std::iota(to_ask_.begin(), to_ask_.end(), std::size_t{0});
  asks_facts_ = is_begun_ = was_busy_ = false;
  begin_answer();
}

std::chrono::milliseconds PositionLookup::pause() const {
  return was_busy_ ? until_asked_again : std::chrono::milliseconds();
}

std::string PositionLookup::commands() {
  const bool is_begun = std::exchange(is_begun_, true);
  const auto now = std::chrono::steady_clock::now();
  if (!is_begun && (!facts_->read_at || now - *facts_->read_at > info_lifetime)) {
    new_facts_ = {};
    asks_facts_ = true;
    return "version\ngames\ntables all\n";
  }
  asked_.clear();
  answered_ = 0;
  std::string commands;
  std::size_t queued = 0;
  was_busy_ = false;
  for (; !to_ask_.empty(); to_ask_.pop_front()) {
    const auto next = to_ask_.front();
    const auto& question = questions_[next];
    if (facts().find(question.game) == nullptr) {
      findings_[next].error = no_such_game(facts(), question.game);
      continue;
    }
    auto further = position_command(question) + '\n';
    further += commands_of(subject_);
    if (!commands.empty()) queued += bytes_in_queue(further);
    if (queued > smallest_queue) break;
    commands += further;
    asked_.push_back(next);
  }
  return commands;
}

bool PositionLookup::read(std::string_view line) {
  if (asks_facts_) {
    asks_facts_ = !read_facts(new_facts_, line);
    if (!asks_facts_) *facts_ = {std::exchange(new_facts_, {}), std::chrono::steady_clock::now()};
    return !asks_facts_;
  }
  if (!read_finding(line)) return false;
  const auto index = asked_[answered_];
  if (auto& finding = findings_[index]; finding.error && is_busy(*finding.error)) {
    finding = {};
    to_ask_.push_back(index);
    was_busy_ = true;
  }
  begin_answer();
  return ++answered_ == asked_.size();
}

bool PositionLookup::read_finding(std::string_view line) {
  auto& finding = findings_[asked_[answered_]];
  if (auto error = wire::read_error(line)) {
    if (!finding.error) finding.error = std::move(error);
    return has_position_;  // an error before it is one of `position`, after which all else is answered
  }
  if (auto fen = wire::read_fen(line)) {
    has_position_ = true;
    finding.position = *std::move(fen);
    return false;
  }
  if (auto status = wire::read_status(line)) {
    finding.status = *std::move(status);
    return false;
  }
  return read_subject(finding, line);
}

bool PositionLookup::read_subject(LookupResult& finding, std::string_view line) {
  switch (subject_) {
    case Subject::probe: return read_probe(finding, line);
    case Subject::squares: return read_squares(finding, line);
    case Subject::book: break;
  }
  return read_book(finding, line);
}

bool PositionLookup::read_probe(LookupResult& finding, std::string_view line) {
  if (auto value = wire::read_value(line)) finding.values.push_back(*std::move(value));
  const auto value = wire::read_probe(line);
  if (value) finding.value = *value;
  return value.has_value();
}

bool PositionLookup::read_squares(LookupResult& finding, std::string_view line) {
  if (squares_.read(line)) finding.squares = squares_.result();
  if (auto route = wire::read_route(line)) finding.routes.push_back(*std::move(route));
  auto moves = wire::read_legal_moves(line);
  if (moves) finding.moves = *moves;
  return moves.has_value();
}

bool PositionLookup::read_book(LookupResult& finding, std::string_view line) {
  if (const auto count = wire::read_book(line)) book_moves_ = count;
  if (auto move = wire::read_book_move(line)) finding.book.push_back(*std::move(move));
  return book_moves_ == finding.book.size();
}

void PositionLookup::begin_answer() {
  has_position_ = false;
  squares_ = {};
  book_moves_.reset();
}

}  // namespace crownd::web
