#include "match/command_line.hpp"
#include "platform/system.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>

namespace crownd::match {

namespace {

Exit run(const ArgumentWords& arguments) {
  if (!arguments.empty() && arguments.front() == "merge")
    return merge_state_files({arguments.begin() + 1, arguments.end()});
  if (!arguments.empty() && arguments.front() == "compliance")
    return check_compliance({arguments.begin() + 1, arguments.end()});
  return play_match(arguments, version::text("crown-match"));
}

}  // namespace

}  // namespace crownd::match

/// crown-match: plays matches between engines.
int main(int argc, char** argv) {
  crownd::platform::prepare_process();
  using namespace crownd::match;
  try {
    const auto exit = run({argv + 1, argv + argc});
    if (!std::cout.flush()) throw std::runtime_error("standard output cannot be written");
    return static_cast<int>(exit);
  } catch (const UsageError& error) {
    std::cerr << "crown-match: " << error.what() << "\nTry --help.\n";
    return static_cast<int>(Exit::usage);
  } catch (const std::exception& error) {
    std::cerr << "crown-match: " << error.what() << '\n';
    return static_cast<int>(Exit::error);
  }
}
