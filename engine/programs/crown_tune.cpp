#include "games/all_rules.hpp"
#include "training/flags.hpp"
#include "training/tune.hpp"

#include <cstdlib>
#include <iostream>

// crown-tune try|spsa GAME: tunes a game's search parameters by playing games. See README.md.

namespace {

using namespace crownd;
using namespace crownd::training;
using search::Tuning;

const std::string usage =
    "usage: crown-tune try GAME --with NAME=VALUE [--with …] [--against NAME=VALUE …] [--games N] [--nodes N] [--seed "
    "S]\n"
    "       crown-tune spsa GAME --number NAME:STEP [--number …] [--games N] [--nodes N] [--rate R] [--seed S]\n"
    "       GAME is ";

const std::string known_flags[] = {"with", "against", "number", "games", "nodes", "rate", "seed"};

template <Rules R>
Duel<R> make_duel(const Flags& flags) {
  return {flags.count<std::uint64_t>("nodes", 5000), flags.count<std::uint64_t>("seed", 1, 0)};
}

int pairs_in(const Flags& flags, int otherwise) { return (flags.count<int>("games", otherwise) - 1) / 2 + 1; }

double elo(double share) {
  constexpr double edge = 1e-4;
  return -400 * std::log10(1 / std::clamp(share, edge, 1 - edge) - 1);
}

/// Results of pairs of games, -2 to 2 each.
class Tally {
 public:
  void add(int result) {
    ++pairs_;
    const double share = (result + 2) / 4.0;
    sum_ += share;
    squares_ += share * share;
  }

  /// Elo difference with the bounds of the 95 % confidence interval.
  [[nodiscard]] std::string text() const {
    constexpr double two_sided_95 = 1.96;
    const double mean = sum_ / pairs_;
    const double half = two_sided_95 * std::sqrt(std::max(squares_ / pairs_ - mean * mean, 0.0) / pairs_);
    const auto whole = [](double number) { return std::to_string(std::lround(number)); };
    return whole(100 * mean) + " % of " + std::to_string(2 * pairs_) + " games, Elo " + whole(elo(mean)) + " (" +
           whole(elo(mean - half)) + " to " + whole(elo(mean + half)) + ")";
  }

 private:
  int pairs_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

Tuning all_changed(Tuning tuning, const std::vector<std::string>& changes) {
  for (const auto& change : changes) tuning = changed(tuning, change);
  return tuning;
}

template <Rules R>
void try_out(const Flags& flags) {
  const Tuning now = search::tuning_of<R>();
  const Tuning with = all_changed(now, flags.all("with"));
  const Tuning against = all_changed(now, flags.all("against"));
  auto duel = make_duel<R>(flags);
  Tally tally;
  constexpr int reported_every = 50;
  const int pairs = pairs_in(flags, 400);
  for (int pair = 1; pair <= pairs; ++pair) {
    tally.add(duel.play_pair(with, against));
    if (pair % reported_every == 0 || pair == pairs) std::cout << tally.text() << std::endl;
  }
}

/// `NAME:STEP`
std::pair<std::string, double> split(const std::string& text) {
  const auto colon = text.find(':');
  const double step = colon == std::string::npos ? 0 : read_number(text.substr(colon + 1), "'" + text + "'");
  if (step <= 0) throw std::invalid_argument("'" + text + "': NAME:STEP is needed, such as probcut_margin:8");
  return {text.substr(0, colon), step};
}

template <Rules R>
void run_spsa(const Flags& flags) {
  const Tuning now = search::tuning_of<R>();
  std::vector<const TuningNumber*> names;
  std::vector<Spsa::Number> numbers;
  for (const auto& text : flags.all("number")) {
    const auto [name, step] = split(text);
    names.push_back(&tuning_number(name));
    numbers.push_back({static_cast<double>(now.*names.back()->member), step});
  }
  if (numbers.empty()) throw std::invalid_argument("--number is needed");
  const auto tuning_at = [&](const Spsa::Point& point) {
    Tuning tuning = now;
    for (std::size_t i = 0; i < names.size(); ++i) tuning.*names[i]->member = static_cast<int>(std::lround(point[i]));
    return tuning;
  };

  constexpr double common_rate = 0.02;
  const int pairs = pairs_in(flags, 4000);
  auto duel = make_duel<R>(flags);
  Spsa spsa(numbers, pairs, flags.number("rate", common_rate), flags.count<std::uint64_t>("seed", 1, 0));
  const auto report = [&] {
    std::cout << 2 * spsa.done() << " games:";
    const auto point = spsa.point();
    for (std::size_t i = 0; i < names.size(); ++i) std::cout << ' ' << names[i]->name << '=' << std::lround(point[i]);
    std::cout << std::endl;
  };
  constexpr int reported_every = 100;
  while (spsa.done() < pairs) {
    spsa.step([&](const auto& up, const auto& down) { return duel.play_pair(tuning_at(up), tuning_at(down)); });
    if (spsa.done() % reported_every == 0 || spsa.done() == pairs) report();
  }
}

/// Calls visit.operator()<R>() for each game except solved ones, which have no search parameters.
template <class Visit>
void for_each_game(Visit visit) {
  games::AllRules::for_each([&]<Rules R>() {
    if constexpr (!HasSolution<R>) visit.template operator()<R>();
  });
}

int run(const Flags& flags) {
  const auto& words = flags.words();
  if (words.size() != 2) return bad_command_line;
  void (*verb)(const Flags&) = nullptr;
  for_each_game([&]<Rules R>() {
    if (R::name == words[1]) verb = words[0] == "try" ? try_out<R> : run_spsa<R>;
  });
  if (verb == nullptr) throw std::invalid_argument("there is nothing to tune in " + words[1]);
  if (words[0] != "try" && words[0] != "spsa") throw std::invalid_argument("try or spsa is needed, not " + words[0]);
  verb(flags);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string names;
  for_each_game([&]<Rules R>() { names += (names.empty() ? "" : ", ") + std::string(R::name); });
  return run_program("crown-tune", argc, argv, known_flags, usage + names + '\n', run);
}
