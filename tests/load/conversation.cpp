#include "load/conversation.hpp"

#include "connection/child_process.hpp"

#include <cstddef>
#include <random>
#include <sstream>

namespace crownd::load {

namespace {

using connection::ChildProcess;
using connection::ConnectionError;
using connection::within;

constexpr int longest_game = 60;  // plies
constexpr int plies_per_search = 6;
constexpr std::chrono::seconds answer_time{60};

class Recorder {
 public:
  Recorder(const std::string& program, std::uint64_t seed) : engine_({program}), random_(seed) {}

  /// The names of the games that the program has.
  std::vector<std::string> games() {
    std::vector<std::string> games;
    for (const auto& answer : say("games").answers) {
      std::istringstream words(answer);
      std::string word, name;
      if (words >> word >> name && word == "game") games.push_back(name);
    }
    return games;
  }

  Conversation play(const std::string& game) {
    conversation_.clear();
    say("setoption name Hash value 1");
    say("ucinewgame");
    say("position " + game + " startpos");
    for (int ply = 0; ply < longest_game; ++ply) {
      std::istringstream words(say("legalmoves").answers.front());
      std::vector<std::string> moves;
      for (std::string word; words >> word;) moves.push_back(word);
      if (moves.size() < 2) break;  // the word legalmoves itself
      if (random_() % plies_per_search == 0) say("go nodes 2000");
      say("move " + moves[1 + random_() % (moves.size() - 1)]);
    }
    say("fen");
    say("isready");
    return conversation_;
  }

 private:
  const Step& say(const std::string& line) {
    Step step{line, {}, line.starts_with("go ")};
    engine_.send(line);
    if (step.thinks) receive_to(step, "bestmove");
    if (line != "isready") engine_.send("isready");
    receive_to(step, "readyok");
    if (line != "isready") step.answers.pop_back();
    conversation_.push_back(std::move(step));
    return conversation_.back();
  }

  void receive_to(Step& step, const std::string& last) {
    do {
      const auto answer = engine_.receive(within(answer_time));
      if (!answer) throw ConnectionError("no answer to " + step.line);
      if (comes_with_time(*answer)) continue;
      step.answers.push_back(without_time(*answer));
    } while (step.answers.empty() || !step.answers.back().starts_with(last));
  }

  ChildProcess engine_;
  std::mt19937_64 random_;
  Conversation conversation_;
};

}  // namespace

std::string without_time(std::string_view answer) {
  std::string kept;
  std::istringstream words{std::string(answer)};
  if (!answer.starts_with("info ")) return std::string(answer);
  for (std::string word; words >> word;) {
    if (word == "time" || word == "nps") {
      words >> word;
      continue;
    }
    kept += (kept.empty() ? "" : " ") + word;
  }
  return kept;
}

bool comes_with_time(std::string_view answer) {
  const auto has = [&](std::string_view word) { return answer.find(word) != std::string_view::npos; };
  // A slow first iteration reports its best move so far, without a score.
  const bool is_incomplete = has(" multipv ") && !has(" score ");
  return answer.starts_with("info ") &&
         (has(" lowerbound ") || has(" upperbound ") || has(" currmove ") || is_incomplete);
}

bool is_further_info(std::string_view answer, std::string_view expected) {
  return answer.starts_with("info ") && without_time(answer) != expected;
}

std::vector<Conversation> record(const std::string& program, int games_each, std::uint64_t seed) {
  Recorder recorder(program, seed);
  const auto games = recorder.games();
  std::vector<Conversation> conversations;
  for (int i = 0; i < games_each; ++i)
    for (const auto& game : games) conversations.push_back(recorder.play(game));
  return conversations;
}

}  // namespace crownd::load
