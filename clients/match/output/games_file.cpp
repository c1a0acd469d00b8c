#include "match/output/games_file.hpp"

#include <iterator>
#include <utility>

namespace crownd::match {

GamesFile::GamesFile(const std::string& file, Format format, std::function<bool(std::size_t)> is_ours,
                     OutputFile::Begin begin)
    : file_(file, "the games file '" + file + "'", begin), format_(std::move(format)), is_ours_(std::move(is_ours)) {}

void GamesFile::finish() {
  for (const auto& [index, text] : waiting_) file_.write(text);
  waiting_.clear();
}

void GamesFile::add(const GameRecord& game) {
  waiting_[game.index] = format_(game);
  write_what_is_complete();
}

void GamesFile::add_unless_in(const LineSet& lines, const GameRecord& game) {
  auto text = format_(game);
  waiting_[game.index] = lines.holds(text) ? "" : std::move(text);
  write_what_is_complete();
}

void GamesFile::write_what_is_complete() {
  while (true) {
    while (!is_ours_(next_)) next_ += 2;
    const auto first = waiting_.find(next_);
    const auto second = waiting_.find(next_ + 1);
    if (first == waiting_.end() || second == waiting_.end()) break;
    file_.write(first->second + second->second);
    waiting_.erase(first, std::next(second));
    next_ += 2;
  }
}

}  // namespace crownd::match
