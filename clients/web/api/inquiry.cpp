#include "web/api/inquiry.hpp"

#include "wire/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace crownd::web {

namespace {

/// The smallest --max-queue of a daemon. Commands that are sent at once may wait there behind the first `probe`.
constexpr std::size_t smallest_queue = 4096;
/// Each counts so many bytes more than its line.
constexpr std::size_t bytes_of_command = 256;

/// What commands take in a queue.
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

/// Until a question is asked again for which the daemon had no room.
constexpr std::chrono::milliseconds until_asked_again{20};

/// Whether other searches are in the way. Such errors name the flag.
bool is_busy(const wire::Error& error) {
  return error.code == "limit" && error.message.find("(--max-searches)") != std::string::npos;
}

wire::Error no_such_game(const Facts& facts, const std::string& name) {
  std::vector<std::string> games;
  for (const auto& game : facts.games) games.push_back(game.name);
  return {"bad-argument", wire::no_such("game", name, games)};
}

}  // namespace

void Inquiry::begin(std::size_t engine, bool is_new) {
  facts_ = &all_facts_[engine];
  if (is_new) facts_->forget();
  findings_ = std::vector<Finding>(questions_.size());
  asked_.clear();
  answered_ = 0;
  to_ask_.resize(questions_.size());
  std::iota(to_ask_.begin(), to_ask_.end(), std::size_t{0});
  asks_facts_ = is_begun_ = was_busy_ = false;
  begin_answer();
}

std::chrono::milliseconds Inquiry::pause() const { return was_busy_ ? until_asked_again : std::chrono::milliseconds(); }

std::string Inquiry::commands() {
  const bool is_begun = std::exchange(is_begun_, true);
  if (!is_begun && facts_->is_due()) {
    new_facts_ = {};
    asks_facts_ = true;
    return std::string(facts_commands);
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

bool Inquiry::read(std::string_view line) {
  if (asks_facts_) {
    asks_facts_ = !read_facts(new_facts_, line);
    if (!asks_facts_) facts_->set(std::exchange(new_facts_, {}));
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

bool Inquiry::read_finding(std::string_view line) {
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

bool Inquiry::read_subject(Finding& finding, std::string_view line) {
  switch (subject_) {
    case Subject::probe: return read_probe(finding, line);
    case Subject::squares: return read_squares(finding, line);
    case Subject::book: break;
  }
  return read_book(finding, line);
}

bool Inquiry::read_probe(Finding& finding, std::string_view line) {
  if (auto value = wire::read_value(line)) finding.values.push_back(*std::move(value));
  const auto value = wire::read_probe(line);
  if (value) finding.value = *value;
  return value.has_value();
}

bool Inquiry::read_squares(Finding& finding, std::string_view line) {
  if (squares_.read(line)) finding.squares = squares_.result();
  if (auto route = wire::read_route(line)) finding.routes.push_back(*std::move(route));
  auto moves = wire::read_legal_moves(line);
  if (moves) finding.moves = *moves;
  return moves.has_value();
}

bool Inquiry::read_book(Finding& finding, std::string_view line) {
  if (const auto count = wire::read_book(line)) book_moves_ = count;
  if (auto move = wire::read_book_move(line)) finding.book.push_back(*std::move(move));
  return book_moves_ == finding.book.size();
}

void Inquiry::begin_answer() {
  has_position_ = false;
  squares_ = {};
  book_moves_.reset();
}

}  // namespace crownd::web
