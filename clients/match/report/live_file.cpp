#include "match/report/live_file.hpp"

#include "match/report/own_output.hpp"
#include "program/replace_file.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace crownd::match {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds between_writes{250};
/// If nothing happens, so that readers see that the match goes on.
constexpr Milliseconds longest_silence{1000};

constexpr std::string_view live_type = "live";
constexpr std::string_view beginning = R"({"type":"live",)";

Json to_json(const LiveGame& live, const std::vector<std::string>& names) {
  auto json = opening_to_json(live.game, names);
  json["began"] = live.game.began;
  json["moves"] = live.moves;
  json["turn"] = live.turn;
  json["left-us"] = Json::array();
  for (const auto& clock : live.clocks) json["left-us"].push_back(clock ? Json(clock->count()) : Json());
  json["since-ms"] = live.since ? Json(live.since->count()) : Json();
  json["last"] = Json::array();
  for (const auto& move : live.last) json["last"].push_back(move ? to_json(*move) : Json());
  return json;
}

}  // namespace

std::string live_file_of(const std::string& json_file) {
  std::error_code error;
  if (json_file.empty() || json_file == "-") return "";
  if (std::filesystem::exists(json_file, error) && !std::filesystem::is_regular_file(json_file, error)) return "";
  return json_file + ".live";
}

void refuse_unless_live(const std::string& file) {
  std::error_code error;
  if (file.empty() || !std::filesystem::exists(file, error)) return;
  std::string text(beginning.size(), '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (!text.empty() && text != beginning)
    throw OutputError("--json: '" + file + "', for the games being played, is there already, and is of another kind");
}

LiveFile::LiveFile(std::string file, const MatchRules& rules, const Results& results, const LiveGames& games)
    : file_(std::move(file)),
      rules_(rules),
      schedule_(results.schedule()),
      games_(games),
      standing_{results.games(), results.pairings()},
      thread_([this] { run(); }) {}

LiveFile::~LiveFile() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ends_.notify_all();
  thread_.join();
  (void)std::remove(file_.c_str());
}

void LiveFile::count(const Results& results) {
  const std::lock_guard lock(mutex_);
  standing_.finished = results.games();
  standing_.tallies = results.pairings();
  ++standing_.changes;
}

void LiveFile::run() {
  std::pair<std::uint64_t, std::uint64_t> known;
  std::optional<Clock::time_point> written;
  std::unique_lock lock(mutex_);
  while (!over_) {
    const std::pair now(games_.changes(), standing_.changes);
    if (!written || now != known || Clock::now() - *written >= longest_silence) {
      known = now;
      written = Clock::now();
      const auto standing = standing_;
      lock.unlock();
      try {
        program::replace_file(file_, line(standing), program::Durability::none);
      } catch (const std::system_error& fault) {
        std::cerr << "crown-match: the file '" + file_ + "' cannot be written: " + fault.code().message() + '\n';
        return;
      }
      lock.lock();
    }
    ends_.wait_for(lock, between_writes, [this] { return over_; });
  }
}

std::string LiveFile::line(const Standing& standing) const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto names = rules_.names();
  Json json{{"type", live_type},
            {"game", rules_.game},
            {"written-ms", std::chrono::duration_cast<Milliseconds>(now).count()},
            {"games", standing.finished},
            {"scheduled", schedule_.expected_games()},
            {"pairings", pairings_to_json(schedule_, standing.tallies, rules_)},
            {"engines", Json::array()},
            {"playing", Json::array()}};
  for (const auto& name : names) json["engines"].push_back({{"name", name}});
  for (const auto& game : games_.all()) json["playing"].push_back(to_json(game, names));
  return to_line(json) + '\n';
}

}  // namespace crownd::match
