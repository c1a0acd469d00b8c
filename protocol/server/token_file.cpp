#include "server/token_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace crownd::server {

namespace {

constexpr mode_t rights_of_others = 077;

}  // namespace

std::string read_token_file(const std::string& path) {
  const auto refuse = [&](const std::string& why) -> std::runtime_error {
    return std::runtime_error("the token file '" + path + "' " + why);
  };
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) throw refuse(std::string("cannot be read: ") + std::strerror(errno));
  if ((about.st_mode & rights_of_others) != 0)
    throw refuse("can be used by others than its owner; chmod 600 makes it yours alone");
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  constexpr auto blanks = " \t\r";
  const auto from = line.find_first_not_of(blanks);
  if (from == std::string::npos) throw refuse("has no token in its first line");
  return line.substr(from, line.find_last_not_of(blanks) - from + 1);
}

}  // namespace crownd::server
