#include "wire/line_splitter.hpp"

namespace crownd::wire {

namespace {

/// A larger buffer is freed once it is empty: idle clients should cost little memory.
constexpr std::size_t kept_line_capacity = 1024;

}  // namespace

void LineSplitter::append(std::string_view bytes) {
  forget_taken();
  bytes_ += bytes;
}

LineSplitter::Next LineSplitter::next() {
  while (true) {
    const auto end = bytes_.find('\n', searched_);
    if (end != std::string::npos) {
      const auto next = take(end);
      if (next != Next::nothing) return next;
      continue;  // that was the end of a discarded line
    }
    searched_ = bytes_.size();
    if (finished_ && taken_ < bytes_.size()) return take(bytes_.size());
    constexpr std::size_t carriage_return = 1;  // the CR of CRLF may be there already
    const bool too_long = !skipping_ && bytes_.size() - taken_ > max_line_bytes_ + carriage_return;
    if (too_long) {
      skipping_ = true;
      beginning_ = bytes_.substr(taken_, kept_beginning);
      line_ = beginning_;
    }
    if (skipping_) taken_ = bytes_.size();
    forget_taken();
    return too_long ? Next::too_long : Next::nothing;
  }
}

/// Takes the line that ends before `end`, and its line end.
LineSplitter::Next LineSplitter::take(std::size_t end) {
  line_ = std::string_view(bytes_).substr(taken_, end - taken_);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  taken_ = searched_ = end < bytes_.size() ? end + 1 : end;
  if (skipping_) {
    skipping_ = false;
    return Next::nothing;
  }
  return line_.size() > max_line_bytes_ ? Next::too_long : Next::line;
}

void LineSplitter::forget_taken() {
  if (taken_ == 0) return;
  bytes_.erase(0, taken_);
  searched_ -= taken_;
  taken_ = 0;
  if (bytes_.empty() && bytes_.capacity() > kept_line_capacity) bytes_ = std::string();
}

}  // namespace crownd::wire
