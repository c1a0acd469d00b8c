#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

struct ZSTD_DCtx_s;

namespace crownd::tables {

/// Decompresses with zstd. Creating a context takes longer than decompressing a block, so contexts are kept, as many as
/// have been in use at once. They are not thread_local: on Windows g++ destroys what is after it has freed its memory.
/// Thread-safe.
class Decompressors {
 public:
  Decompressors();
  Decompressors(const Decompressors&) = delete;
  Decompressors& operator=(const Decompressors&) = delete;
  ~Decompressors();

  /// Whether `from` is `to.size()` bytes compressed, with a checksum that fits.
  [[nodiscard]] bool decompress(std::span<const std::uint8_t> from, std::span<std::uint8_t> to);

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  using Context = std::unique_ptr<ZSTD_DCtx_s, Free>;

  [[nodiscard]] Context take();
  void give_back(Context context);

  std::mutex mutex_;
  std::vector<Context> idle_;
};

}  // namespace crownd::tables
