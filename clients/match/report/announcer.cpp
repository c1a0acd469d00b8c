#include "match/report/announcer.hpp"

#include "match/output/game_text.hpp"
#include "match/report/elo_plot.hpp"
#include "match/report/json.hpp"
#include "match/report/own_output.hpp"
#include "match/tournament/plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace crownd::match {

Announcer::Announcer(const Settings& settings, const Results& results, const LiveGames& live)
    : settings_(settings), results_(results) {
  const auto begin = settings.append ? OutputFile::Begin::at_the_end : OutputFile::Begin::anew;
  if (settings.append) {
    games_lines_ = lines_of_file(settings.games_file);
    json_lines_ = lines_of_file(settings.json_file);
    position_lines_ = lines_of_file(settings.epd_file);
  }
  const auto is_ours = [&settings](std::size_t game) { return settings.shard.plays(game); };
  if (!settings.games_file.empty())
    games_.emplace(settings.games_file, game_format(settings.headings()), is_ours, begin);
  if (!settings.epd_file.empty()) positions_.emplace(settings.epd_file, to_epd, is_ours, begin);
  if (json_to_stdout())
    json_ = OutputFile::standard_output();
  else if (!settings.json_file.empty())
    json_.emplace(settings.json_file, "the file '" + settings.json_file + "'", begin);
  if (const auto file = live_file_of(settings.json_file); !file.empty())
    live_file_.emplace(file, settings.rules, results, live);
  terminal_ = ::isatty(json_to_stdout() ? STDERR_FILENO : STDOUT_FILENO) == 1;
}

std::ostream& Announcer::people() const { return json_to_stdout() ? std::cerr : std::cout; }

std::size_t Announcer::count_remaining() const {
  const auto& schedule = results_.schedule();
  if (schedule.format == Format::knockout)
    return schedule.expected_games() - std::min(schedule.expected_games(), results_.games());
  std::size_t count = 0;
  for (std::size_t game = 0; game < results_.schedule().games(); ++game)
    count += settings_.shard.plays(game) && !results_.has(game) ? 1 : 0;
  return count;
}

void Announcer::write(const GameRecord& game) {
  if (games_) games_->add(game);
  if (positions_) positions_->add(game);
  if (json_) json_->write(to_line(to_json(game, settings_.rules.names())) + '\n');
  if (live_file_) live_file_->count(results_);
}

void Announcer::earlier_game(const GameRecord& game) {
  if (games_) games_->add_unless_in(games_lines_, game);
  if (positions_) positions_->add_unless_in(position_lines_, game);
  const auto line = to_line(to_json(game, settings_.rules.names())) + '\n';
  if (json_ && !json_lines_.holds(line)) json_->write(line);
  if (live_file_) live_file_->count(results_);
}

void Announcer::game(const GameRecord& game) {
  ++played_;
  remaining_ = remaining_ ? *remaining_ - std::min<std::size_t>(1, *remaining_) : count_remaining();
  under_way_.erase(game.index);
  write(game);
  report_pv_faults(game);
  report_time_loss(game);
  if (settings_.quiet) return show_live();
  // On a terminal the live lines stay at the bottom; in a file they follow each game's line.
  clear_live();
  people() << game_line(game, settings_.rules) << '\n';
  const bool is_last = *remaining_ == 0 || is_decided(results_, settings_.rules);  // end() prints the last table
  if (settings_.report_every > 0 && played_ % settings_.report_every == 0 && !is_last)
    people() << '\n' << table(results_, settings_.rules) << '\n';
  if (!terminal_) people() << live_line(results_, settings_.rules, progress()) << '\n' << std::flush;
  show_live();
}

Progress Announcer::progress() {
  if (!remaining_) remaining_ = count_remaining();
  return {played_, *remaining_, std::chrono::steady_clock::now() - began_};
}

void Announcer::show_live() {
  if (!terminal_ || (settings_.quiet && !settings_.progress)) return;
  std::vector<std::string> lines;
  if (settings_.progress) {
    std::vector<UnderWay> games;
    for (const auto& [game, since] : under_way_) games.push_back({game, std::chrono::steady_clock::now() - since});
    lines = progress_lines(results_, settings_.rules, progress(), games);
  } else {
    lines = {live_line(results_, settings_.rules, progress())};
  }
  people() << live_.show(lines, columns_of(json_to_stdout() ? STDERR_FILENO : STDOUT_FILENO)) << std::flush;
}

void Announcer::clear_live() {
  if (terminal_) people() << live_.clear() << std::flush;
}

void Announcer::began(std::size_t game) {
  under_way_[game] = std::chrono::steady_clock::now();
  tick();
}

void Announcer::given_up(std::size_t game) { under_way_.erase(game); }

void Announcer::tick() {
  if (settings_.progress) show_live();
}

void Announcer::report_time_loss(const GameRecord& game) {
  if (lost_on_time_ || game.ending.verdict != Verdict::time_loss) return;
  lost_on_time_ = true;
  const auto& engine =
      settings_.rules.engines[game.sides[static_cast<std::size_t>(1 - game.ending.winner.value_or(0))]];
  const auto margin = std::chrono::duration_cast<Milliseconds>(engine.limits.margin);
  trouble("engine '" + engine.name + "' lost game " + std::to_string(game.index + 1) + " on time, " +
          game.ending.detail + " and its timemargin of " + std::to_string(margin.count()) +
          " ms. If the machine is busy and the engine not slow: timemargin=MS after --each forgives more, "
          "--concurrency with fewer games leaves more of the machine to each, and engines that have the option "
          "Move Overhead move earlier with a larger one");
}

void Announcer::report_pv_faults(const GameRecord& game) {
  for (const std::size_t side : {0U, 1U}) {
    const auto& example = game.pv_examples[side];
    const auto engine = game.sides[side];
    if (example.empty() || !faulty_.insert(engine).second) continue;
    trouble("engine '" + settings_.rules.engines[engine].name + "', game " + std::to_string(game.index + 1) + ": " +
            example + "\n  such faults are counted in the table, and not shown again; --no-check-pv turns this off");
  }
}

void Announcer::discarded(std::size_t game) {
  if (remaining_) ++*remaining_;
  if (games_) games_->discard(game);
  if (positions_) positions_->discard(game);
  if (json_) json_->write(to_line(discarded_to_json(game)) + '\n');
  if (live_file_) live_file_->count(results_);
  if (settings_.quiet) return;
  clear_live();
  people() << "game " << game + 1 << " is played again\n" << std::flush;
}

void Announcer::trouble(const std::string& sentence) {
  clear_live();
  std::cerr << "crown-match: " << sentence << '\n';
}

void Announcer::end_games() {
  if (games_) games_->finish();
  if (positions_) positions_->finish();
}

void Announcer::draw() {
  OutputFile file(settings_.plot_file, "the plot '" + settings_.plot_file + "'");
  file.write(elo_plot(results_, settings_.rules));
  plot_failed_ = file.failed();
}

void Announcer::end(int exit_code) {
  if (json_) {
    auto line = summary(results_, settings_.rules);
    line["exit"] = exit_code;
    json_->write(to_line(line) + '\n');
  }
  live_file_.reset();
  if (!settings_.plot_file.empty()) draw();
  clear_live();
  people() << (settings_.quiet ? "" : "\n") << table(results_, settings_.rules)
           << (settings_.show_latency ? latency_table(results_, settings_.rules) : "") << std::flush;
}

}  // namespace crownd::match
