#pragma once

#include "tables/table_file.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd::testing {

using FileOfBytes = std::vector<std::uint8_t>;

inline tables::Description description(std::string game, std::uint64_t code, int pieces, std::uint64_t places,
                                       tables::Kind kind = tables::Kind::distance) {
  return {std::move(game), "a table", code, pieces, kind, places, 0};
}

/// The bytes of a file.
inline FileOfBytes file_of(tables::Description about, std::span<const tables::Value> values) {
  FileOfBytes file;
  tables::TableWriter writer(std::move(about),
                             [&](tables::Bytes bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); });
  writer.write(values);
  writer.finish();
  return file;
}

/// The bytes of a file of results (WDL) for the same positions.
inline FileOfBytes wdl_file_of(tables::Description about, std::span<const tables::Value> values) {
  about.kind = tables::Kind::wdl;
  return file_of(std::move(about), values);
}

inline tables::MemoryQuota any_table_memory() {
  return {[](std::size_t) { return true; }, [](std::size_t) {}};
}

/// Memory for tables with counted allocations.
struct Budget {
  std::atomic<std::size_t> free;

  [[nodiscard]] tables::MemoryQuota memory() {
    return {[this](std::size_t bytes) {
              if (bytes > free) return false;
              free -= bytes;
              return true;
            },
            [this](std::size_t bytes) { free += bytes; }};
  }
};

inline std::shared_ptr<const tables::TableFile> open_table(FileOfBytes file, tables::BlockCache& cache) {
  return std::make_shared<const tables::TableFile>(std::make_unique<tables::BytesInMemory>(std::move(file)), cache,
                                                   nullptr);
}

}  // namespace crownd::testing
