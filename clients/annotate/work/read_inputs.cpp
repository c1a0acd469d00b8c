#include "annotate/work/read_inputs.hpp"

#include "batch/daemon.hpp"

#include <iostream>
#include <stdexcept>
#include <utility>

namespace crownd::annotate {

reading::Inputs read_inputs(const Settings& settings) {
  reading::Inputs inputs{settings.inputs, {}};
  const auto report = [](const std::string& line) { std::cerr << "crown-annotate: " << line << '\n'; };
  const auto read = [&](connection::Engine& engine) {
    inputs.games.clear();
    reading::read_files([&](std::string_view commands, const auto& is_last) { engine.exchange(commands, is_last); },
                        settings.game, settings.inputs,
                        [&](reading::InputGame&& input) { inputs.games.push_back(std::move(input)); });
  };
  auto daemon = std::move(batch::make_daemons(settings.daemons, {}, 1, 1).front());
  if (!daemon.persist(read, "reading", settings.daemons.patience, report))
    throw std::runtime_error("no game was read: no daemon is left");
  for (const auto& input : inputs.games)
    for (const auto& warning : input.game.warnings) report(inputs.name_of(input) + ": " + warning.text());
  return inputs;
}

}  // namespace crownd::annotate
