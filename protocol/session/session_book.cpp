#include "session/session_book.hpp"

#include "book/choice.hpp"

#include <algorithm>
#include <random>

namespace crownd::session {

SessionBook::SessionBook(const Environment& environment) : environment_(environment), random_(std::random_device{}()) {}

std::string SessionBook::open(const std::string& path) {
  if (path.empty()) {
    chosen_ = nullptr;
    return "the usual books";
  }
  chosen_ = open_book_file(path, environment_.games);
  return chosen_->summary();
}

std::vector<book::BookMove> SessionBook::moves(const play::AnyGame& game) const {
  auto file = chosen_ && chosen_->game() == game.name() ? chosen_ : nullptr;
  if (!file && environment_.books) file = environment_.books->of(game.name());
  if (!file) return {};
  auto found = file->find(game.position_text());
  if (found.empty()) return found;
  const auto legal = game.legal_moves();
  std::erase_if(found,
                [&](const auto& move) { return std::find(legal.begin(), legal.end(), move.move) == legal.end(); });
  return found;
}

std::optional<book::BookMove> SessionBook::choose(const play::AnyGame& game) {
  if (!plays) return std::nullopt;
  const auto known = moves(game);
  const auto* const chosen = book::choose(known, variety, random_.next());
  return chosen != nullptr ? std::optional(*chosen) : std::nullopt;
}

}  // namespace crownd::session
