#include "terminal/dialogue.hpp"

#include <cstdio>
#include <cstdlib>

namespace crownd::terminal {

namespace {

constexpr int default_movetime = 1000;
/// Search depth of the machine in the towers specification.
constexpr int specification_depth = 3;

std::string limits(const Strength& strength) {
  if (strength.specification_machine) return "minimax " + std::to_string(specification_depth);
  std::string text;
  if (strength.depth) text += "depth " + std::to_string(*strength.depth);
  if (strength.movetime || !strength.depth)
    text += " movetime " + std::to_string(strength.movetime.value_or(default_movetime));
  return text;
}

/// "6 moves", "1 move".
std::string moves(int count) { return std::to_string(count) + (count == 1 ? " move" : " moves"); }

/// "3.14", for a count of hundredths.
std::string hundredths(std::int64_t count) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(count) / 100);
  return text.data();
}

std::string progress_line(const Game& game, const wire::Info& info) {
  std::string line = "thinking: depth " + std::to_string(info.depth.value_or(0));
  if (info.score) line += "  " + verdict(game.info(), game.side(), *info.score);
  line += "  " + hundredths(info.time.value_or(0) / 10) + " s ";
  for (const auto& move : info.pv) line += " " + move;
  return line;
}

/// The best lines (MultiPV) of the last complete depth.
class BestLines {
 public:
  explicit BestLines(std::size_t max) : max_lines_(max) {}

  void add(const wire::Info& info) {
    const auto number = static_cast<std::size_t>(info.multipv.value_or(1));
    if (number == 1) {
      lines_ = lines();
      newest_.clear();
    }
    if (info.score->bound != wire::Bound::exact || number != newest_.size() + 1 || number > max_lines_) return;
    newest_.push_back({info.pv.empty() ? "" : info.pv.front(), info.score});
  }

  [[nodiscard]] const std::vector<SearchResult::Line>& lines() const {
    return newest_.size() < lines_.size() ? lines_ : newest_;
  }

 private:
  std::size_t max_lines_;
  std::vector<SearchResult::Line> lines_, newest_;
};

}  // namespace

std::string verdict(const GameInfo& game, std::size_t side, const wire::Score& score) {
  const std::string better(game.titles[score.value < 0 ? 1 - side : side]);
  const int size = std::abs(score.value);
  if (score.mate) return better + (game.ends_in_mate ? " has mate in " : " wins in ") + moves(size);
  const int tenths = (size + 5) / 10;
  if (tenths == 0) return "neither side is better";
  return better + " is better by " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

void print_more_notations(Table& table) {
  if (const auto also = table.game.info().fact("also"); !also.empty())
    table.console.print_line("Also read: " + std::string(also) + ".");
}

void show_board(Table& table, Marks marks) {
  marks.last = table.game.last_squares();
  auto& style = table.console.style();
  if (table.console.is_interactive()) style.width = screen_width();
  table.console.print(draw(table.game.board(), marks, style));
}

void set_players(Table& table, const Players& players) {
  const auto level = [](const Players& some) { return some.strength.level.value_or(full_level); };
  if (level(players) != level(table.players)) table.engine.set_option("Skill Level", level(players));
  table.players = players;
}

SearchResult search(Table& table, const Strength& strength, int lines) {
  SearchResult found;
  BestLines best(static_cast<std::size_t>(lines));
  connection::Watch watch;
  watch.on_info = [&](const wire::Info& info) {
    if (!info.score) return;
    best.add(info);
    if (info.multipv.value_or(1) == 1) table.console.progress(progress_line(table.game, info));
  };
  watch.wants_stop = [&] { return found.interrupted = table.console.interrupted(); };
  if (lines > 1) table.engine.set_option("MultiPV", lines);
  found.move = table.engine.go(limits(strength), watch).move.value_or("");
  if (lines > 1) table.engine.set_option("MultiPV", 1);
  table.console.progress("");
  found.lines = best.lines();
  return found;
}

}  // namespace crownd::terminal
