#include "terminal/table.hpp"

#include <cstdio>
#include <cstdlib>

namespace crownd::terminal {

namespace {

constexpr int usual_movetime = 1000;
/// The machine of the towers specification looks so far ahead.
constexpr int specification_depth = 3;

std::string limits(const Flags& flags) {
  if (flags.specification_machine) return "minimax " + std::to_string(specification_depth);
  std::string text;
  if (flags.depth) text += "depth " + std::to_string(*flags.depth);
  if (flags.movetime || !flags.depth) text += " movetime " + std::to_string(flags.movetime.value_or(usual_movetime));
  return text;
}

/// "3.14", for a count of hundredths.
std::string hundredths(std::int64_t count) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(count) / 100);
  return text.data();
}

std::string progress_line(const wire::Info& info) {
  std::string line = "thinking: depth " + std::to_string(info.depth.value_or(0));
  if (info.score) line += "  " + text_of(*info.score);
  line += "  " + hundredths(info.time.value_or(0) / 10) + " s ";
  for (const auto& move : info.pv) line += " " + move;
  return line;
}

}  // namespace

void show_board(Table& table, Marks marks) {
  marks.last = table.game.last_squares();
  auto& style = table.console.style();
  if (table.console.is_interactive()) style.width = table.console.width();
  table.console.say(draw(table.game.board(), marks, style));
}

Thought think(Table& table) {
  Thought thought;
  Watch watch;
  watch.on_info = [&](const wire::Info& info) {
    if (info.multipv.value_or(1) != 1 || !info.score) return;
    thought.score = info.score;
    table.console.progress(progress_line(info));
  };
  watch.wants_stop = [&] { return thought.interrupted = table.console.interrupted(); };
  thought.move = table.engine.go(limits(table.flags), watch).move.value_or("");
  table.console.progress("");
  return thought;
}

std::string text_of(const wire::Score& score) {
  if (!score.mate) return (score.value < 0 ? "" : "+") + hundredths(score.value);
  return (score.value > 0 ? "wins in " : "loses in ") + std::to_string(std::abs(score.value));
}

}  // namespace crownd::terminal
