#include "tables/computed_tables.hpp"

#include "platform/system.hpp"

#include <algorithm>
#include <exception>
#include <optional>

namespace crownd::tables {

namespace {

constexpr std::chrono::minutes unused_lifetime{5};
constexpr std::chrono::seconds cleanup_interval{30};
constexpr std::chrono::milliseconds wait_step{1};
/// A caller that waits calls is_pending again within this time.
constexpr std::chrono::milliseconds max_wait_gap{200};

}  // namespace

ComputedTables::ComputedTables(MemoryQuota memory, Threads threads) : memory_(std::move(memory)) {
  if (threads != Threads::own) return;
  small_maker_ = std::thread([this] { work(true); });
  large_maker_ = std::thread([this] {
    platform::lower_thread_priority();
    work(false);
  });
}

ComputedTables::~ComputedTables() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (small_maker_.joinable()) small_maker_.join();
  if (large_maker_.joinable()) large_maker_.join();
  for (const auto& [key, made] : made_) memory_.release(made.values->size());
}

std::shared_ptr<const ComputedTables::Values> ComputedTables::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = made_.find(key);
  if (found == made_.end()) return nullptr;
  found->second.last_use = Clock::now();
  return found->second.values;
}

void ComputedTables::request(const Key& key, Task task) {
  if (!small_maker_.joinable()) {
    if (!task.is_small()) return;
    // If two callers request the same table, one makes it.
    const std::lock_guard alone(making_);
    if (find(key)) return;
    drop_unused_since(Clock::now() - unused_lifetime);
    compute({key, std::move(task)});
    changes_.fetch_add(1, std::memory_order_release);
    return;
  }
  const std::lock_guard lock(mutex_);
  const auto same = [&](const Request& other) { return other.key == key; };
  if (made_.count(key) != 0 || std::any_of(requests_.begin(), requests_.end(), same)) return;
  requests_.push_back({key, std::move(task)});
  wake_.notify_all();
}

bool ComputedTables::is_pending(const Key& key) {
  std::unique_lock lock(mutex_);
  const auto is_done = [&] {
    const auto request =
        std::find_if(requests_.begin(), requests_.end(), [&](const Request& other) { return other.key == key; });
    if (request != requests_.end()) request->last_wait = Clock::now();
    return request == requests_.end();
  };
  return !done_.wait_for(lock, wait_step, is_done);
}

void ComputedTables::drop_unused_since(Clock::time_point time) {
  const std::lock_guard lock(mutex_);
  for (auto one = made_.begin(); one != made_.end();) {
    const auto& [values, last_use] = one->second;
    const bool drop = values.use_count() == 1 && last_use < time;
    if (drop) memory_.release(values->size());
    one = drop ? made_.erase(one) : std::next(one);
  }
}

std::size_t ComputedTables::bytes() {
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const auto& [key, made] : made_) sum += made.values->size();
  return sum;
}

ComputedTables::Requests::iterator ComputedTables::next_request(bool small) {
  // Requests with a waiting caller first, the earliest of them, then those with the latest wait.
  const auto rank = [&, waited_since =
                            Clock::now() - max_wait_gap](const Request& request) -> std::optional<Clock::time_point> {
    if (request.task.is_small() != small || request.is_begun) return {};
    return request.last_wait >= waited_since ? Clock::time_point::max() : request.last_wait;
  };
  const auto best = std::max_element(requests_.begin(), requests_.end(),
                                     [&](const Request& a, const Request& b) { return rank(a) < rank(b); });
  return best != requests_.end() && rank(*best) ? best : requests_.end();
}

void ComputedTables::work(bool makes_small) {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    const auto request = next_request(makes_small);
    if (request == requests_.end()) {
      wake_.wait_for(lock, cleanup_interval);
      lock.unlock();
      drop_unused_since(Clock::now() - unused_lifetime);
      lock.lock();
      continue;
    }
    request->is_begun = true;
    lock.unlock();
    compute(*request);
    lock.lock();
    requests_.erase(request);
    changes_.fetch_add(1, std::memory_order_release);
    done_.notify_all();
  }
}

void ComputedTables::compute(const Request& request) {
  const auto bytes = static_cast<std::size_t>(request.task.bytes);
  if (bytes != request.task.bytes || !take_memory(bytes)) return;
  auto values = make(request.task);
  if (values.empty()) return memory_.release(bytes);
  const std::lock_guard lock(mutex_);
  made_[request.key] = {std::make_shared<const Values>(std::move(values)), Clock::now()};
}

bool ComputedTables::take_memory(std::size_t bytes) {
  // Without the mutex, since it may take long.
  while (!memory_.take(bytes)) {
    const std::lock_guard lock(mutex_);
    auto oldest = made_.end();
    for (auto one = made_.begin(); one != made_.end(); ++one) {
      const bool is_unused = one->second.values.use_count() == 1;
      if (is_unused && (oldest == made_.end() || one->second.last_use < oldest->second.last_use)) oldest = one;
    }
    if (oldest == made_.end()) return false;
    memory_.release(oldest->second.values->size());
    made_.erase(oldest);
  }
  return true;
}

ComputedTables::Values ComputedTables::make(const Task& task) const {
  const int threads = task.is_small() ? 1 : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  try {
    return task.make(threads, stop_);
  } catch (const std::exception&) {
    return {};  // no memory or threads: drop the request
  }
}

}  // namespace crownd::tables
