#include "session/table_files.hpp"

#include "core/bad_input.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace crownd::session {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& why) { throw BadInput(Fault::bad_argument, why); }

std::vector<std::uint8_t> bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) refuse(path.string() + " cannot be read");
  return bytes;
}

std::shared_ptr<const tables::Tables> read(const fs::path& path, std::string_view game) {
  try {
    auto tables = std::make_shared<const tables::Tables>(bytes_of(path));
    if (tables->game() != game) refuse("this is a table of " + wire::quoted(tables->game()));
    return tables;
  } catch (const BadInput& fault) {
    refuse(path.string() + ": " + fault.what());
  }
}

}  // namespace

std::shared_ptr<const tables::Tables> TableSet::of(std::string_view game) const {
  const auto found = std::find_if(tables.begin(), tables.end(), [&](const auto& one) { return one->game() == game; });
  return found == tables.end() ? nullptr : *found;
}

std::string TableSet::summary() const {
  std::string text;
  for (const auto& one : tables)
    text += (text.empty() ? "" : ", ") + one->game() + " up to " + std::to_string(one->pieces()) + " pieces";
  return "endgame tables: " + (text.empty() ? "none" : text);
}

TableSet TableFiles::load(const std::string& directory, std::span<const games::Entry> games) {
  std::error_code error;
  if (!fs::is_directory(directory, error)) refuse("there is no directory " + wire::quoted(directory) + " for tables");
  TableSet set{directory, {}};
  const std::lock_guard lock(mutex_);
  for (const auto& entry : games) {
    const auto path = fs::path(directory) / (std::string(entry.name) + ".tables");
    if (fs::exists(path, error)) set.tables.push_back(shared(path, entry.name));
  }
  return set;
}

std::shared_ptr<const tables::Tables> TableFiles::shared(const fs::path& path, std::string_view game) {
  std::error_code error;
  const auto canonical = fs::canonical(path, error);
  const auto changed = fs::last_write_time(path, error);
  known_.erase(std::remove_if(known_.begin(), known_.end(), [](const Known& known) { return known.tables.expired(); }),
               known_.end());
  for (const Known& known : known_)
    if (known.path == canonical && known.changed == changed)
      if (auto tables = known.tables.lock()) return tables;
  auto tables = read(path, game);
  known_.push_back({canonical, changed, tables});
  return tables;
}

}  // namespace crownd::session
