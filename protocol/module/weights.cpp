#include "module/weights.hpp"

#include "core/bad_input.hpp"
#include "module/host.hpp"
#include "platform/wasm/weights.hpp"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace crownd::module {

namespace {

/// The bytes at the beginning of a file that the module has: they say what the file must be, with a checksum.
constexpr std::size_t head_bytes = 64;

std::string folder_of(std::string_view game) {
  std::string folder(game);
  std::replace(folder.begin(), folder.end(), '-', '_');
  return folder;
}

/// Whether the room could be filled from that file.
bool fill(std::span<std::uint8_t> room, const std::string& path) {
  const int size = crownd_host_fetch(path.data(), path.size());
  if (size < 0) return false;
  std::vector<std::uint8_t> packed(static_cast<std::size_t>(size));
  crownd_host_take(packed.data());
  // In place, since memory that a module has had once is never given back.
  const std::vector<std::uint8_t> head(room.begin(), room.begin() + head_bytes);
  const bool fits = ::ZSTD_decompress(room.data(), room.size(), packed.data(), packed.size()) == room.size() &&
                    std::equal(head.begin(), head.end(), room.begin());
  if (!fits) std::copy(head.begin(), head.end(), room.begin());
  return fits;
}

/// Throws BadInput if not all of them can be had.
void need_weights(std::string_view game) {
  static std::vector<const platform::AbsentWeights*> there;
  for (const auto& absent : platform::absent_weights()) {
    if (absent.game != folder_of(game) || std::find(there.begin(), there.end(), &absent) != there.end()) continue;
    const auto path = std::string(absent.game) + "/" + std::string(absent.file) + ".zst";
    if (!fill(absent.room, path))
      throw BadInput(Fault::bad_argument, "what the engine knows about " + std::string(game) +
                                              " cannot be loaded: " + path + " is missing, or of another version");
    there.push_back(&absent);
  }
}

constexpr std::size_t most_games = 16;

template <std::size_t Number>
std::unique_ptr<play::AnyGame> make_with_weights() {
  const auto& entry = games::catalogue()[Number];
  need_weights(entry.name);
  return entry.make();
}

template <std::size_t... Numbers>
std::vector<games::Entry> entries(std::index_sequence<Numbers...>) {
  constexpr std::array makers{make_with_weights<Numbers>...};
  const auto all = games::catalogue();
  std::vector<games::Entry> list(all.begin(), all.end());
  for (std::size_t i = 0; i < std::min(list.size(), makers.size()); ++i) list[i].make = makers[i];
  return list;
}

}  // namespace

std::span<const games::Entry> games_with_weights() {
  static const auto list = entries(std::make_index_sequence<most_games>());
  return list;
}

}  // namespace crownd::module
