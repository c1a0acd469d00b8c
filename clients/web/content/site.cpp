#include "web/content/site.hpp"

#include "web/content/gzip.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace crownd::web {

namespace {

constexpr std::string_view unknown_type = "application/octet-stream";
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> types{{
    {"html", "text/html; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"json", "application/json"},
    {"webmanifest", "application/manifest+json"},
    {"txt", "text/plain; charset=utf-8"},
    {"md", "text/markdown; charset=utf-8"},
    {"svg", "image/svg+xml"},
    {"png", "image/png"},
    {"jpg", "image/jpeg"},
    {"webp", "image/webp"},
    {"ico", "image/vnd.microsoft.icon"},
    {"woff2", "font/woff2"},
    {"mp3", "audio/mpeg"},
    {"ogg", "audio/ogg"},
    {"wav", "audio/wav"},
    {"ts", "text/plain; charset=utf-8"},
    {"wasm", "application/wasm"},
}};

/// Whether files of that type are compressed already.
bool is_compressed(std::string_view type) {
  const bool is_picture = type.starts_with("image/") && type != "image/svg+xml";
  return is_picture || type.starts_with("audio/") || type.starts_with("font/");
}

/// Truncated SHA-256, long enough that no two contents collide.
constexpr std::size_t tag_bytes = 12;

}  // namespace

std::string_view media_type(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) return unknown_type;
  const auto* const found = std::ranges::find(types, name.substr(dot + 1), [](const auto& type) { return type.first; });
  return found == types.end() ? unknown_type : found->second;
}

std::string tag_of(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
  ::EVP_Digest(bytes.data(), bytes.size(), hash.data(), nullptr, ::EVP_sha256(), nullptr);
  std::string tag = "\"";
  for (std::size_t i = 0; i < tag_bytes; ++i) {
    tag += digits[hash[i] >> 4U];
    tag += digits[hash[i] & 0xFU];
  }
  return tag + '"';
}

std::string bare_tag(std::string_view tag) { return std::string(tag.substr(1, tag.size() - 2)); }

Site::Site(std::span<const EmbeddedFile> built_in, const PageFiles& others) {
  for (const auto& file : built_in) add(file.path, file.bytes);
  for (const auto& [path, bytes] : others) add(path, bytes);
}

void Site::add(std::string_view path, std::string_view bytes) {
  File file{.type = media_type(path), .plain = {.tag = tag_of(bytes), .bytes = bytes}, .packed = {}};
  // An engine's weights and tables: there is no end to compressing them.
  if (file.type != unknown_type && !is_compressed(file.type)) {
    const auto& packed = packed_.emplace_back(gzipped(bytes, best_compression));
    file.packed = {.tag = tag_of(packed), .bytes = packed};
  }
  files_.emplace("/" + std::string(path), std::move(file));
}

const Site::File* Site::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? std::string_view("/index.html") : path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace crownd::web
