#include "tables/decompressors.hpp"

#include <zstd.h>

#include <utility>

namespace crownd::tables {

Decompressors::Decompressors() = default;
Decompressors::~Decompressors() = default;

void Decompressors::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

bool Decompressors::decompress(std::span<const std::uint8_t> from, std::span<std::uint8_t> to) {
  auto context = take();
  if (!context) return false;
  const bool whole = ZSTD_decompressDCtx(context.get(), to.data(), to.size(), from.data(), from.size()) == to.size();
  give_back(std::move(context));
  return whole;
}

Decompressors::Context Decompressors::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto context = std::move(idle_.back());
      idle_.pop_back();
      return context;
    }
  }
  return Context(ZSTD_createDCtx());
}

void Decompressors::give_back(Context context) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(context));
}

}  // namespace crownd::tables
