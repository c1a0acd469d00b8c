#include "platform/system.hpp"

#include <cerrno>
#include <fstream>
#include <random>
#include <string>

namespace crownd::platform {

namespace fs = std::filesystem;

namespace {

/// A random name in the folder of `path`; its length does not depend on that of `path`, which may be the longest
/// possible.
fs::path name_beside(const fs::path& path) {
  std::random_device random;
  return path.parent_path() / (".unfinished-" + std::to_string(random()) + std::to_string(random()));
}

/// The file that a symbolic link leads to.
fs::path without_links(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const auto target = fs::canonical(path, error);
  return error ? path : target;
}

std::error_code write(const fs::path& path, std::string_view text) {
  errno = EIO;  // for a failure that sets no other
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return file ? std::error_code() : std::error_code(errno, std::generic_category());
}

void expect_none(const std::error_code& error, const fs::path& path) {
  if (error) throw std::system_error(error, path.string());
}

}  // namespace

void replace_file(const fs::path& path, std::string_view text, Durability durability) {
  std::error_code error;
  const auto old = fs::status(path, error);
  const bool is_there = fs::exists(old);
  if (is_there && !fs::is_regular_file(old)) return expect_none(write(path, text), path);

  const auto target = without_links(path);
  const auto name = name_beside(target);
  const bool durable = durability == Durability::synchronised;
  error = write(name, text);
  if (!error && durable) error = synchronise(name);
  if (!error && is_there) fs::permissions(name, old.permissions() & fs::perms::all, error);
  if (!error) fs::rename(name, target, error);
  if (error) {
    std::error_code ignored;
    fs::remove(name, ignored);
  } else if (durable) {
    error = synchronise(target.has_parent_path() ? target.parent_path() : fs::path("."));
  }
  expect_none(error, path);
}

void expect_replaceable(const fs::path& path) {
  const auto name = name_beside(without_links(path));
  expect_none(write(name, {}), path);
  fs::remove(name);
}

}  // namespace crownd::platform
