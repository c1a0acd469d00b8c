#include "match/report/reporter.hpp"

#include "match/report/elo_plot.hpp"
#include "match/report/json.hpp"
#include "match/tournament/knockout.hpp"
#include "platform/system.hpp"

#include <poll.h>
#include <spdlog/fmt/fmt.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <system_error>

namespace crownd::match {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds between_writes{250};
/// Pause between two writes without changes, so that readers see that the match is alive.
constexpr Milliseconds heartbeat_interval{1000};

constexpr std::string_view live_signature = R"({"type":"live",)";

Json to_json(const LiveGame& live, const std::vector<std::string>& names) {
  auto json = opening_to_json(live.game, names);
  json["began"] = live.game.began;
  json["moves"] = live.moves;
  json["turn"] = live.turn;
  json["left-us"] = live.clocks;
  json["since-ms"] = live.since;
  json["last"] = live.last;
  return json;
}

/// Whether this is a final JSON line of this match, perhaps before it was extended.
bool is_summary(const std::string& line, const MatchRules& rules) {
  try {
    const auto json = Json::parse(line);
    if (json.at("type") != "match" || json.at("game") != rules.game) return false;
    if (json.at("scheduled").get<std::size_t>() > rules.schedule().games()) return false;
    std::vector<std::string> names;
    for (const auto& engine : json.at("engines")) names.push_back(engine.at("name").get<std::string>());
    return names == rules.names();
  } catch (const Json::exception&) {
    return false;
  }
}

/// Whether a line without an end is the beginning of `whole`, or begins with it.
bool is_cut_off(std::string_view line, std::string_view whole) {
  return line.starts_with(whole) || whole.starts_with(line);
}

/// Only the games of a JSON file, without final lines and discarded games.
std::string only_games(const std::string& text, const MatchRules& rules) {
  constexpr std::string_view discarded = R"({"type":"discarded")";
  const auto summary = R"({"type":"match","game":)" + Json(rules.game).dump() + ',';
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const bool whole = !lines.eof();
    const bool remark = line.starts_with(discarded) || is_summary(line, rules) ||
                        (!whole && (is_cut_off(line, discarded) || is_cut_off(line, summary)));
    if (!remark) result += line + (whole ? "\n" : "");
  }
  return result;
}

RecordFile json_lines(const Settings& settings) {
  return {"--json", "file", settings.json_file == "-" ? "" : settings.json_file,
          [names = settings.rules.names()](const auto& game) { return to_line(to_json(game, names)) + '\n'; }};
}

/// Whether a descriptor is a pipe that no program reads.
bool is_unread(int descriptor) {
  pollfd fd{descriptor, 0, 0};
  return ::poll(&fd, 1, 0) > 0 && fd.revents == POLLERR;
}

std::size_t columns_of(int descriptor) {
  constexpr std::size_t default_columns = 80;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return default_columns;
  return size.ws_col;
}

}  // namespace

std::string live_file_of(const std::string& json_file) {
  std::error_code error;
  if (json_file.empty() || json_file == "-") return "";
  if (std::filesystem::exists(json_file, error) && !std::filesystem::is_regular_file(json_file, error)) return "";
  return json_file + ".live";
}

void refuse_foreign_live_file(const std::string& file) {
  if (const auto text = text_of(file); !text.empty() && !text.starts_with(live_signature))
    throw std::runtime_error("--json: '" + file +
                             "', for the running games, exists and was not written by crown-match");
}

/// A file with the running games, which exists during the match. A thread replaces it atomically a few times a second.
class LiveFile {
 public:
  LiveFile(std::string file, const MatchRules& rules, const Results& results, const LiveGames& games)
      : file_(std::move(file)),
        rules_(rules),
        schedule_(results.schedule()),
        games_(games),
        standings_{results.games(), expected_games(results), results.pairings()},
        thread_([this](const std::stop_token& stop) { run(stop); }) {}
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;
  ~LiveFile() {
    thread_.request_stop();
    thread_.join();
    (void)std::remove(file_.c_str());
  }

  /// Copies the results. The caller holds the lock that protects them.
  void update(const Results& results) {
    const std::lock_guard lock(mutex_);
    standings_ = {results.games(), expected_games(results), results.pairings(), standings_.changes + 1};
  }

 private:
  struct Standings {
    std::size_t finished = 0;
    std::size_t scheduled = 0;
    std::vector<Tally> tallies{};
    std::uint64_t changes = 0;  ///< incremented with the results
  };

  void run(const std::stop_token& stop) {
    std::pair<std::uint64_t, std::uint64_t> known;
    std::optional<Clock::time_point> written;
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      const std::pair now(games_.changes(), standings_.changes);
      if (!written || now != known || Clock::now() - *written >= heartbeat_interval) {
        known = now;
        written = Clock::now();
        const auto standings = standings_;
        lock.unlock();
        try {
          platform::replace_file(file_, line(standings), platform::Durability::none);
        } catch (const std::system_error& fault) {
          std::cerr << "crown-match: the file '" + file_ + "' cannot be written: " + fault.code().message() + '\n';
          return;
        }
        lock.lock();
      }
      wait_.wait_for(lock, stop, between_writes, [] { return false; });
    }
  }

  [[nodiscard]] std::string line(const Standings& standings) const {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto names = rules_.names();
    Json json{{"type", "live"},
              {"game", rules_.game},
              {"written-ms", std::chrono::duration_cast<Milliseconds>(now).count()},
              {"games", standings.finished},
              {"scheduled", standings.scheduled},
              {"pairings", pairings_to_json(schedule_, standings.tallies, rules_)},
              {"engines", Json::array()},
              {"playing", Json::array()}};
    for (const auto& name : names) json["engines"].push_back({{"name", name}});
    for (const auto& [index, game] : games_.all()) json["playing"].push_back(to_json(game, names));
    return to_line(json) + '\n';
  }

  const std::string file_;
  const MatchRules& rules_;
  const Schedule schedule_;
  const LiveGames& games_;
  std::mutex mutex_;
  std::condition_variable_any wait_;
  Standings standings_;
  std::jthread thread_;  // last: it uses the others
};

std::vector<RecordFile> game_files(const Settings& settings) {
  std::vector<RecordFile> files{
      {"--games-file", "games file", settings.games_file,
       [headings = settings.headings()](const auto& game) { return to_text(game, headings); }, Separator::empty_line},
      {"--epdout", "file of last positions", settings.epd_file, to_epd}};
  std::erase_if(files, [](const auto& file) { return file.path.empty(); });
  return files;
}

void refuse_to_overwrite(const Settings& settings, const std::vector<GameRecord>& games,
                         const std::vector<GameRecord>& json_games) {
  if (const auto plot = text_of(settings.plot_file); !plot.empty() && !plot.starts_with(plot_signature))
    throw std::runtime_error("--plot: '" + settings.plot_file + "' exists and was not written by crown-match");
  if (settings.append) return;
  const auto refuse_other_lines = [](const RecordFile& file, const std::string& text, const auto& written) {
    LineSet lines;
    for (const auto& game : written) lines.add(file.format(game));
    if (!lines.contains(text))
      throw std::runtime_error(file.flag + ": '" + file.path +
                               "' exists and has content that would be lost; --append appends to it");
  };
  for (const auto& file : game_files(settings)) refuse_other_lines(file, text_of(file.path), games);
  const auto json = json_lines(settings);
  refuse_other_lines(json, only_games(text_of(json.path), settings.rules), json_games);
}

void cut_partial_records(const Settings& settings, const std::vector<GameRecord>& games) {
  if (!settings.append) return;
  for (const auto& file : game_files(settings)) cut_partial_record(file, games);
  cut_partial_record(json_lines(settings), games);
}

std::string LiveArea::show(const std::vector<std::string>& lines, std::size_t columns) {
  auto text = clear();
  for (const auto& line : lines) {
    if (shown_++ > 0) text += '\n';
    text += first_characters(line, columns - 1);  // some terminals wrap after the last column
  }
  return text;
}

std::string LiveArea::clear() {
  if (shown_ == 0) return "";
  const auto up = shown_ > 1 ? "\033[" + std::to_string(shown_ - 1) + 'A' : "";
  shown_ = 0;
  return '\r' + up + "\033[J";
}

Reporter::Reporter(const Settings& settings, const Results& results, const LiveGames& live, StateWriter* state)
    : settings_(settings), results_(results), state_(state) {
  const auto is_scheduled = [&settings](std::size_t game) { return settings.shard.plays(game); };
  for (const auto& file : game_files(settings)) game_files_.emplace_back(file, is_scheduled, settings.append);
  if (json_to_stdout()) {
    json_ = OutputFile::standard_output();
  } else if (!settings.json_file.empty()) {
    if (settings.append) json_lines_.add(text_of(settings.json_file));
    json_.emplace(settings.json_file, "the file '" + settings.json_file + "'", settings.append);
  }
  if (const auto file = live_file_of(settings.json_file); !file.empty())
    live_file_ = std::make_unique<LiveFile>(file, settings.rules, results, live);
  terminal_ = ::isatty(json_to_stdout() ? STDERR_FILENO : STDOUT_FILENO) == 1;
}

Reporter::~Reporter() = default;

std::ostream& Reporter::text_output() const { return json_to_stdout() ? std::cerr : std::cout; }

std::size_t Reporter::remaining() const { return settings_.shard.part_of(expected_games(results_)) - results_.games(); }

void Reporter::earlier_game(const GameRecord& game) {
  for (auto& file : game_files_) file.add_earlier(game);
  const auto line = to_line(to_json(game, settings_.rules.names())) + '\n';
  if (json_ && !json_lines_.contains(line)) json_->write(line);
  if (live_file_) live_file_->update(results_);
}

void Reporter::finished(const GameRecord& game) {
  if (state_) state_->add(game);
  ++played_;
  running_.erase(game.index);
  for (auto& file : game_files_) file.add(game);
  if (json_) json_->write(to_line(to_json(game, settings_.rules.names())) + '\n');
  if (live_file_) live_file_->update(results_);
  report_pv_faults(game);
  report_time_loss(game);
  if (is_unread(STDOUT_FILENO)) throw std::runtime_error("no program reads standard output any more");
  if (settings_.quiet) return show_live();
  // On a terminal the live lines stay at the bottom; in a file they follow each game's line.
  clear_live();
  text_output() << game_line(game, settings_.rules) << '\n';
  const bool is_last = remaining() == 0 || is_decided(results_, settings_.rules);  // end() prints the last table
  if (settings_.report_every > 0 && played_ % settings_.report_every == 0 && !is_last)
    text_output() << '\n' << table(results_, settings_.rules) << '\n';
  if (!terminal_) text_output() << live_line(results_, settings_.rules, progress()) << '\n' << std::flush;
  show_live();
}

Progress Reporter::progress() const { return {played_, remaining(), std::chrono::steady_clock::now() - began_}; }

void Reporter::show_live() {
  if (!terminal_ || (settings_.quiet && !settings_.progress)) return;
  std::vector<std::string> lines;
  if (settings_.progress) {
    std::vector<RunningGame> games;
    for (const auto& [game, since] : running_) games.push_back({game, Clock::now() - since});
    lines = progress_lines(results_, settings_.rules, progress(), games);
  } else {
    lines = {live_line(results_, settings_.rules, progress())};
  }
  text_output() << live_area_.show(lines, columns_of(json_to_stdout() ? STDERR_FILENO : STDOUT_FILENO)) << std::flush;
}

void Reporter::clear_live() {
  if (terminal_) text_output() << live_area_.clear() << std::flush;
}

void Reporter::began(std::size_t game) {
  running_[game] = Clock::now();
  tick();
}

void Reporter::tick() {
  if (settings_.progress) show_live();
}

void Reporter::report_time_loss(const GameRecord& game) {
  if (reported_time_loss_ || game.ending.termination != Termination::time_loss) return;
  reported_time_loss_ = true;
  const auto& engine = settings_.rules.engines[game.loser()];
  warning(
      fmt::format("engine '{}' lost game {} on time, {} and its timemargin of {} ms. If the machine is busy: raise "
                  "timemargin=MS after --each, lower --concurrency, or raise the engine's option Move Overhead",
                  engine.name, game.index + 1, game.ending.detail,
                  std::chrono::duration_cast<Milliseconds>(engine.time_control.margin).count()));
}

void Reporter::report_pv_faults(const GameRecord& game) {
  for (const std::size_t side : {0U, 1U}) {
    const auto& example = game.pv_examples[side];
    const auto engine = game.sides[side];
    if (example.empty() || !reported_pv_faults_.insert(engine).second) continue;
    warning(fmt::format(
        "engine '{}', game {}: {}\n  further faults are only counted in the table; --no-check-pv turns this check off",
        settings_.rules.engines[engine].name, game.index + 1, example));
  }
}

void Reporter::discarded(std::size_t game) {
  if (state_) state_->discard(game);
  for (auto& file : game_files_) file.discard(game);
  if (json_) json_->write(to_line(discarded_to_json(game)) + '\n');
  if (live_file_) live_file_->update(results_);
  if (settings_.quiet) return;
  clear_live();
  text_output() << "game " << game + 1 << " is replayed\n" << std::flush;
}

void Reporter::warning(const std::string& sentence) {
  clear_live();
  std::cerr << "crown-match: " << sentence << '\n';
}

void Reporter::end_games() {
  for (auto& file : game_files_) file.finish();
}

void Reporter::end(int exit_code) {
  if (json_) {
    auto line = summary(results_, settings_.rules);
    line["exit"] = exit_code;
    json_->write(to_line(line) + '\n');
  }
  live_file_.reset();
  if (!settings_.plot_file.empty()) {
    OutputFile file(settings_.plot_file, "the plot '" + settings_.plot_file + "'");
    file.write(elo_plot(results_, settings_.rules));
    plot_failed_ = file.failed();
  }
  clear_live();
  text_output() << (settings_.quiet ? "" : "\n") << table(results_, settings_.rules)
                << (settings_.show_latency ? latency_table(results_, settings_.rules) : "") << std::flush;
}

}  // namespace crownd::match
