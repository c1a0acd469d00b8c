#include "batch/daemon.hpp"

#include "connection/retry.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>

namespace crownd::batch {

namespace {

/// Work that ends so many daemons in a row would end all others.
constexpr int most_tries = 3;

}  // namespace

connection::Engine& Daemon::engine() {
  if (!engine_) begin({});
  return *engine_;
}

void Daemon::begin(std::optional<std::chrono::milliseconds> patience) {
  constexpr std::chrono::seconds no_second_try{0};
  if (remote_)
    source_ = std::make_unique<connection::Source>(*remote_, no_second_try, [](const std::string&) {});
  else
    source_ = std::make_unique<connection::Source>(command_, connection::Errors::captured);
  if (patience) connection::Engine(*source_, *patience).ready();
  auto engine = std::make_unique<connection::Engine>(*source_);
  for (const auto& [name, value] : options_) engine->set_option(name, value);
  engine_ = std::move(engine);
}

void Daemon::drop() {
  engine_.reset();
  source_.reset();
}

bool Daemon::persist(const std::function<void(connection::Engine&)>& work, const std::string& what,
                     std::chrono::seconds patience, const Report& report) {
  for (int tries = 1;; ++tries) {
    std::string why;
    try {
      work(engine());
      return true;
    } catch (const connection::EngineGone& gone) {
      why = gone.what();
    } catch (const connection::ConnectionError& gone) {
      why = gone.what();
    } catch (const connection::Refused& refused) {
      if (refused.code() != "limit") throw std::runtime_error(name() + ": " + refused.what());
      why = refused.what();
    }
    if (tries == most_tries) throw std::runtime_error(name() + ": " + why + ", for the third time in " + what);
    if (!find_again(why, patience, report)) return false;
  }
}

bool Daemon::find_again(const std::string& why, std::chrono::seconds patience, const Report& report) {
  drop();
  report(name() + ": " + why + "; trying again for " + std::to_string(patience.count()) + " s");
  const auto end = connection::within(patience);
  connection::Retry retry(patience);
  while (const auto pause = retry.next()) {
    std::this_thread::sleep_for(*pause);
    if (connection::Clock::now() >= end) break;
    try {
      begin(std::chrono::ceil<std::chrono::milliseconds>(connection::time_until(end) / 2));
      return true;
    } catch (const connection::ConnectionError&) {
      drop();
    } catch (const connection::EngineGone&) {
      drop();
    } catch (const connection::Refused&) {
      drop();
    }
  }
  report(name() + " does not come back");
  return false;
}

std::vector<Daemon> make_daemons(const Daemons& settings, const Options& options, int threads, std::size_t most) {
  std::vector<Daemon> daemons;
  const auto cores = std::max(1U, std::thread::hardware_concurrency() / static_cast<unsigned>(threads));
  const auto each = settings.workers > 0 ? settings.workers : settings.remotes.empty() ? cores : 1;
  for (std::size_t i = 0; i < each; ++i) {
    if (settings.remotes.empty()) daemons.emplace_back(settings.command, options);
    for (const auto& remote : settings.remotes) daemons.emplace_back(remote, options);
  }
  if (daemons.size() > most) daemons.erase(daemons.begin() + static_cast<std::ptrdiff_t>(most), daemons.end());
  return daemons;
}

}  // namespace crownd::batch
