#include "book/commands.hpp"
#include "version/version.hpp"

/// crown-book: builds opening books.
int main(int argc, char** argv) {
  using namespace crownd;
  return help::run_program("crown-book", [&] {
    return crown_book::run(argc, argv, version::text("crown-book"), std::string(version::number()));
  });
}
