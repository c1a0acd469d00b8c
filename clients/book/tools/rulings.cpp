#include "book/tools/rulings.hpp"

#include "batch/daemon.hpp"
#include "batch/progress.hpp"
#include "batch/share_out.hpp"
#include "wire/reply_reader.hpp"
#include "wire/words.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace crownd::crown_book {

namespace {

/// Entries that one daemon takes at a time.
constexpr std::size_t entries_at_once = 64;
/// Moves that are asked about before the answers are awaited, except where one position has more: the way to a daemon
/// hardly counts then, and a slow one answers in time.
constexpr std::size_t moves_at_once = 200;

std::string commands_for(const std::string& game, const book::Entry& entry) {
  std::string text = "position " + game + ' ' + entry.position + "\nfen\nlegalmoves\n";
  for (const auto& move : entry.moves) text += "move " + move.move + "\nfen\nundo\n";
  return text;
}

/// Reads the answers to those commands, line by line. After a position that is refused the others are answered, too,
/// for the position before it.
class RulingReader {
 public:
  explicit RulingReader(std::size_t moves) { ruling_.moves.resize(moves); }

  /// True for the last line.
  bool read(std::string_view line) {
    if (wire::Words(line).take_if("info")) return false;
    const auto error = wire::read_error(line);
    switch (next_) {
      case Next::position:
        if (error && ruling_.refusal.empty()) {
          ruling_.refusal = error->message;
          return false;
        }
        if (const auto fen = wire::read_fen(line)) ruling_.position = fen->text;
        next_ = Next::legal;
        return false;
      case Next::legal:
        if (const auto legal = wire::read_legal_moves(line)) ruling_.legal = legal->size();
        next_ = Next::moved;
        return ruling_.moves.empty();
      case Next::moved:
        if (error) ruling_.moves[move_].refusal = error->message;
        if (const auto moved = wire::read_moved(line); moved && !moved->moves.empty())
          ruling_.moves[move_].move = moved->moves.front();
        next_ = Next::after;
        return false;
      case Next::after:
        if (const auto fen = wire::read_fen(line)) ruling_.moves[move_].after = fen->text;
        next_ = Next::undone;
        return false;
      case Next::undone: next_ = Next::moved; return ++move_ == ruling_.moves.size();
    }
    return true;
  }
  [[nodiscard]] Ruling result() && {
    if (!ruling_.refusal.empty()) return {std::move(ruling_.refusal), {}, 0, {}};
    for (auto& move : ruling_.moves)
      if (!move.refusal.empty()) move = {std::move(move.refusal), {}, {}};
    return std::move(ruling_);
  }

 private:
  enum class Next : std::uint8_t { position, legal, moved, after, undone };

  Next next_ = Next::position;
  std::size_t move_ = 0;
  Ruling ruling_;
};

/// Of the entries from one index on: as many as are asked about at once.
std::size_t end_of_exchange(const std::vector<book::Entry>& entries, std::size_t begin) {
  std::size_t end = begin, moves = 0;
  while (end < entries.size() && (end == begin || moves + entries[end].moves.size() <= moves_at_once))
    moves += entries[end++].moves.size();
  return end;
}

std::vector<Ruling> rulings_on(const std::vector<book::Entry>& entries, const std::string& game,
                               connection::Engine& engine) {
  std::vector<Ruling> rulings;
  while (rulings.size() < entries.size()) {
    const auto end = end_of_exchange(entries, rulings.size());
    std::string commands;
    for (auto at = rulings.size(); at < end; ++at) commands += commands_for(game, entries[at]);
    RulingReader reader(entries[rulings.size()].moves.size());
    engine.exchange(commands, [&](const std::string& line) {
      if (!reader.read(line)) return false;
      rulings.push_back(std::move(reader).result());
      if (rulings.size() == end) return true;
      reader = RulingReader(entries[rulings.size()].moves.size());
      return false;
    });
  }
  return rulings;
}

std::vector<book::Entry> batch_of(const Entries& entries, std::size_t first) {
  std::vector<book::Entry> batch;
  for (auto at = first; at < std::min(entries.count, first + entries_at_once); ++at) batch.push_back(entries.at(at));
  return batch;
}

}  // namespace

void for_each_ruling(const Entries& entries, const batch::Daemons& daemons,
                     const std::function<void(std::size_t, const book::Entry&, const Ruling&)>& visit) {
  batch::Progress progress(::isatty(STDERR_FILENO) != 0);
  std::mutex mutex;
  std::size_t done = 0;
  batch::Work work;
  for (std::size_t first = 0; first < entries.count; first += entries_at_once) work.pieces.push_back(first);
  work.perform = [&](connection::Engine& engine, std::size_t first) {
    const auto these = batch_of(entries, first);
    const auto rulings = rulings_on(these, entries.game, engine);
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < these.size(); ++i) visit(first + i, these[i], rulings[i]);
    done += these.size();
    progress.show(std::to_string(done) + " of " + std::to_string(entries.count) + " positions", done, entries.count);
  };
  work.name = [&](std::size_t first) { return "'" + entries.at(first).position + "' and the positions behind it"; };
  work.report = [&](const std::string& line) { progress.report("crown-book: " + line); };
  auto all = batch::make_daemons(daemons, {}, 1, work.pieces.size());
  if (batch::share_out(work, std::move(all), daemons.patience) > 0)
    throw std::runtime_error(std::to_string(entries.count - done) + " of " + std::to_string(entries.count) +
                             " positions were not looked at: no daemon is left");
}

void check_ruling(const book::Entry& entry, const Ruling& ruling) {
  const auto refuse = [&](const std::string& what) {
    throw std::runtime_error("a book is wrong in '" + entry.position + "': " + what +
                             "; crown-book verify lists all faults of a book");
  };
  if (!ruling.refusal.empty()) refuse(ruling.refusal);
  if (ruling.position != entry.position) refuse("the engine writes '" + ruling.position + "'");
  for (std::size_t i = 0; i < entry.moves.size(); ++i) {
    const auto& [refusal, move, after] = ruling.moves[i];
    if (!refusal.empty()) refuse(entry.moves[i].move + ": " + refusal);
    if (move != entry.moves[i].move) refuse(entry.moves[i].move + " is " + move + " in full");
  }
}

}  // namespace crownd::crown_book
