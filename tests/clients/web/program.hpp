#pragma once

#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/server_process.hpp"

namespace crownd::testing {

/// A real crown-web at a free port of this machine, by default with its own crownd.
class CrownWeb {
 public:
  explicit CrownWeb(const Arguments& flags = {}) : process_(command(flags), connection::Errors::captured) {
    const auto line = process_.receive(connection::within(test_timeout));
    if (!line) FAIL("crown-web does not start: " << process_.errors());
    url_ = *line;
    const auto from = url_.find("://") + 3;
    address_ = connection::parse_address(url_.substr(from, url_.rfind('/') - from));
  }
  CrownWeb(const CrownWeb&) = delete;
  CrownWeb& operator=(const CrownWeb&) = delete;
  ~CrownWeb() { process_.signal(SIGTERM); }

  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] const connection::Address& address() const { return address_; }
  connection::ChildProcess& process() { return process_; }

  /// Process ids of its running daemons.
  [[nodiscard]] std::vector<pid_t> children() const { return children_of(process_); }

 private:
  static Arguments command(const Arguments& flags) {
    return extended({"env", sanitizer_options(), program_path("crown-web"), "--listen", "127.0.0.1:0"}, flags);
  }

  /// AddressSanitizer keeps freed memory, so memory use is not measured.
  static std::string sanitizer_options() {
    const char* const given = std::getenv("ASAN_OPTIONS");
    return "ASAN_OPTIONS=quarantine_size_mb=1" + (given == nullptr ? "" : ":" + std::string(given));
  }

  connection::ChildProcess process_;
  std::string url_;
  connection::Address address_;
};

/// Why a crown-web with these flags ends with this code.
inline std::string why_not(const Arguments& flags, int code = 1) {
  return refusal(extended({program_path("crown-web")}, flags), code);
}

}  // namespace crownd::testing
