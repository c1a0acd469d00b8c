#include "web/content/answers.hpp"

#include "web/content/gzip.hpp"
#include "web/requests/ascii.hpp"
#include "web/requests/status.hpp"

namespace crownd::web {

namespace {

constexpr std::string_view json_type = "application/json";
constexpr std::string_view gzip = "gzip";
/// Shorter bodies take one packet either way.
constexpr std::size_t shortest_to_pack = 1'000;

Answer json(std::shared_ptr<const std::string> text, std::string tag) {
  Answer answer;
  answer.type = json_type;
  answer.tag = std::move(tag);
  answer.body = *text;
  answer.length = text->size();
  answer.owner = std::move(text);
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

Answer sentence(int status, const std::string& text) {
  Answer answer;
  answer.status = status;
  answer.owner = std::make_shared<const std::string>(text + "\n");
  answer.body = *answer.owner;
  answer.length = answer.body.size();
  return answer;
}

void pack(Answer& answer, const Request& request) {
  answer.varies = true;
  if (answer.body.size() < shortest_to_pack || !takes_gzip(request.accept_encoding)) return;
  answer.owner = std::make_shared<const std::string>(gzipped(answer.body, quick_compression));
  answer.body = *answer.owner;
  answer.length = answer.body.size();
  answer.encoding = gzip;
}

void revalidate(Answer& answer, const Request& request) {
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

Answer Answers::answer(const Request& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    auto answer = sentence(status::method_not_allowed, "only GET and HEAD are answered here");
    answer.allow = "GET, HEAD";
    return answer;
  }
  const auto path = path_of(request.target);
  auto answer =
      path ? find(*path, request) : sentence(status::bad_request, "the address is no path such as /index.html");
  revalidate(answer, request);
  if (request.method == "HEAD") answer.body = {};
  return answer;
}

Answer Answers::find(std::string_view path, const Request& request) const {
  if (path == "/config.json") return json(config_, tag_of(*config_));
  if (path == "/files.json" && files_) return json(files_, tag_of(*files_));
  if (path == "/match.json") {
    auto reading = match_.read();
    return reading.text ? json(std::move(reading.text), std::move(reading.tag))
                        : sentence(status::not_found, reading.why_not);
  }
  if (path == "/match-live.json") {
    auto reading = live_.read();
    return reading.text ? json(std::move(reading.text), std::move(reading.tag))
                        : sentence(status::not_found, "no game of a match is being played");
  }
  if (engine_of(path)) return sentence(status::upgrade_required, "an engine is spoken to by WebSocket");
  const auto* const file = site_.find(path);
  if (file == nullptr) return sentence(status::not_found, "there is no " + std::string(path));
  Answer answer;
  const auto packs = takes_gzip(request.accept_encoding) && !file->packed.bytes.empty();
  const auto& content = packs ? file->packed : file->plain;
  answer.type = file->type;
  answer.tag = content.tag;
  answer.body = content.bytes;
  answer.length = content.bytes.size();
  answer.varies = true;
  if (packs) answer.encoding = gzip;
  return answer;
}

}  // namespace crownd::web
