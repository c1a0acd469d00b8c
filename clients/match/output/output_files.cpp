#include "match/output/output_files.hpp"

#include "files/files.hpp"
#include "notation/game.hpp"

#include <fcntl.h>
#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <sstream>

namespace crownd::match {

namespace {

using Notation = board::GameInfo::Notation;

/// The start position that PDN readers assume for this GameType without a FEN; empty: they disagree, or it is PGN.
std::string_view default_start(const Notation& notation) {
  constexpr std::string_view anglo_american = "21,";
  if (!notation.pdn_type.starts_with(anglo_american)) return "";
  return "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
}

std::string date_of(std::int64_t seconds) { return fmt::format("{:%Y.%m.%d}", fmt::gmtime(std::time_t{seconds})); }

std::string round_of(const GameRecord& game) { return fmt::format("{}.{}", game.index / 2 + 1, game.index % 2 + 1); }

std::string score_text(const wire::Score& score) {
  if (score.mate) return fmt::format("{}M{}", score.value > 0 ? '+' : '-', std::abs(score.value));
  return fmt::format("{:+.2f}", score.value / 100.0);
}

/// `+0.12/9 0.034s` for the side that moved; `book` for a move of the opening.
std::string comment(const MoveRecord& move) {
  if (move.book) return "book";
  std::string text;
  if (move.info.score) text += score_text(*move.info.score);
  if (move.info.depth) text += '/' + std::to_string(*move.info.depth);
  return text + fmt::format("{}{:.3f}s", text.empty() ? "" : " ", std::chrono::duration<double>(move.time).count());
}

std::string ending_text(const Ending& ending) {
  return word(ending.verdict) + (ending.detail.empty() ? "" : ": " + ending.detail);
}

/// One tag if both have the same time control; else one for each engine, `first` and `second`, under its side's name.
void add_time_controls(notation::Game& text, const Headings& headings, std::size_t first, const std::string& first_side,
                       std::size_t second, const std::string& second_side) {
  if (headings.time_controls.empty()) return;
  const auto& one = headings.time_controls[first];
  const auto& other = headings.time_controls[second];
  if (one == other) {
    text.tags.push_back({"TimeControl", one});
  } else {
    text.tags.push_back({first_side + "TimeControl", one});
    text.tags.push_back({second_side + "TimeControl", other});
  }
}

/// The tags and moves that all notations have. `left` is the side whose tag comes first; the names are those of the
/// tags.
notation::Game common_text(const GameRecord& game, const Headings& headings, int left, const std::string& left_name,
                           const std::string& right_name, std::size_t first_in_results) {
  const auto engine = [&](int side) { return headings.engines[game.sides[static_cast<std::size_t>(side)]]; };
  notation::Game text;
  text.tags = {{"Event", headings.event},
               {"Site", headings.site},
               {"Date", date_of(game.began)},
               {"Round", round_of(game)},
               {left_name, engine(left)},
               {right_name, engine(1 - left)},
               {"Result", std::string(game.result_for(static_cast<int>(first_in_results)))}};
  for (const auto& move : game.moves)
    text.line.moves.push_back({move.san.empty() ? move.move : move.san, {}, {comment(move)}, {}});
  return text;
}

std::string pgn_or_pdn(const GameRecord& game, const Headings& headings) {
  const Notation& notation = game.notation;
  const bool pdn = notation.form == Notation::Form::pdn;
  const auto white = static_cast<int>(notation.white);
  auto text = common_text(game, headings, white, "White", "Black", notation.first_in_results);
  const auto result = text.tags.back().value;
  if (pdn) text.tags.push_back({"GameType", notation.pdn_type});
  if (game.start_fen != default_start(notation)) {
    text.tags.push_back({"SetUp", "1"});
    text.tags.push_back({"FEN", game.start_fen});
  }
  add_time_controls(text, headings, game.sides[notation.white], "White", game.sides[1 - notation.white], "Black");
  text.tags.push_back({"PlyCount", std::to_string(game.moves.size())});
  text.tags.push_back({"Termination", std::string(pgn_termination(game.ending.verdict))});
  auto& comments = text.line.moves.empty() ? text.line.comments : text.line.moves.back().comments;
  comments.push_back(ending_text(game.ending));
  // At the end PGN has the result; PDN 3.0 has `*`, since a result looks like a move there.
  text.result = pdn ? "*" : result;
  std::ostringstream out;
  notation::write_game(out, text,
                       {.first_number = notation::move_number(game.start_fen),
                        .second_begins = game.to_move == 1,
                        .numbers_second = !pdn,
                        .breaks_comments = false});
  out << '\n';
  return out.str();
}

std::string plain(const GameRecord& game, const Headings& headings) {
  auto text = common_text(game, headings, 0, "First", "Second", 0);
  text.tags.insert(text.tags.begin(), {"Game", headings.game});
  add_time_controls(text, headings, game.sides[0], "First", game.sides[1], "Second");
  text.tags.push_back({"Verdict", word(game.ending.verdict)});
  if (!game.ending.detail.empty()) text.tags.push_back({"Detail", game.ending.detail});
  text.tags.push_back({"Start", game.start});
  text.tags.push_back({"End", game.ending.position});
  std::ostringstream out;
  notation::write_plain_game(out, text, game.to_move == 1);
  out << '\n';
  return out.str();
}

constexpr int output_file_mode = 0666;

/// Refuses a pipe without a reader (ENXIO) instead of waiting.
int open_to_write(const std::string& file, int flags) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, output_file_mode);
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

/// Above this size, the older half of a game's lines is dropped.
constexpr std::size_t max_buffer = std::size_t{16} << 20U;

}  // namespace

std::string to_epd(const GameRecord& game) {
  const auto& fen = game.ending.fen;
  if (fen.empty()) return game.ending.position + '\n';
  if (fen.find('/') == std::string::npos) return fen + '\n';
  wire::Words words(fen);
  std::string line;
  constexpr int fields = 4;  // of a FEN, which an EPD has too
  for (int field = 0; field < fields; ++field) line += std::string(words.take()) + ' ';
  return line +
         fmt::format("id \"{}\"; c0 \"{} {}\";\n", round_of(game), game.result_for(0), word(game.ending.verdict));
}

std::string to_text(const GameRecord& game, const Headings& headings) {
  return game.notation.form == Notation::Form::plain ? plain(game, headings) : pgn_or_pdn(game, headings);
}

OutputFile::OutputFile(const std::string& file, std::string name, bool append)
    : OutputFile(open_to_write(file, append ? O_APPEND : O_TRUNC), std::move(name)) {}

OutputFile OutputFile::standard_output() { return {::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "standard output"}; }

OutputFile::OutputFile(int fd, std::string name) : name_(std::move(name)), descriptor_(fd) {
  if (!descriptor_) throw std::runtime_error(complaint());
}

void OutputFile::write(std::string_view text) {
  if (failed_ || files::write_all(descriptor_, text)) return;
  failed_ = true;
  std::cerr << "crown-match: " + complaint() + '\n';
}

std::string OutputFile::complaint() const {
  return name_ + " cannot be written: " + (errno == ENXIO ? "no program reads the pipe" : std::strerror(errno));
}

std::string text_of(const std::string& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) ? files::read_file(file) : "";
}

void LineSet::add(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines_.emplace(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

bool LineSet::contains(std::string_view text) const {
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) {
      const auto found = lines_.lower_bound(text);
      return found != lines_.end() && found->starts_with(text);
    }
    if (!lines_.contains(text.substr(0, end))) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

void GamesFile::finish() {
  for (const auto& [index, text] : waiting_) file_.write(text);
  waiting_.clear();
}

void GamesFile::add(const GameRecord& game) {
  waiting_[game.index] = format_(game);
  write_complete_pairs();
}

void GamesFile::add_earlier(const GameRecord& game) {
  auto text = format_(game);
  waiting_[game.index] = existing_.contains(text) ? "" : std::move(text);
  write_complete_pairs();
}

void GamesFile::write_complete_pairs() {
  while (true) {
    while (!is_scheduled_(next_)) next_ += 2;
    const auto first = waiting_.find(next_);
    const auto second = waiting_.find(next_ + 1);
    if (first == waiting_.end() || second == waiting_.end()) break;
    file_.write(first->second + second->second);
    waiting_.erase(first, std::next(second));
    next_ += 2;
  }
}

TrafficLog::TrafficLog(const LogRules& log_rules)
    : rules(log_rules), file_(rules.file, "the log '" + rules.file + "'", true) {
  file_.write(fmt::format(
      "# crown-match, {:%Y-%m-%d %H:%M:%S} UTC: seconds since then, game, engine, > to it or < from it, line\n",
      fmt::gmtime(std::time(nullptr))));
}

void TrafficLog::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  file_.write(text);
}

void Traffic::line(const std::string& engine, Direction direction, std::string_view text) {
  if (!log_) return;
  const auto& only = log_->rules.engine;
  if (!only.empty() && only != engine) return;
  if (buffer_.size() > max_buffer) buffer_.erase(0, buffer_.find('\n', buffer_.size() / 2) + 1);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - log_->began;
  buffer_ += fmt::format("{:.6f} game {} {} {} {}\n", time.count(), game_, engine,
                         direction == Direction::to_engine ? '>' : '<', wire::printable(text));
}

void Traffic::flush(bool failed) {
  if (!log_ || (log_->rules.only_failures && !failed)) return;
  log_->write(buffer_);
  buffer_.clear();
}

void Traffic::end_game(bool failed) {
  flush(failed);
  buffer_.clear();
}

}  // namespace crownd::match
