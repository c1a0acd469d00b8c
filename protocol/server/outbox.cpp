#include "server/outbox.hpp"

#include <utility>

namespace crownd::server {

namespace {

/// A larger buffer is freed once it is written: idle clients should cost little memory.
constexpr std::size_t kept_text_capacity = 1024;

}  // namespace

Outbox::Put Outbox::put(std::string_view line, session::Urgency urgency) {
  const std::lock_guard lock(mutex_);
  if (closed_) return Put::kept;
  const auto full = waiting_.size() + being_written_ + line.size() + 1;
  if (urgency == session::Urgency::droppable && full > max_bytes_ / 2) return Put::kept;
  if (full > max_bytes_ && is_stuck_) {
    closed_ = true;
    waiting_ = overflow_line();
    return Put::overflow;
  }
  waiting_ += line;
  waiting_ += '\n';
  return wake_writer();
}

Outbox::Put Outbox::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  return wake_writer();
}

void Outbox::abandon() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  waiting_ = std::string();
}

Outbox::Taken Outbox::take(std::string& text) {
  text.clear();
  if (text.capacity() > kept_text_capacity) text = std::string();
  const std::lock_guard lock(mutex_);
  std::swap(text, waiting_);
  being_written_ = text.size();
  is_stuck_ = false;
  if (!text.empty()) return Taken::text;
  if (closed_) return Taken::end;
  writer_sleeps_ = true;
  return Taken::nothing;
}

void Outbox::stuck() {
  const std::lock_guard lock(mutex_);
  is_stuck_ = true;
}

bool Outbox::crowded() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() + being_written_ > max_bytes_ / 2;
}

bool Outbox::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

std::string Outbox::overflow_line() const {
  return "error limit more output was left unread than the " + std::to_string(max_bytes_) +
         " bytes allowed (--max-unread); the connection is closed\n";
}

Outbox::Put Outbox::wake_writer() { return std::exchange(writer_sleeps_, false) ? Put::wake : Put::kept; }

}  // namespace crownd::server
