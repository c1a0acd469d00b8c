#pragma once

#include "connection/socket_channel.hpp"
#include "support/catch.hpp"

namespace crownd::testing {

using Headers = std::map<std::string, std::string>;

struct Response {
  unsigned status = 0;
  std::string body;
  Headers headers;

  /// Empty if there is none.
  std::string operator[](const std::string& header) const {
    const auto found = headers.find(header);
    return found == headers.end() ? "" : found->second;
  }
};

/// A connection like a browser's. Boost.Beast takes long to compile, so only browser.cpp includes it.
class Browser {
 public:
  /// Over TLS if `tls`, with the trusted certificates, is given; from the address `from`, if given, of this machine.
  explicit Browser(const connection::Address& address, ssl_ctx_st* tls = nullptr, const std::string& from = "");
  Browser(Browser&& other) noexcept;
  ~Browser();

  void send(std::string_view bytes);

  /// The header Host is the server's by default; an empty header is omitted.
  Response ask(const std::string& target, const Headers& headers = {}, const std::string& method = "GET",
               const std::string& body = {});

  /// The next response; none if the connection ends.
  std::optional<Response> answer(bool of_head = false);

  bool is_ended() { return !answer(); }

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

/// A page's WebSocket.
class Page {
 public:
  /// `Origin` is that of the server's page by default.
  explicit Page(const connection::Address& address, const std::string& path = "/engine/0", const Headers& headers = {},
                ssl_ctx_st* tls = nullptr);
  ~Page();

  /// The HTTP status of the WebSocket request; 101 if it was accepted.
  [[nodiscard]] unsigned status() const { return answer_.status; }
  [[nodiscard]] std::string header(const std::string& name) const { return answer_[name]; }
  [[nodiscard]] bool is_open() const { return status() == 101; }

  enum class Kind { text, binary };
  void send(const std::string& message, Kind kind = Kind::text);
  /// Sends a part of a message.
  void send_fragment(const std::string& part, bool is_last);
  /// Sends bytes instead of a message; returns how many were sent without blocking.
  std::size_t send_bytes(std::string_view bytes);

  /// The next message; none when the WebSocket is closed.
  std::optional<std::string> receive();

  /// The next message with this prefix; fails the test if none comes.
  std::string wait_for(std::string_view beginning);
  std::string ask(const std::string& question, std::string_view beginning) {
    send(question);
    return wait_for(beginning);
  }

  /// Reads until it is closed, and ignores all messages.
  void wait_for_end() {
    while (receive()) continue;
  }
  [[nodiscard]] unsigned close_code() const;
  [[nodiscard]] std::string close_reason() const;

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
  Response answer_;
};

/// The contents of a gzip file without flags.
std::string unpacked(std::string_view file);

}  // namespace crownd::testing
