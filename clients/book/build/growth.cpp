#include "book/build/growth.hpp"

#include "book/expansion/drop_out.hpp"

#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace crownd::crown_book {

namespace {

/// Leaves are chosen anew when the book has grown by this part: what a few searches say hardly changes which of the
/// others come next, and so the time to choose stays small beside that of the searches.
constexpr std::size_t part_chosen_at_once = 64;

}  // namespace

Growth::Growth(const BuildSettings& settings)
    : settings_(settings),
      progress_(::isatty(STDERR_FILENO) != 0),
      state_(settings.state, settings.game, settings.nodes, [this](const Record& record) { take_in(record); }) {
  before_ = graph_.size();
}

void Growth::take_over(const std::vector<Record>& records) {
  for (const auto& record : records) {
    state_.add(record);
    take_in(record);
  }
  before_ = graph_.size();
}

void Growth::set_roots(const std::vector<std::string>& texts) {
  roots_.clear();
  std::set<std::string> seen;
  for (const auto& text : texts) {
    if (!seen.insert(text).second) continue;
    if (const auto id = graph_.find(text))
      roots_.push_back(*id);
    else
      seeds_.push_back(text);
  }
}

/// Throws std::invalid_argument for a record that does not fit those before it.
void Growth::take_in(const Record& record) {
  if (record.kind == Record::Kind::root) {
    if (record.leaf) graph_.add(record.text, *record.leaf);
    const auto id = graph_.find(record.text);
    if (!id) throw std::invalid_argument("a root without a value");
    roots_.push_back(*id);
    return;
  }
  const auto id = graph_.find(record.text);
  if (!id) throw std::invalid_argument("a position is expanded that is not there");
  std::vector<book::Graph::Edge> edges;
  for (const auto& child : record.children) {
    if (child.leaf) graph_.add(child.text, *child.leaf);
    const auto to = graph_.find(child.text);
    if (!to) throw std::invalid_argument("the move " + child.move + " leads to a position that is not there");
    edges.push_back({child.move, *to});
  }
  graph_.expand(*id, std::move(edges));
}

std::optional<Growth::Job> Growth::take() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (failure_ || (full() && seeds_.empty())) return std::nullopt;
    if (!seeds_.empty()) {
      Job job{Record::Kind::root, std::move(seeds_.front())};
      seeds_.pop_front();
      ++running_;
      return job;
    }
    if (waiting_.empty()) choose();
    if (!waiting_.empty()) {
      Job job{Record::Kind::expansion, graph_.at(waiting_.front()).text};
      waiting_.pop_front();
      ++running_;
      return job;
    }
    if (running_ == 0) {
      exhausted_ = true;
      changed_.notify_all();
      return std::nullopt;
    }
    changed_.wait(lock);
  }
}

void Growth::choose() {
  graph_.lead_back();
  const book::DropOut drop_out(graph_, roots_, settings_.costs);
  const auto count = std::max<std::size_t>(1, graph_.expansions() / part_chosen_at_once);
  for (const auto leaf : drop_out.leaves(count, [&](book::Graph::Id id) { return chosen_.contains(id); })) {
    waiting_.push_back(leaf);
    chosen_.insert(leaf);
  }
}

bool Growth::knows(const std::string& text) {
  const std::lock_guard lock(mutex_);
  return graph_.find(text).has_value();
}

void Growth::leaf_done() {
  const std::lock_guard lock(mutex_);
  ++looked_at_;
  show(false);
}

void Growth::finish(const Record& record) {
  const std::lock_guard lock(mutex_);
  state_.add(record);
  take_in(record);
  --running_;
  show(true);
  changed_.notify_all();
}

void Growth::put_back(const Job& job) {
  const std::lock_guard lock(mutex_);
  if (job.kind == Record::Kind::root)
    seeds_.push_front(job.text);
  else
    waiting_.push_front(graph_.find(job.text).value());
  --running_;
  changed_.notify_all();
}

void Growth::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  changed_.notify_all();
}

void Growth::check_done() {
  if (failure_) std::rethrow_exception(failure_);
  if (full() || exhausted_) return;
  throw std::runtime_error("the book has " + std::to_string(graph_.size()) + " of " +
                           std::to_string(settings_.positions) +
                           " positions: no daemon is left; with --state DIR the same command goes on");
}

void Growth::show(bool now) {
  const auto done = std::max(graph_.size(), before_ + looked_at_);
  progress_.show(std::to_string(done) + " of " + std::to_string(settings_.positions) + " positions", done,
                 settings_.positions, before_, now);
}

}  // namespace crownd::crown_book
