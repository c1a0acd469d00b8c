#include "net/token.hpp"

#include "net/regular_file.hpp"

#include <openssl/crypto.h>

#include <cstddef>
#include <cstdlib>
#include <stdexcept>

namespace crownd::net {

namespace {

constexpr mode_t rights_of_others = 077;
constexpr mode_t rights_of_everybody = 007;
/// Enough for the first line.
constexpr std::size_t most_bytes = 4096;

/// systemd gives a service its credentials in a directory that nobody else can enter (LoadCredential=); there the group
/// bits stand for the service's own access.
bool is_credential(const std::string& path) {
  const char* const directory = std::getenv("CREDENTIALS_DIRECTORY");
  return directory != nullptr && *directory != 0 && path.starts_with(std::string(directory) + "/");
}

}  // namespace

std::string first_token(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto line = text.substr(0, text.find('\n'));
  const auto from = line.find_first_not_of(blanks);
  if (from == std::string_view::npos) return {};
  return std::string(line.substr(from, line.find_last_not_of(blanks) - from + 1));
}

std::string read_token_file(const std::string& path) {
  const auto refuse = [&](const std::string& why) -> std::runtime_error {
    return std::runtime_error("the token file '" + path + "' " + why);
  };
  FileBeginning file;
  try {
    file = read_regular_file(path, most_bytes);
  } catch (const std::runtime_error& failure) {
    throw refuse(failure.what());
  }
  if ((file.mode & (is_credential(path) ? rights_of_everybody : rights_of_others)) != 0)
    throw refuse("can be used by others than its owner; chmod 600 makes it yours alone");
  auto token = first_token(file.bytes);
  if (token.empty()) throw refuse("has no token in its first line");
  return token;
}

bool same_token(std::string_view offered, std::string_view secret) {
  return !secret.empty() && offered.size() == secret.size() &&
         ::CRYPTO_memcmp(offered.data(), secret.data(), secret.size()) == 0;
}

}  // namespace crownd::net
