#include "connection/token_file.hpp"

#include "connection/channel.hpp"

#include <fstream>
#include <string_view>

namespace crownd::connection {

namespace {

constexpr std::string_view token_blanks = " \t\r";

}  // namespace

std::string read_token(const std::string& file) {
  std::ifstream input(file);
  std::string line;
  std::getline(input, line);
  const auto from = line.find_first_not_of(token_blanks);
  if (from == std::string::npos)
    throw ConnectionError("the token file '" + file + "' cannot be read, or its first line is empty");
  return line.substr(from, line.find_last_not_of(token_blanks) - from + 1);
}

}  // namespace crownd::connection
