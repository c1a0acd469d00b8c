#pragma once

/// The status codes of HTTP that are sent (RFC 9110, 15; RFC 6585).
namespace crownd::web::status {

constexpr int ok = 200;
constexpr int no_content = 204;
constexpr int not_modified = 304;
constexpr int bad_request = 400;
constexpr int unauthorized = 401;
constexpr int forbidden = 403;
constexpr int not_found = 404;
constexpr int method_not_allowed = 405;
constexpr int too_large = 413;
constexpr int misdirected = 421;
constexpr int unprocessable = 422;
constexpr int upgrade_required = 426;
constexpr int too_many_requests = 429;
constexpr int headers_too_large = 431;
constexpr int unavailable = 503;
constexpr int late = 504;

}  // namespace crownd::web::status
