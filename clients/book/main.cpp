#include "book/commands.hpp"
#include "platform/system.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>

/// crown-book: builds opening books.
int main(int argc, char** argv) {
  crownd::platform::prepare_process();
  using namespace crownd;
  constexpr int error_code = 1, usage_code = 2;
  try {
    const int code = crown_book::run(argc, argv, version::text("crown-book"), std::string(version::number()));
    if (!std::cout.flush()) throw std::runtime_error("standard output cannot be written");
    return code;
  } catch (const crown_book::UsageError& error) {
    std::cerr << "crown-book: " << error.what() << "\nTry --help.\n";
    return usage_code;
  } catch (const std::exception& error) {
    std::cerr << "crown-book: " << error.what() << '\n';
    return error_code;
  }
}
