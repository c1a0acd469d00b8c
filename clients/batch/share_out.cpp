#include "batch/share_out.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace crownd::batch {

namespace {

/// The pieces that nobody has begun yet.
class Pieces {
 public:
  explicit Pieces(std::deque<std::size_t> pieces) : waiting_(std::move(pieces)) {}

  /// None when all are done. Blocks while others work: a piece may be put back.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || running_ == 0 || failure_; });
    if (waiting_.empty() || failure_) return std::nullopt;
    const auto piece = waiting_.front();
    waiting_.pop_front();
    ++running_;
    return piece;
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }
  void put_back(std::size_t piece) {
    const std::lock_guard lock(mutex_);
    waiting_.push_front(piece);
    --running_;
    changed_.notify_all();
  }
  /// Ends all workers.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_all();
  }
  /// After the workers have ended.
  [[nodiscard]] std::size_t left() const {
    if (failure_) std::rethrow_exception(failure_);
    return waiting_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::size_t> waiting_;
  std::size_t running_ = 0;
  std::exception_ptr failure_;
};

void work_with(Daemon& daemon, Pieces& pieces, const Work& work, std::chrono::seconds patience) {
  try {
    while (const auto piece = pieces.take()) {
      const auto perform = [&](connection::Engine& engine) { work.perform(engine, *piece); };
      if (!daemon.persist(perform, work.name(*piece), patience, work.report)) return pieces.put_back(*piece);
      pieces.finish();
    }
  } catch (...) {
    pieces.fail(std::current_exception());
  }
}

}  // namespace

std::size_t share_out(const Work& work, std::vector<Daemon> daemons, std::chrono::seconds patience) {
  for (auto& daemon : daemons) (void)daemon.engine();
  Pieces pieces(work.pieces);
  std::vector<std::jthread> threads;
  for (auto& daemon : daemons)
    threads.emplace_back([&pieces, &work, &daemon, patience] { work_with(daemon, pieces, work, patience); });
  threads.clear();  // waits for them
  return pieces.left();
}

}  // namespace crownd::batch
