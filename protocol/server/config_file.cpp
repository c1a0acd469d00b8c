#include "server/config_file.hpp"

#include "net/regular_file.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace crownd::server {

namespace {

/// Many times more than all flags take.
constexpr std::size_t most_bytes = std::size_t{1} << 20;

/// Whether a message or the log can repeat the line as it is. Tabs, and the CR of a CRLF, are white space to the
/// parser.
bool is_text(std::string line) {
  std::replace(line.begin(), line.end(), '\t', ' ');
  if (line.ends_with('\r')) line.pop_back();
  return wire::printable(line) == line;
}

std::string why_not(std::string_view text) {
  if (text.size() == most_bytes) return "is larger than 1 MiB";
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    if (!is_text(std::string(text.substr(0, end))))
      return "is no text: line " + std::to_string(number) + " has characters that cannot be printed";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

}  // namespace

std::string check_config_file(const std::string& path) {
  std::string why;
  try {
    why = why_not(net::read_regular_file(path, most_bytes).bytes);
  } catch (const std::runtime_error& failure) {
    why = failure.what();
  }
  return why.empty() ? why : "the configuration file '" + path + "' " + why;
}

std::invalid_argument clearer(const CLI::ConfigError& refusal) {
  constexpr std::string_view unknown = "INI was not able to parse ", section = ".++";
  const std::string_view text = refusal.what();
  if (!text.starts_with(unknown)) return std::invalid_argument(std::string(text));
  const std::string name(text.substr(unknown.size()));
  if (name.ends_with(section))
    return std::invalid_argument("the configuration file begins a section [" +
                                 name.substr(0, name.size() - section.size()) + "]; it is to have none");
  return std::invalid_argument("the configuration file sets " + name +
                               ", which is no flag: write NAME = VALUE with the names of --help without --");
}

}  // namespace crownd::server
