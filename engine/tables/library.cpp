#include "tables/library.hpp"

#include "platform/priority.hpp"

#include <algorithm>
#include <exception>

namespace crownd::tables {

namespace {

/// A table that was not used for so long is dropped; and how often the maker thread looks for such.
constexpr std::chrono::minutes kept_unused{5};
constexpr std::chrono::seconds look_every{30};
constexpr std::chrono::milliseconds moment{1};

}  // namespace

Library::Library(Memory memory, Maker maker) : memory_(std::move(memory)) {
  if (maker == Maker::thread) maker_ = std::thread([this] { work(); });
}

Library::~Library() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (maker_.joinable()) maker_.join();
  for (const auto& [key, made] : made_) memory_.give_back(made.values->size());
}

std::shared_ptr<const Library::Values> Library::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = made_.find(key);
  if (found == made_.end()) return nullptr;
  found->second.last_use = Clock::now();
  return found->second.values;
}

void Library::order(const Key& key, Recipe recipe) {
  if (!maker_.joinable()) {
    if (!recipe.is_small()) return;
    // Of two that order the same table, one makes it.
    const std::lock_guard alone(making_);
    if (find(key)) return;
    drop_unused_since(Clock::now() - kept_unused);
    carry_out({key, std::move(recipe)});
    changes_.fetch_add(1, std::memory_order_release);
    return;
  }
  const std::lock_guard lock(mutex_);
  const auto same = [&](const Order& other) { return other.key == key; };
  if (made_.count(key) != 0 || std::any_of(orders_.begin(), orders_.end(), same)) return;
  orders_.push_back({key, std::move(recipe)});
  wake_.notify_all();
}

bool Library::is_awaited(const Key& key) {
  std::unique_lock lock(mutex_);
  const auto awaited = [&] {
    return std::any_of(orders_.begin(), orders_.end(), [&](const Order& order) { return order.key == key; });
  };
  return !done_.wait_for(lock, moment, [&] { return !awaited(); });
}

void Library::drop_unused_since(Clock::time_point time) {
  const std::lock_guard lock(mutex_);
  for (auto one = made_.begin(); one != made_.end();) {
    const auto& [values, last_use] = one->second;
    const bool drop = values.use_count() == 1 && last_use < time;
    if (drop) memory_.give_back(values->size());
    one = drop ? made_.erase(one) : std::next(one);
  }
}

std::size_t Library::bytes() {
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const auto& [key, made] : made_) sum += made.values->size();
  return sum;
}

void Library::work() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (orders_.empty()) {
      wake_.wait_for(lock, look_every);
      lock.unlock();
      drop_unused_since(Clock::now() - kept_unused);
      lock.lock();
      continue;
    }
    const Order order = orders_.front();
    lock.unlock();
    carry_out(order);
    lock.lock();
    orders_.pop_front();
    changes_.fetch_add(1, std::memory_order_release);
    done_.notify_all();
  }
}

void Library::carry_out(const Order& order) {
  const auto bytes = static_cast<std::size_t>(order.recipe.bytes);
  if (bytes != order.recipe.bytes || !memory_.take(bytes)) return;
  auto values = make(order.recipe);
  if (values.empty()) return memory_.give_back(bytes);
  const std::lock_guard lock(mutex_);
  made_[order.key] = {std::make_shared<const Values>(std::move(values)), Clock::now()};
}

Library::Values Library::make(const Recipe& recipe) const {
  Values values;
  const auto make_in = [&](int threads) {
    try {
      values = recipe.make(threads, stop_);
    } catch (const std::exception&) {
      values.clear();  // no memory or threads: drop the order
    }
  };
  if (recipe.is_small()) {
    make_in(1);
    return values;
  }
  // In a thread of its own, since the priority cannot be raised again.
  std::thread([&] {
    platform::lower_thread_priority();
    make_in(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
  }).join();
  return values;
}

}  // namespace crownd::tables
