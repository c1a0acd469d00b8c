#include "web/server/api/api.hpp"

#include "web/server/requests/position_request.hpp"

#include <algorithm>
#include <variant>

namespace crownd::web {

namespace {

constexpr std::chrono::seconds burst{2};
constexpr std::size_t min_cleaning_size = 1024;

constexpr std::string_view probe_path = "/api/probe";
constexpr std::string_view book_path = "/api/book";
constexpr std::string_view squares_path = "/api/squares";
constexpr std::string_view games_path = "/api/games";

/// Default of Retry-After.
constexpr std::chrono::seconds default_retry_after{1};
/// For exact values, which change only if new tables add lengths.
constexpr std::string_view cache_for_an_hour = "max-age=3600";
constexpr std::string_view no_store = "no-store";

Response json_answer(int status, const ApiJson& json) {
  constexpr int no_indentation = -1;
  auto text = json.dump(no_indentation, ' ', false, ApiJson::error_handler_t::replace) + "\n";
  Response answer{.status = status, .type = "application/json"};
  answer.set_body(std::make_shared<const std::string>(std::move(text)));
  return answer;
}

/// The status for an error of the daemon.
int status_of(const wire::Error& error) {
  if (error.code == "bad-position" || error.code == "illegal-move" || error.code == "ambiguous-move")
    return status::unprocessable;
  if (error.code == "too-long") return status::too_large;
  if (error.code == "bad-argument") return status::bad_request;
  return status::unavailable;
}

Response later(int status, std::string_view code, const std::string& message,
               std::chrono::seconds wait = default_retry_after) {
  auto answer = api_error(status, code, message);
  answer.headers.emplace_back("Retry-After", std::to_string(wait.count()));
  return answer;
}

Response error_of(const wire::Error& error) {
  const int status = status_of(error);
  return status == status::unavailable ? later(status, error.code, error.message)
                                       : api_error(status, error.code, error.message);
}

/// Whether a request may have many positions.
bool takes_many(std::string_view path) { return path == probe_path || path == book_path; }

std::string methods_of(std::string_view path) {
  return takes_many(path) ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

Subject subject_of(std::string_view path) {
  if (path == book_path) return Subject::book;
  return path == squares_path ? Subject::squares : Subject::probe;
}

/// The response to a CORS preflight.
Response preflight(std::string_view path) {
  Response answer{.status = status::no_content, .allow = methods_of(path)};
  answer.headers = {{"Access-Control-Allow-Methods", answer.allow},
                    {"Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match"},
                    {"Access-Control-Max-Age", "86400"}};
  return answer;
}

/// Splits requests into parts, so that several sessions share them and other clients get turns.
std::vector<std::vector<PositionRequest>> parts_of(std::vector<PositionRequest> requests) {
  std::vector<std::vector<PositionRequest>> parts;
  for (auto& request : requests) {
    if (parts.empty() || parts.back().size() == PositionLookup::max_positions) parts.emplace_back();
    parts.back().push_back(std::move(request));
  }
  return parts;
}

bool is_known(std::string_view path) {
  return takes_many(path) || path == squares_path || path == games_path || path == description_path;
}

}  // namespace

std::chrono::seconds Throttle::wait_of(const net::Origin& origin, Clock::time_point now) {
  if (rate_ == 0) return {};
  if (free_at_.size() >= next_cleaning_) forget_old(now);
  const Clock::duration each = std::chrono::duration_cast<Clock::duration>(std::chrono::seconds(1)) / rate_;
  auto& free_at = free_at_[origin];
  const auto next = std::max(free_at, now) + each;
  if (next - now > burst) return std::chrono::ceil<std::chrono::seconds>(next - now - burst);
  free_at = next;
  return {};
}

void Throttle::forget_old(Clock::time_point now) {
  std::erase_if(free_at_, [&](const auto& entry) { return entry.second <= now; });
  next_cleaning_ = std::max(min_cleaning_size, 2 * free_at_.size());
}

Response api_error(int status, std::string_view code, const std::string& message) {
  auto answer = json_answer(status, json_of_error(code, message));
  answer.headers.emplace_back("Cache-Control", no_store);
  return answer;
}

Response api_error(const Refusal& refusal) {
  const bool is_argument = refusal.status == status::bad_request || refusal.status == status::misdirected;
  auto answer = refusal.status == status::too_many_requests
                    ? later(refusal.status, "auth", refusal.sentence, refusal.wait)
                    : api_error(refusal.status, is_argument ? "bad-argument" : "auth", refusal.sentence);
  if (refusal.status == status::unauthorized) answer.headers.emplace_back("WWW-Authenticate", "Bearer");
  return answer;
}

net::Task<Response> Api::answer(const Request& request, const net::Origin& client, const std::string& body) {
  const auto path = path_of(request.target).value_or("");
  if (!is_known(path))
    co_return api_error(status::not_found, "unknown-command",
                        "there is no such address; /api/openapi.json describes those that there are");
  if (request.method == "OPTIONS") co_return preflight(path);
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads && (request.method != "POST" || !takes_many(path))) {
    auto answer = api_error(status::method_not_allowed, "unknown-command", "answered here: " + methods_of(path));
    answer.allow = methods_of(path);
    co_return answer;
  }
  if (const auto wait = throttle_.wait_of(client); wait.count() > 0)
    co_return later(status::too_many_requests, "limit",
                    "only " + std::to_string(rules_.rate) + " requests a second are answered (--api-rate)", wait);
  const auto slot_or_full = slots_.take(client);
  if (!std::holds_alternative<net::SessionSlots::Slot>(slot_or_full))
    co_return later(status::too_many_requests, "limit",
                    "too many requests at once from this address (--api-requests); wait for their answers");
  std::optional<std::string> fault;
  try {
    auto answer = co_await route(request, client, body);
    if (request.method == "HEAD") answer.body = {};
    co_return answer;
  } catch (const BadRequest& bad) {
    fault = bad.what();
  }
  co_return api_error(status::bad_request, "bad-argument", *fault);
}

net::Task<Response> Api::route(const Request& request, const net::Origin& client, const std::string& body) {
  const auto path = path_of(request.target).value_or("");
  const auto subject = subject_of(path);
  if (path == games_path) return games(request, client);
  return request.method == "POST" ? many(request, client, body, subject) : one(request, client, subject);
}

net::Task<Response> Api::games(const Request& request, const net::Origin& client) {
  const auto lookup = std::make_shared<PositionLookup>(engine_infos_, Subject::probe, std::vector<PositionRequest>());
  auto fault = co_await ask(std::vector(1, lookup), client);
  if (fault) co_return *std::move(fault);
  co_return cacheable(request, json_of_games(lookup->engine_info()), false);
}

net::Task<Response> Api::one(const Request& request, const net::Origin& client, Subject subject) {
  const auto query = read_query(request.target);
  if (!query) throw BadRequest("a percent sign in an address is followed by two hexadecimal digits: %25");
  std::vector<PositionRequest> requests{position_request(*query)};
  const auto lookup = std::make_shared<PositionLookup>(engine_infos_, subject, std::move(requests));
  auto fault = co_await ask(std::vector(1, lookup), client);
  if (fault) co_return *std::move(fault);
  const auto& result = lookup->results().front();
  if (result.error) co_return error_of(*result.error);
  const bool exact = subject == Subject::squares || (subject == Subject::probe && is_exact(result));
  co_return cacheable(request, json_of(subject, result), exact);
}

net::Task<Response> Api::many(const Request& request, const net::Origin& client, const std::string& body,
                              Subject subject) {
  auto requests = position_requests(body, rules_.max_positions);
  std::vector<std::shared_ptr<PositionLookup>> lookups;
  for (auto& part : parts_of(std::move(requests)))
    lookups.push_back(std::make_shared<PositionLookup>(engine_infos_, subject, std::move(part)));
  auto fault = co_await ask(lookups, client);
  if (fault) co_return *std::move(fault);
  auto array = ApiJson::array();
  for (const auto& lookup : lookups)
    for (const auto& result : lookup->results())
      array.push_back(result.error ? json_of_error(result.error->code, result.error->message)
                                   : json_of(subject, result));
  auto answer = json_answer(status::ok, array);
  pack(answer, request);
  answer.headers.emplace_back("Cache-Control", no_store);
  co_return answer;
}

net::Task<std::optional<Response>> Api::ask(std::vector<std::shared_ptr<PositionLookup>> lookups,
                                            const net::Origin& client) {
  std::vector<std::shared_ptr<Conversation>> conversations(lookups.begin(), lookups.end());
  const auto fault = co_await pool_.run(std::move(conversations), client);
  if (fault == SessionPool::Fault::unavailable)
    co_return later(status::unavailable, "unavailable", "the engine cannot be reached; try again later");
  if (fault == SessionPool::Fault::late)
    co_return later(status::late, "limit", "the engine has not answered in time (--api-timeout)");
  co_return std::nullopt;
}

Response Api::cacheable(const Request& request, const ApiJson& json, bool exact) const {
  auto answer = json_answer(status::ok, json);
  pack(answer, request);
  answer.tag = tag_of(*answer.owner);
  const std::string_view sharing = rules_.is_private ? "private, " : "public, ";
  if (exact) answer.headers.emplace_back("Cache-Control", std::string(sharing).append(cache_for_an_hour));
  revalidate(answer, request);
  return answer;
}

}  // namespace crownd::web
