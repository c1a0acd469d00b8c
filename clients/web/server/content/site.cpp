#include "web/server/content/site.hpp"

#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>
#include <nlohmann/json.hpp>

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace crownd::web {

namespace {

/// Deflate, no flags, no time, nothing said of the level, unknown operating system.
constexpr std::string_view gzip_header{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", 10};
constexpr int window_bits = 15;
constexpr int memory_level = 9;

/// Little-endian.
void append(std::string& text, std::uint32_t number) {
  constexpr int bits_of_byte = 8;
  for (int byte = 0; byte < 4; ++byte) text += static_cast<char>(number >> static_cast<unsigned>(byte * bits_of_byte));
}

namespace fs = std::filesystem;

/// Installed or built, relative to the program's folder.
constexpr std::array default_folders{"../share/crownd/page-engine", "../../page/engine"};

std::invalid_argument cannot_read(const std::string& flag, const fs::path& path, const std::string& why = "") {
  return std::invalid_argument(flag + ": " + path.string() + " cannot be read" + (why.empty() ? "" : ": " + why));
}

std::string contents(const std::string& flag, const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw cannot_read(flag, path);
  return bytes;
}

/// Reads all files of a folder and adds `prefix` to their paths.
PageFiles read_folder(const std::string& flag, const std::string& folder, std::string_view prefix) {
  PageFiles files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file()) continue;
    const auto path = entry->path().lexically_relative(folder).generic_string();
    files.emplace(std::string(prefix) + path, contents(flag, entry->path()));
  }
  if (error) throw cannot_read(flag, folder, error.message());
  return files;
}

/// Whether the service worker caches the file.
bool is_kept(std::string_view path) {
  return path != "/sw.js" && path != "/engine/notices.txt" && !path.starts_with("/api/");
}

constexpr std::string_view unknown_type = "application/octet-stream";
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> types{{
    {"html", "text/html; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"json", "application/json"},
    {"md", "text/markdown; charset=utf-8"},
    {"webmanifest", "application/manifest+json"},
    {"txt", "text/plain; charset=utf-8"},
    {"svg", "image/svg+xml"},
    {"png", "image/png"},
    {"wasm", "application/wasm"},
}};

/// The media type for a file name's extension.
std::string_view media_type(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) return unknown_type;
  const auto* const found = std::ranges::find(types, name.substr(dot + 1), [](const auto& type) { return type.first; });
  return found == types.end() ? unknown_type : found->second;
}

/// Whether files of that type are compressed already.
bool is_compressed(std::string_view type) { return type == "image/png"; }

/// Truncated SHA-256, long enough that no two contents collide.
constexpr std::size_t tag_bytes = 12;

/// An ETag without its quotes.
std::string bare_tag(std::string_view tag) { return std::string(tag.substr(1, tag.size() - 2)); }

}  // namespace

std::string gzipped(std::string_view bytes, int level) {
  namespace zlib = boost::beast::zlib;
  zlib::deflate_stream stream;
  stream.reset(level, window_bits, memory_level, zlib::Strategy::normal);
  std::string body(zlib::deflate_upper_bound(bytes.size()), '\0');
  zlib::z_params parameters;
  parameters.next_in = bytes.data();
  parameters.avail_in = bytes.size();
  parameters.next_out = body.data();
  parameters.avail_out = body.size();
  boost::system::error_code error;
  stream.write(parameters, zlib::Flush::finish, error);
  if (error != zlib::error::end_of_stream) throw std::runtime_error("a body cannot be compressed");
  boost::crc_32_type checksum;
  checksum.process_bytes(bytes.data(), bytes.size());
  std::string packed(gzip_header);
  packed.append(body, 0, parameters.total_out);
  append(packed, checksum.checksum());
  append(packed, static_cast<std::uint32_t>(bytes.size()));
  return packed;
}

PageFiles read_page(const std::string& folder) {
  auto files = read_folder("--page", folder, "");
  if (!files.contains("index.html"))
    throw std::invalid_argument("--page: " + folder +
                                " has no index.html: it must be a folder such as clients/web/page");
  return files;
}

PageFiles read_page_engine(const std::string& folder) {
  auto files = read_folder("--page-engine", folder, page_engine_prefix);
  if (!files.contains(std::string(page_engine_worker)))
    throw std::invalid_argument("--page-engine: " + folder +
                                " has no worker.js: it must be the folder engine that scripts/package page makes");
  return files;
}

std::string default_page_engine() {
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto* const folder : default_folders)
    if (fs::is_regular_file(program / folder / "worker.js", error))
      return (program / folder).lexically_normal().string();
  return "";
}

std::string list_of_files(const Site& site, std::string_view program_version) {
  nlohmann::json page = nlohmann::json::object();
  nlohmann::json engine = nlohmann::json::object();
  std::string all(program_version);
  for (const auto& [path, file] : site.files()) {
    if (!is_kept(path)) continue;
    const auto name = path.substr(1);
    const auto hash = bare_tag(file.plain.tag);
    (name.starts_with(page_engine_prefix) ? engine : page)[name] = hash;
    all += name + hash;
  }
  return nlohmann::json{{"version", bare_tag(tag_of(all))}, {"page", page}, {"engine", engine}}.dump();
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

Site::Site(std::span<const EmbeddedFile> built_in, const PageFiles& others) {
  for (const auto& file : built_in) add(file.path, file.bytes);
  for (const auto& [path, bytes] : others) add(path, bytes);
}

void Site::add(std::string_view path, std::string_view bytes) {
  File file{.type = media_type(path), .plain = {.tag = tag_of(bytes), .bytes = bytes}, .packed = {}};
  // Weights and tables take too long to compress.
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
