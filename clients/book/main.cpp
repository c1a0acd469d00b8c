#include "book/build/build.hpp"
#include "book/command_line.hpp"
#include "program/standard_descriptors.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <variant>

namespace {

void print(const crownd::crown_book::ExportRequest& request) {
  using namespace crownd::crown_book;
  if (request.style.format == Format::text || request.style.format == Format::json)
    print_entries(request.file, request.style.format);
  else
    print_games(request.file, request.style, request.lines, request.daemons);
}

}  // namespace

/// crown-book: builds opening books.
int main(int argc, char** argv) {
  crownd::program::open_standard_descriptors();
  using namespace crownd::crown_book;
  constexpr int error_code = 1, usage_code = 2, some_skipped_code = 3;
  try {
    const auto request =
        read_command_line(argc, argv, crownd::version::text("crown-book"), std::string(crownd::version::number()));
    int code = 0;
    if (const auto* const answer = std::get_if<Answer>(&request)) std::cout << answer->text;
    if (const auto* const settings = std::get_if<BuildSettings>(&request))
      code = build(*settings) ? 0 : some_skipped_code;
    if (const auto* const settings = std::get_if<MergeSettings>(&request)) merge(*settings);
    if (const auto* const stats = std::get_if<StatsRequest>(&request)) print_statistics(stats->file);
    if (const auto* const output = std::get_if<ExportRequest>(&request)) print(*output);
    if (const auto* const check = std::get_if<VerifyRequest>(&request))
      code = verify(check->file, check->daemons) ? 0 : error_code;
    if (!std::cout.flush()) throw std::runtime_error("standard output cannot be written");
    return code;
  } catch (const UsageError& error) {
    std::cerr << "crown-book: " << error.what() << "\nTry --help.\n";
    return usage_code;
  } catch (const std::exception& error) {
    std::cerr << "crown-book: " << error.what() << '\n';
    return error_code;
  }
}
