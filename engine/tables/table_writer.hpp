#pragma once

#include "tables/table_form.hpp"
#include "tables/value.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_CCtx_s;

namespace crownd::tables {

/// Receives the bytes of a file, in order. May throw, to stop writing.
using Sink = std::function<void(Bytes)>;

/// Writes a table file from its values, which come in the order of places. Deterministic: same values, same bytes.
class TableWriter {
 public:
  /// block_bytes of the description may be 0, which stands for the default.
  TableWriter(Description description, Sink sink);
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;
  ~TableWriter();

  /// Appends to a table of distances.
  void write(std::span<const Value> values);
  /// Appends to a table of verdicts.
  void write(std::span<const Verdict> verdicts);
  /// After the last place: throws std::logic_error where there were more or fewer than the description says.
  void finish();

  /// Written to the sink so far.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void add(std::uint8_t byte);
  void end_block();
  void put(Bytes bytes);

  Description description_;
  Sink sink_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> compressor_;
  std::vector<std::uint8_t> header_;
  std::vector<std::uint8_t> block_;       ///< the block being filled
  std::vector<std::uint8_t> compressed_;  ///< buffer for a compressed block
  std::vector<std::uint32_t> sizes_;
  std::uint64_t places_ = 0;
  std::uint8_t unfinished_ = 0;  ///< the byte of verdicts being filled
  std::uint64_t bytes_ = 0;
};

}  // namespace crownd::tables
