#include "match/output/output_files.hpp"

#include "files/files.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace crownd::match {

namespace {

constexpr int output_file_mode = 0666;

/// Refuses a pipe without a reader (ENXIO) instead of waiting.
int open_to_write(const std::string& file, int flags) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, output_file_mode);
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

/// The line ends that a file lacks before a new record.
std::string missing_end(const std::string& file, Separator separator) {
  constexpr std::uintmax_t longest_end = 4;  // two CRLF
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return "";
  std::ifstream stream(file, std::ios::binary);
  const auto bytes = std::min(std::filesystem::file_size(file, error), longest_end);
  stream.seekg(-static_cast<std::streamoff>(bytes), std::ios::end);
  std::string end{std::istreambuf_iterator<char>(stream), {}};
  if (end.empty()) return "";
  std::erase(end, '\r');
  std::string missing = end.ends_with('\n') ? "" : "\n";
  if (separator == Separator::empty_line && !end.ends_with("\n\n")) missing += '\n';
  return missing;
}

}  // namespace

OutputFile::OutputFile(const std::string& file, std::string name, bool append, Separator separator)
    : OutputFile(open_to_write(file, append ? O_APPEND : O_TRUNC), std::move(name)) {
  if (append) missing_end_ = missing_end(file, separator);
}

OutputFile OutputFile::standard_output() { return {::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "standard output"}; }

OutputFile::OutputFile(int fd, std::string name) : name_(std::move(name)), descriptor_(fd) {
  if (!descriptor_) throw std::runtime_error(complaint());
}

void OutputFile::write(std::string_view text) {
  if (failed_ || text.empty()) return;
  if (files::write_all(descriptor_, std::exchange(missing_end_, {})) && files::write_all(descriptor_, text)) return;
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

void cut_partial_record(const RecordFile& file, const std::vector<GameRecord>& games) {
  const auto text = text_of(file.path);
  if (text.empty()) return;
  for (const auto& game : games) {
    const auto record = file.format(game);
    // Each line may be the first one of the record.
    for (auto end = text.size(); end != std::string::npos && text.size() - end < record.size();) {
      const auto begin = end == 0 ? 0 : text.rfind('\n', end - 1) + 1;
      const auto rest = std::string_view(text).substr(begin);
      if (!rest.empty() && rest.size() < record.size() && record.starts_with(rest))
        return std::filesystem::resize_file(file.path, begin);
      end = begin - 1;  // npos after the first line of the file
    }
  }
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
