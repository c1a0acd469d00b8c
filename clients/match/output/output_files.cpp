#include "match/output/output_files.hpp"

#include "files/files.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace crownd::match {

namespace {

constexpr int output_file_mode = 0666;

/// Refuses a pipe without a reader (ENXIO) instead of waiting.
int open_to_write(const std::string& file, int flags) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, output_file_mode);
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

}  // namespace

OutputFile::OutputFile(const std::string& file, std::string name, bool append)
    : OutputFile(open_to_write(file, append ? O_APPEND : O_TRUNC), std::move(name)) {}

OutputFile OutputFile::standard_output() { return {::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "standard output"}; }

OutputFile::OutputFile(int fd, std::string name) : name_(std::move(name)), descriptor_(fd) {
  if (!descriptor_) throw std::runtime_error(complaint());
}

void OutputFile::write(std::string_view text) {
  if (failed_ || files::write_all(descriptor_, text)) return;
  failed_ = true;
  std::cerr << "crown-match: " + complaint() + '\n';
}

std::string OutputFile::complaint() const {
  return name_ + " cannot be written: " + (errno == ENXIO ? "no program reads the pipe" : std::strerror(errno));
}

std::string text_of(const std::string& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) ? files::read_file(file) : "";
}

void LineSet::add(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines_.emplace(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

bool LineSet::contains(std::string_view text) const {
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) {
      const auto found = lines_.lower_bound(text);
      return found != lines_.end() && found->starts_with(text);
    }
    if (!lines_.contains(text.substr(0, end))) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

void GamesFile::finish() {
  for (const auto& [index, text] : waiting_) file_.write(text);
  waiting_.clear();
}

void GamesFile::add(const GameRecord& game) {
  waiting_[game.index] = format_(game);
  write_complete_pairs();
}

void GamesFile::add_earlier(const GameRecord& game) {
  auto text = format_(game);
  waiting_[game.index] = existing_.contains(text) ? "" : std::move(text);
  write_complete_pairs();
}

void GamesFile::write_complete_pairs() {
  while (true) {
    while (!is_scheduled_(next_)) next_ += 2;
    const auto first = waiting_.find(next_);
    const auto second = waiting_.find(next_ + 1);
    if (first == waiting_.end() || second == waiting_.end()) break;
    file_.write(first->second + second->second);
    waiting_.erase(first, std::next(second));
    next_ += 2;
  }
}

}  // namespace crownd::match
