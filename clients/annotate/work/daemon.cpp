#include "annotate/work/daemon.hpp"

#include <chrono>

namespace crownd::annotate {

connection::Engine& Daemon::engine() {
  if (engine_) return *engine_;
  constexpr std::chrono::seconds no_second_try{0};
  if (remote_)
    source_ = std::make_unique<connection::Source>(*remote_, no_second_try, [](const std::string&) {});
  else
    source_ = std::make_unique<connection::Source>(command_, connection::Errors::captured);
  auto engine = std::make_unique<connection::Engine>(*source_);
  engine->set_option("UCI_ShowWDL", "true");
  engine->set_option("Threads", limits_.threads);
  if (limits_.hash) engine->set_option("Hash", *limits_.hash);
  engine_ = std::move(engine);
  return *engine_;
}

void Daemon::drop() {
  engine_.reset();
  source_.reset();
}

}  // namespace crownd::annotate
