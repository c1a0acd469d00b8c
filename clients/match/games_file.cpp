#include "match/games_file.hpp"

#include <stdexcept>
#include <utility>

namespace crownd::match {

GamesFile::GamesFile(const std::string& file, Format format, std::function<bool(std::size_t)> is_ours)
    : stream_(file), format_(std::move(format)), is_ours_(std::move(is_ours)) {
  if (!stream_) throw std::runtime_error("the games file '" + file + "' cannot be written");
}

GamesFile::~GamesFile() {
  for (const auto& [index, text] : waiting_) stream_ << text;
}

void GamesFile::add(const GameRecord& game) {
  waiting_[game.index] = format_(game);
  while (true) {
    while (!is_ours_(next_)) ++next_;
    const auto found = waiting_.find(next_);
    if (found == waiting_.end()) break;
    stream_ << found->second;
    waiting_.erase(found);
    ++next_;
  }
  stream_.flush();
}

}  // namespace crownd::match
