#include "book/build/build.hpp"
#include "book/command_line.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>
#include <string>
#include <variant>

/// crown-book: builds opening books.
int main(int argc, char** argv) {
  using namespace crownd::crown_book;
  constexpr int error_code = 1, usage_code = 2;
  try {
    const auto request =
        read_command_line(argc, argv, crownd::version::text("crown-book"), std::string(crownd::version::number()));
    if (const auto* const answer = std::get_if<Answer>(&request)) std::cout << answer->text;
    if (const auto* const settings = std::get_if<BuildSettings>(&request)) build(*settings);
    if (const auto* const stats = std::get_if<StatsRequest>(&request)) print_statistics(stats->file);
    if (const auto* const output = std::get_if<ExportRequest>(&request)) print_entries(output->file, output->format);
    if (const auto* const check = std::get_if<VerifyRequest>(&request))
      return verify(check->file, check->daemons) ? 0 : error_code;
    return 0;
  } catch (const UsageError& error) {
    std::cerr << "crown-book: " << error.what() << "\nTry --help.\n";
    return usage_code;
  } catch (const std::exception& error) {
    std::cerr << "crown-book: " << error.what() << '\n';
    return error_code;
  }
}
