#include "annotate/analyse.hpp"
#include "annotate/command_line.hpp"
#include "annotate/output_files.hpp"
#include "batch/inputs.hpp"
#include "version/version.hpp"

#include <algorithm>
#include <iostream>

namespace crownd::annotate {

namespace {

/// Returns the exit code.
int annotate(const Settings& settings) {
  constexpr int all_annotated = 0, some_skipped = 3;
  auto daemons = daemons_of(settings);
  const auto inputs = read_inputs(settings, daemons);
  if (inputs.games.empty()) throw std::runtime_error("there is no game in " + settings.inputs.front());
  check_outputs(settings);
  StateFile state(settings.state, inputs, settings);
  const auto notes = analyse_all(inputs, settings, daemons, state);
  write_outputs(settings, inputs, notes);
  const bool skipped = std::any_of(notes.begin(), notes.end(), [](const auto& each) { return !each.skipped.empty(); });
  return skipped ? some_skipped : all_annotated;
}

}  // namespace

}  // namespace crownd::annotate

/// crown-annotate: marks the mistakes in games.
int main(int argc, char** argv) {
  using namespace crownd;
  return help::run_program("crown-annotate", [&] {
    const auto request = annotate::read_command_line(argc, argv, version::text("crown-annotate"));
    if (const auto* const settings = std::get_if<annotate::Settings>(&request)) return annotate::annotate(*settings);
    std::cout << std::get<std::string>(request);
    return 0;
  });
}
