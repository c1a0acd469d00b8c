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

/// Where the bytes of a file go, in order. May throw, to end the writing.
using Sink = std::function<void(Bytes)>;

/// Writes a table file from its values, which come in the order of places. The same values give the same bytes.
class TableWriter {
 public:
  /// block_bytes of the description may be 0: then it is the usual number.
  TableWriter(Description description, Sink sink);
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;
  ~TableWriter();

  /// The next places of a table of distances.
  void write(std::span<const Value> values);
  /// The next places of a table of verdicts.
  void write(std::span<const Verdict> verdicts);
  /// After the last place: throws std::logic_error where there were more or fewer than the description told.
  void finish();

  /// That have gone to the sink.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void add(std::uint8_t byte);
  void end_block();
  void put(Bytes bytes);

  Description description_;
  Sink sink_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> compressor_;
  std::vector<std::uint8_t> header_;
  std::vector<std::uint8_t> block_;       ///< that is being filled
  std::vector<std::uint8_t> compressed_;  ///< room for a block
  std::vector<std::uint32_t> sizes_;
  std::uint64_t places_ = 0;
  std::uint8_t unfinished_ = 0;  ///< byte of verdicts
  std::uint64_t bytes_ = 0;
};

}  // namespace crownd::tables
