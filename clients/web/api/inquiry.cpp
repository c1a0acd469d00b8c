#include "web/api/inquiry.hpp"

#include "wire/nearest.hpp"

#include <utility>

namespace crownd::web {

namespace {

/// No further position is sent at once after so many bytes.
constexpr std::size_t enough_bytes_at_once = 8192;

std::string_view commands_of(Subject subject) {
  constexpr std::string_view probe = "fen\nstatus\nprobe\n";
  constexpr std::string_view squares = "fen\nstatus\nsquares\nlegalmoves squares\n";
  constexpr std::string_view book = "fen\nstatus\nbook\n";
  if (subject == Subject::book) return book;
  return subject == Subject::probe ? probe : squares;
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
  answered_ = next_ = 0;
  asks_facts_ = false;
  begin_answer();
}

std::string Inquiry::commands() {
  if (!asks_facts_ && next_ == 0 && facts_->is_due()) {
    new_facts_ = {};
    asks_facts_ = true;
    return std::string(facts_commands);
  }
  asked_.clear();
  answered_ = 0;
  std::string commands;
  for (; next_ < questions_.size() && asked_.size() < most_positions_at_once && commands.size() < enough_bytes_at_once;
       ++next_) {
    const auto& question = questions_[next_];
    if (facts().find(question.game) == nullptr) {
      findings_[next_].error = no_such_game(facts(), question.game);
      continue;
    }
    commands += position_command(question) + '\n';
    commands += commands_of(subject_);
    asked_.push_back(next_);
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
