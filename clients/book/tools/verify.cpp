#include "batch/daemon.hpp"
#include "book/tools/loaded_book.hpp"
#include "book/tools/tools.hpp"

#include <cstdint>
#include <iostream>
#include <string>

namespace crownd::crown_book {

namespace {

class Verifier {
 public:
  Verifier(const book::Book& book, connection::Engine& engine) : book_(book), engine_(engine) {}

  /// Of one entry.
  void check(const book::Entry& entry) {
    try {
      engine_.set_position(book_.game(), entry.position);
    } catch (const connection::Refused& refused) {
      return complain(entry, refused.what());
    }
    if (engine_.position() != entry.position) complain(entry, "the engine writes '" + engine_.position() + "'");
    // A position with one move was searched, not expanded: its score is the search's own.
    const bool expanded = entry.moves.size() > 1 && entry.moves.size() == engine_.legal_moves().size();
    for (const auto& move : entry.moves) check(entry, move, expanded);
  }
  [[nodiscard]] std::uint64_t faults() const { return faults_; }

 private:
  void check(const book::Entry& entry, const book::BookMove& move, bool expanded) {
    try {
      const auto moved = engine_.move(move.move);
      if (moved.moves.front() != move.move) complain(entry, move.move + " is " + moved.moves.front() + " in full");
      const auto replies = book_.find(engine_.position());
      if (expanded && !replies.empty() && move.score != -replies.front().score.one_ply_later())
        complain(entry, move.move + " is worth " + std::to_string(move.score.raw()) + ", but the best reply " +
                            replies.front().move + " is worth " + std::to_string(replies.front().score.raw()));
      (void)engine_.undo(1);
    } catch (const connection::Refused& refused) {
      complain(entry, move.move + ": " + refused.what());
    }
  }
  void complain(const book::Entry& entry, const std::string& what) {
    ++faults_;
    std::cerr << entry.position << ": " << what << '\n';
  }

  const book::Book& book_;
  connection::Engine& engine_;
  std::uint64_t faults_ = 0;
};

}  // namespace

bool verify(const std::string& file, const batch::Daemons& daemons) {
  const LoadedBook loaded(file);
  auto all = batch::make_daemons(daemons, {}, 1, 1);
  Verifier verifier(loaded.book(), all.front().engine());
  loaded.book().for_each([&](const book::Entry& entry) { verifier.check(entry); });
  std::cout << file << ": " << loaded.book().positions() << " positions, " << verifier.faults() << " faults\n";
  return verifier.faults() == 0;
}

}  // namespace crownd::crown_book
