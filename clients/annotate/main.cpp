#include "annotate/analyse.hpp"
#include "annotate/command_line.hpp"
#include "annotate/output_files.hpp"
#include "batch/inputs.hpp"
#include "platform/system.hpp"
#include "version/version.hpp"

#include <algorithm>
#include <exception>
#include <iostream>

namespace crownd::annotate {

namespace {

enum class Exit : std::uint8_t { annotated = 0, error = 1, usage = 2, some_skipped = 3 };

Exit annotate(const Settings& settings) {
  auto daemons = daemons_of(settings);
  const auto inputs = read_inputs(settings, daemons);
  if (inputs.games.empty()) throw std::runtime_error("there is no game in " + settings.inputs.front());
  check_outputs(settings);
  StateFile state(settings.state, inputs, settings);
  const auto notes = analyse_all(inputs, settings, daemons, state);
  write_outputs(settings, inputs, notes);
  const bool skipped = std::any_of(notes.begin(), notes.end(), [](const auto& each) { return !each.skipped.empty(); });
  return skipped ? Exit::some_skipped : Exit::annotated;
}

}  // namespace

}  // namespace crownd::annotate

/// crown-annotate: marks the mistakes in games.
int main(int argc, char** argv) {
  crownd::platform::prepare_process();
  using namespace crownd::annotate;
  try {
    const auto request = read_command_line(argc, argv, crownd::version::text("crown-annotate"));
    if (const auto* const answer = std::get_if<std::string>(&request)) {
      if (!(std::cout << *answer << std::flush)) throw std::runtime_error("standard output cannot be written");
      return 0;
    }
    return static_cast<int>(annotate(std::get<Settings>(request)));
  } catch (const UsageError& error) {
    std::cerr << "crown-annotate: " << error.what() << "\nTry --help.\n";
    return static_cast<int>(Exit::usage);
  } catch (const std::exception& error) {
    std::cerr << "crown-annotate: " << error.what() << '\n';
    return static_cast<int>(Exit::error);
  }
}
