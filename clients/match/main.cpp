#include "match/command_line.hpp"
#include "platform/system.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>

/// crown-match: plays matches between engines.
int main(int argc, char** argv) {
  crownd::platform::open_standard_descriptors();
  using namespace crownd::match;
  ArgumentWords arguments(argv + 1, argv + argc);
  try {
    if (!arguments.empty() && arguments.front() == "merge")
      return static_cast<int>(merge_state_files({arguments.begin() + 1, arguments.end()}));
    if (!arguments.empty() && arguments.front() == "compliance")
      return static_cast<int>(check_compliance({arguments.begin() + 1, arguments.end()}));
    return static_cast<int>(play_match(arguments, crownd::version::text("crown-match")));
  } catch (const UsageError& error) {
    std::cerr << "crown-match: " << error.what() << "\nTry --help.\n";
    return static_cast<int>(Exit::usage);
  } catch (const std::exception& error) {
    std::cerr << "crown-match: " << error.what() << '\n';
    return static_cast<int>(Exit::error);
  }
}
