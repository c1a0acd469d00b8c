#include "book/build/build.hpp"

#include "batch/daemon.hpp"
#include "book/book_file.hpp"
#include "book/build/entries.hpp"
#include "book/build/examine.hpp"
#include "book/build/growth.hpp"
#include "book/build/roots.hpp"
#include "book/build/take_over.hpp"
#include "book/expansion/drop_out.hpp"
#include "files/separate.hpp"
#include "wire/nearest.hpp"

#include <deque>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace crownd::crown_book {

namespace {

class Worker {
 public:
  Worker(Growth& growth, const BuildSettings& settings, batch::Daemon daemon)
      : growth_(growth), settings_(settings), daemon_(std::move(daemon)) {}

  /// Throws if the daemon cannot be reached.
  connection::Engine& begin() { return daemon_.engine(); }

  void run() {
    try {
      while (const auto job = growth_.take())
        if (!finish(*job)) return;
    } catch (...) {
      growth_.fail(std::current_exception());
    }
  }

 private:
  /// False if the daemon is lost; others do the job then.
  bool finish(const Growth::Job& job) {
    const bool done = daemon_.persist([&](connection::Engine& engine) { growth_.finish(record_of(engine, job)); },
                                      "'" + job.text + "'", settings_.daemons.patience,
                                      [this](const std::string& line) { growth_.report(line); });
    if (!done) growth_.put_back(job);
    return done;
  }

  Record record_of(connection::Engine& engine, const Growth::Job& job) {
    Examiner examiner(engine, settings_.game, settings_.nodes);
    Record record{job.kind, job.text};
    if (job.kind == Record::Kind::root) {
      if (!growth_.knows(job.text)) record.leaf = examiner.look_at(job.text);
      return record;
    }
    record.children = examiner.moves_of(
        job.text, [this](const std::string& text) { return growth_.knows(text); }, [this] { growth_.leaf_done(); });
    return record;
  }

  Growth& growth_;
  const BuildSettings& settings_;
  batch::Daemon daemon_;
};

batch::Options options_of(const BuildSettings& settings) {
  batch::Options options{{"UCI_ShowWDL", "true"}};
  if (settings.hash) options.emplace_back("Hash", std::to_string(*settings.hash));
  return options;
}

/// The name stands in the book: it must be as the engine writes it.
void check_game(connection::Engine& engine, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [each, title] : engine.games()) {
    if (each == name) return;
    names.push_back(each);
  }
  throw std::runtime_error(name.empty() ? "a game is needed; " + wire::choice_of(name, "the games are", names)
                                        : wire::no_such("game", name, names));
}

void write(Growth& growth, const BuildSettings& settings) {
  growth.settle();
  const auto visits = book::DropOut(growth.graph(), growth.roots(), settings.costs).visits();
  const auto entries = entries_of(growth.graph(), visits);
  const book::Facts facts{{"program", settings.program},
                          {nodes_key, std::to_string(settings.nodes)},
                          {"expanded", std::to_string(growth.graph().expansions())},
                          {created_key, today()}};
  write_book(settings.out, settings.game, facts, entries);
  std::cout << settings.out << ": " << entries.size() << " positions, " << growth.graph().expansions()
            << " of them with all moves\n";
}

}  // namespace

bool build(const BuildSettings& settings) {
  check_writable(settings.out, settings.force);
  files::refuse_shared({settings.out}, settings.from);
  auto daemons = batch::make_daemons(settings.daemons, options_of(settings), 1, settings.positions);
  check_game(daemons.front().engine(), settings.game);
  Growth growth(settings);
  std::deque<Worker> workers;
  for (auto& daemon : daemons) workers.emplace_back(growth, settings, std::move(daemon));
  for (auto& worker : workers) (void)worker.begin();
  if (!settings.grow.empty() && growth.is_new()) growth.take_over(records_of_book(settings));
  const auto roots = roots_of(workers.front().begin(), settings);
  for (const auto* const sentences : {&roots.warnings, &roots.skipped})
    for (const auto& each : *sentences) growth.report(each);
  growth.set_roots(roots.positions);
  std::vector<std::jthread> threads;
  for (auto& worker : workers) threads.emplace_back([&worker] { worker.run(); });
  threads.clear();  // waits for them
  growth.check_done();
  write(growth, settings);
  return roots.skipped.empty();
}

}  // namespace crownd::crown_book
