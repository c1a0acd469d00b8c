#include "book/tools/loaded_book.hpp"
#include "book/tools/rulings.hpp"
#include "book/tools/tools.hpp"

#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace crownd::crown_book {

namespace {

/// What is wrong with an entry: sentences.
std::vector<std::string> faults_of(const book::Book& book, const book::Entry& entry, const Ruling& ruling) {
  if (!ruling.refusal.empty()) return {ruling.refusal};
  std::vector<std::string> faults;
  if (ruling.position != entry.position) faults.push_back("the engine writes '" + ruling.position + "'");
  // A position with one move was searched, not expanded: its score is the search's own.
  const bool expanded = entry.moves.size() > 1 && entry.moves.size() == ruling.legal;
  for (std::size_t i = 0; i < entry.moves.size(); ++i) {
    const auto& move = entry.moves[i];
    const auto& [refusal, canonical, after] = ruling.moves[i];
    if (!refusal.empty()) {
      faults.push_back(move.move + ": " + refusal);
      continue;
    }
    if (canonical != move.move) faults.push_back(move.move + " is " + canonical + " in full");
    if (!expanded) continue;
    const auto replies = book.find(after);
    if (!replies.empty() && move.score != -replies.front().score.one_ply_later())
      faults.push_back(move.move + " is worth " + std::to_string(move.score.raw()) + ", but the best reply " +
                       replies.front().move + " is worth " + std::to_string(replies.front().score.raw()));
  }
  return faults;
}

}  // namespace

bool verify(const std::string& file, const batch::Daemons& daemons) {
  const LoadedBook loaded(file);
  const auto& book = loaded.book();
  const Entries entries{std::string(book.game()), static_cast<std::size_t>(book.positions()),
                        [&](std::size_t number) { return book.at(number); }};
  std::map<std::size_t, std::vector<std::string>> faults;
  std::size_t count = 0;
  for_each_ruling(entries, daemons, [&](std::size_t number, const book::Entry& entry, const Ruling& ruling) {
    auto found = faults_of(book, entry, ruling);
    count += found.size();
    if (!found.empty()) faults.emplace(number, std::move(found));
  });
  for (const auto& [number, sentences] : faults)
    for (const auto& sentence : sentences) std::cerr << book.at(number).position << ": " << sentence << '\n';
  std::cout << file << ": " << book.positions() << " positions, " << count << " faults\n";
  return count == 0;
}

}  // namespace crownd::crown_book
