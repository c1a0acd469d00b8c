#include "web/server/content/responses.hpp"

#include "net/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <ctime>

namespace crownd::web {

namespace {

/// File timestamps are coarse: a second change within one tick does not change the time.
constexpr time_t settle_seconds = 2;

/// The offset where reading begins. It changes rarely, so that the text mostly grows at its end.
std::size_t beginning(std::size_t size) {
  constexpr auto step = MatchFile::max_bytes / 2;
  return size <= MatchFile::max_bytes ? 0 : (size / step - 1) * step;
}

/// Reads the bytes from `begin` to `end`.
std::string contents(int fd, std::size_t begin, std::size_t end) {
  std::string text(end - begin, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const auto count = ::pread(fd, text.data() + size, text.size() - size, static_cast<off_t>(begin + size));
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

constexpr std::string_view gzip = "gzip";
/// Shorter bodies take one packet either way.
constexpr std::size_t min_packed_bytes = 1'000;

Response json(std::shared_ptr<const std::string> text, std::string tag) {
  Response answer{.type = "application/json", .tag = std::move(tag)};
  answer.set_body(std::move(text));
  return answer;
}

/// Whether the list of If-None-Match has the tag; weak ones count as well (RFC 9110, 13.1.2).
bool has_tag(std::string_view list, std::string_view tag) {
  bool found = false;
  for_each_item(list, [&](std::string_view item) {
    if (item.starts_with("W/")) item.remove_prefix(2);
    found = found || item == tag || item == "*";
  });
  return found;
}

/// Whether Accept-Encoding names gzip, and does not refuse it (RFC 9110, 12.5.3).
bool takes_gzip(std::string_view list) {
  bool takes = false;
  for_each_item(list, [&](std::string_view item) {
    const auto end = item.find(';');
    const auto weight = end == std::string_view::npos ? std::string_view() : trimmed(item.substr(end + 1));
    const bool refused = weight.starts_with("q=0") && weight.find_first_not_of("q=0.") == std::string_view::npos;
    takes = takes || (lower(trimmed(item.substr(0, end))) == gzip && !refused);
  });
  return takes;
}

}  // namespace

MatchFile::Reading MatchFile::read() {
  if (path_.empty()) return {nullptr, "", "no match is shown here: start crown-web with --match FILE"};
  // Opening a pipe without a writer must not block.
  const net::Descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
    return {nullptr, "", "the file of --match is not there yet, or cannot be read"};
  if (is_latest(about)) return latest_;
  const auto size = static_cast<std::size_t>(about.st_size);
  const auto begin = beginning(size);
  auto text = contents(file.get(), begin, size);
  if (begin > 0) {
    const auto end_of_line = text.find('\n');
    if (end_of_line == std::string::npos)
      return {nullptr, "", "the file of --match has a line of more than " + std::to_string(max_bytes >> 21U) + " MiB"};
    text.erase(0, end_of_line + 1);
  }
  auto tag = tag_of(text);
  if (tag != latest_.tag) latest_ = {std::make_shared<const std::string>(std::move(text)), std::move(tag), ""};
  state_ = about;
  settled_ = ::time(nullptr) - about.st_mtim.tv_sec > settle_seconds;
  return latest_;
}

bool MatchFile::is_latest(const struct stat& about) const {
  return settled_ && about.st_ino == state_.st_ino && about.st_size == state_.st_size &&
         about.st_mtim.tv_sec == state_.st_mtim.tv_sec && about.st_mtim.tv_nsec == state_.st_mtim.tv_nsec;
}

Response text_response(int status, const std::string& text) {
  Response answer{.status = status};
  answer.set_body(std::make_shared<const std::string>(text + "\n"));
  return answer;
}

void pack(Response& answer, const Request& request) {
  answer.varies = true;
  if (answer.body.size() < min_packed_bytes || !takes_gzip(request.accept_encoding)) return;
  answer.set_body(std::make_shared<const std::string>(gzipped(answer.body, quick_compression)));
  answer.encoding = gzip;
}

void revalidate(Response& answer, const Request& request) {
  if (answer.status != status::ok || !has_tag(request.if_none_match, answer.tag)) return;
  answer.status = status::not_modified;
  answer.body = {};
  answer.length = 0;
}

const std::vector<std::pair<std::string_view, std::string_view>>& safe_headers() {
  static const std::vector<std::pair<std::string_view, std::string_view>> headers{
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
       "media-src 'self' data: "
       "blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
       "form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Embedder-Policy", "require-corp"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
      {"Cache-Control", "no-cache"},
      {"Server", "crown-web"},
  };
  return headers;
}

Response StaticContent::answer(const Request& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    auto answer = text_response(status::method_not_allowed, "only GET and HEAD are answered here");
    answer.allow = "GET, HEAD";
    return answer;
  }
  const auto path = path_of(request.target);
  auto answer =
      path ? find(*path, request) : text_response(status::bad_request, "the address is no path such as /index.html");
  revalidate(answer, request);
  if (request.method == "HEAD") answer.body = {};
  return answer;
}

Response StaticContent::find(std::string_view path, const Request& request) const {
  if (path == "/config.json") return json(config_, tag_of(*config_));
  if (path == "/files.json" && files_) return json(files_, tag_of(*files_));
  if (path == "/match.json" || path == "/match-live.json") {
    const bool is_live = path == "/match-live.json";
    const auto reading = (is_live ? live_ : match_).read();
    return reading.text
               ? json(reading.text, reading.tag)
               : text_response(status::not_found, is_live ? "no game of a match is being played" : reading.why_not);
  }
  if (engine_of(path)) return text_response(status::upgrade_required, "an engine is spoken to by WebSocket");
  const auto* const file = site_.find(path);
  if (file == nullptr) return text_response(status::not_found, "there is no " + std::string(path));
  const bool packs = takes_gzip(request.accept_encoding) && !file->packed.bytes.empty();
  const auto& content = packs ? file->packed : file->plain;
  return {.type = std::string(file->type),
          .tag = content.tag,
          .body = content.bytes,
          .length = content.bytes.size(),
          .encoding = packs ? std::string(gzip) : "",
          .varies = true};
}

}  // namespace crownd::web
