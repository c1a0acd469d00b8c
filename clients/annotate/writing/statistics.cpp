#include "annotate/writing/statistics.hpp"

#include "annotate/judgement/chances.hpp"
#include "annotate/writing/words.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace crownd::annotate {

namespace {

std::vector<NamedTally> sorted(const std::map<std::string, Tally>& tallies) {
  std::vector<NamedTally> result;
  for (const auto& [name, tally] : tallies) result.push_back({name, tally});
  std::stable_sort(result.begin(), result.end(),
                   [](const auto& one, const auto& other) { return one.tally.games > other.tally.games; });
  return result;
}

bool misses_win(const MoveNote& note) {
  const auto after = chance_of(note.exact_after);
  return note.exact_before.verdict == wire::Verdict::win && after && *after < certain;
}

}  // namespace

void Tally::add(const Tally& other) {
  games += other.games;
  choices += other.choices;
  accuracies += other.accuracies;
  for (std::size_t i = 0; i < judged.size(); ++i) judged[i] += other.judged[i];
}

int Tally::tenths() const {
  return choices == 0 ? 0 : static_cast<int>(std::lround(10 * accuracies / static_cast<double>(choices)));
}

Tally tally_of(const GameNotes& notes, int side) {
  Tally tally;
  tally.games = 1;
  for (const auto& note : notes.moves) {
    if (note.side != side || note.legal <= 1) continue;
    ++tally.choices;
    tally.accuracies += accuracy_of(note.loss);
    ++tally.judged[static_cast<std::size_t>(note.judgement)];
  }
  return tally;
}

Summary summarise(const reading::Inputs& inputs, const std::vector<GameNotes>& games, std::size_t most) {
  Summary summary;
  std::map<std::string, Tally> players, openings;
  for (std::size_t index = 0; index < games.size(); ++index) {
    const auto& notes = games[index];
    const auto& input = inputs.games[index];
    if (!notes.skipped.empty()) continue;
    ++summary.games;
    summary.positions += notes.moves.size();
    auto& opening = openings[opening_of(input, notes)];
    for (const int side : {0, 1}) {
      auto tally = tally_of(notes, side);
      players[player_of(input, notes, side)].add(tally);
      tally.games = side == 0 ? 1 : 0;
      opening.add(tally);
    }
    for (std::size_t ply = 0; ply < notes.moves.size(); ++ply) {
      if (notes.moves[ply].judgement != Judgement::none) summary.worst.push_back({index, ply});
      if (misses_win(notes.moves[ply])) summary.missed.push_back({index, ply});
    }
  }
  summary.players = sorted(players);
  summary.openings = sorted(openings);
  const auto note_at = [&](const MovePlace& place) -> const MoveNote& { return games[place.game].moves[place.ply]; };
  std::stable_sort(summary.worst.begin(), summary.worst.end(),
                   [&](const auto& one, const auto& other) { return note_at(one).loss > note_at(other).loss; });
  const auto length = [&](const MovePlace& place) { return note_at(place).exact_before.plies.value_or(0); };
  std::stable_sort(summary.missed.begin(), summary.missed.end(),
                   [&](const auto& one, const auto& other) { return length(one) > length(other); });
  summary.worst.resize(std::min(summary.worst.size(), most));
  summary.missed.resize(std::min(summary.missed.size(), most));
  return summary;
}

}  // namespace crownd::annotate
