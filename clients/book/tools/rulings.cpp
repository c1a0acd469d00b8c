#include "book/tools/rulings.hpp"

#include "batch/daemon.hpp"
#include "batch/progress.hpp"
#include "wire/reply_reader.hpp"
#include "wire/words.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
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

using Visit = std::function<void(std::size_t, const book::Entry&, const Ruling&)>;

/// The batches that nobody has begun yet.
class Batches {
 public:
  Batches(const Entries& entries, const Visit& visit)
      : entries_(entries), visit_(visit), progress_(::isatty(STDERR_FILENO) != 0) {
    for (std::size_t first = 0; first < entries.count; first += entries_at_once) waiting_.push_back(first);
  }

  /// The number of the first entry; none when all are done. Blocks while others work: a batch may be put back.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || running_ == 0 || failure_; });
    if (waiting_.empty() || failure_) return std::nullopt;
    const auto first = waiting_.front();
    waiting_.pop_front();
    ++running_;
    return first;
  }
  void finish(std::size_t first, const std::vector<book::Entry>& entries, const std::vector<Ruling>& rulings) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < entries.size(); ++i) visit_(first + i, entries[i], rulings[i]);
    done_ += entries.size();
    progress_.show(std::to_string(done_) + " of " + std::to_string(entries_.count) + " positions", done_,
                   entries_.count);
    --running_;
    changed_.notify_all();
  }
  void put_back(std::size_t first) {
    const std::lock_guard lock(mutex_);
    waiting_.push_front(first);
    --running_;
    changed_.notify_all();
  }
  /// Ends all workers.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_all();
  }
  void report(const std::string& line) { progress_.report("crown-book: " + line); }
  /// After the workers have ended.
  void check_done() const {
    if (failure_) std::rethrow_exception(failure_);
    if (done_ < entries_.count)
      throw std::runtime_error(std::to_string(entries_.count - done_) + " of " + std::to_string(entries_.count) +
                               " positions were not looked at: no daemon is left");
  }
  [[nodiscard]] std::size_t count() const { return waiting_.size(); }

 private:
  const Entries& entries_;
  const Visit& visit_;
  batch::Progress progress_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::size_t> waiting_;
  std::size_t running_ = 0, done_ = 0;
  std::exception_ptr failure_;
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

void work(Batches& batches, const Entries& entries, batch::Daemon& daemon, std::chrono::seconds patience) {
  try {
    while (const auto first = batches.take()) {
      std::vector<book::Entry> these;
      for (auto at = *first; at < std::min(entries.count, *first + entries_at_once); ++at)
        these.push_back(entries.at(at));
      const bool done = daemon.persist(
          [&](connection::Engine& engine) { batches.finish(*first, these, rulings_on(these, entries.game, engine)); },
          "'" + these.front().position + "' and the positions behind it", patience,
          [&](const std::string& line) { batches.report(line); });
      if (!done) return batches.put_back(*first);
    }
  } catch (...) {
    batches.fail(std::current_exception());
  }
}

}  // namespace

void for_each_ruling(const Entries& entries, const batch::Daemons& daemons, const Visit& visit) {
  Batches batches(entries, visit);
  auto all = batch::make_daemons(daemons, {}, 1, batches.count());
  for (auto& daemon : all) (void)daemon.engine();
  std::vector<std::jthread> threads;
  for (auto& daemon : all)
    threads.emplace_back(
        [&batches, &entries, &daemon, patience = daemons.patience] { work(batches, entries, daemon, patience); });
  threads.clear();  // waits for them
  batches.check_done();
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
