#include "tables/table_writer.hpp"

#include <zstd.h>

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace crownd::tables {

namespace {

/// From level 9 to 19 a file becomes a tenth smaller, and takes ten times as long to write.
constexpr int compression_level = 12;

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result) != 0) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(result));
  return result;
}

}  // namespace

TableWriter::TableWriter(Description description, Sink sink)
    : description_(std::move(description)), sink_(std::move(sink)), compressor_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  if (!compressor_) throw std::bad_alloc();
  if (description_.block_bytes == 0) description_.block_bytes = usual_block_bytes;
  checked(ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, compression_level));
  checked(ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_checksumFlag, 1));
  compressed_.resize(ZSTD_compressBound(description_.block_bytes));
  block_.reserve(description_.block_bytes);
  header_ = header_of(description_);
  put(header_);
}

TableWriter::~TableWriter() = default;

void TableWriter::write(std::span<const Value> values) {
  places_ += values.size();
  while (!values.empty()) {
    const std::size_t room = std::min(values.size(), description_.block_bytes - block_.size());
    block_.insert(block_.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(room));
    values = values.subspan(room);
    if (block_.size() == description_.block_bytes) end_block();
  }
}

void TableWriter::write(std::span<const Verdict> verdicts) {
  for (const Verdict verdict : verdicts) {
    const auto slot = places_++ % verdicts_a_byte;
    unfinished_ = static_cast<std::uint8_t>(unfinished_ | static_cast<unsigned>(verdict) << slot * verdict_bits);
    if (slot + 1 == verdicts_a_byte) add(std::exchange(unfinished_, std::uint8_t{0}));
  }
}

void TableWriter::finish() {
  if (places_ != description_.places)
    throw std::logic_error("a table of " + std::to_string(description_.places) + " places was given " +
                           std::to_string(places_));
  if (description_.kind == Kind::verdict && places_ % verdicts_a_byte != 0) add(unfinished_);
  if (!block_.empty()) end_block();
  put(tail_of(header_, sizes_));
}

void TableWriter::add(std::uint8_t byte) {
  block_.push_back(byte);
  if (block_.size() == description_.block_bytes) end_block();
}

void TableWriter::end_block() {
  const auto size =
      checked(ZSTD_compress2(compressor_.get(), compressed_.data(), compressed_.size(), block_.data(), block_.size()));
  sizes_.push_back(static_cast<std::uint32_t>(size));
  put(Bytes(compressed_).first(size));
  block_.clear();
}

void TableWriter::put(Bytes bytes) {
  sink_(bytes);
  bytes_ += bytes.size();
}

}  // namespace crownd::tables
