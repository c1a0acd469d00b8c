#include "annotate/annotate.hpp"
#include "annotate/command_line.hpp"
#include "program/standard_descriptors.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>
#include <variant>

/// crown-annotate: marks the mistakes in games.
int main(int argc, char** argv) {
  crownd::program::open_standard_descriptors();
  using namespace crownd::annotate;
  try {
    const auto request = read_command_line(argc, argv, crownd::version::text("crown-annotate"));
    if (const auto* const answer = std::get_if<std::string>(&request)) {
      std::cout << *answer;
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
