#pragma once

#include "load/conversation.hpp"
#include "support/server_process.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crownd::load {

using Clock = std::chrono::steady_clock;

/// The clients' results.
struct Seen {
  std::uint64_t commands = 0;
  std::uint64_t answers = 0;
  std::uint64_t searches = 0;
  std::uint64_t wrong = 0;                                       ///< wrong answers
  std::uint64_t lost = 0;                                        ///< clients that were disconnected or not answered
  std::vector<std::string> faults;                               ///< the first few of both, in words
  std::vector<std::chrono::duration<double, std::micro>> pings;  ///< from isready to readyok

  void add_fault(const std::string& what);
  void add(const Seen& other);
  /// Prints the results of clients that were served for this long; returns whether none was wrong or lost.
  bool report(const std::string& title, std::chrono::seconds duration);
};

/// Many clients of one server: one thread for those that hold conversations, one for those that only measure.
class Clients {
 public:
  explicit Clients(const testing::ServerProcess& server)
      : server_(boost::asio::ip::make_address(server.address().host), server.address().port) {}

  /// `count` clients that hold conversations, one after the other, until `duration` is over; with them `idle` clients
  /// that send nothing but `isready`, one of them every `ping_every`.
  struct Crowd {
    int active = 0;
    int idle = 0;
    std::chrono::milliseconds duration{0};
    std::chrono::milliseconds ping_every{5};
  };
  [[nodiscard]] Seen run(const Crowd& crowd, const std::vector<Conversation>& conversations);

 private:
  boost::asio::ip::tcp::endpoint server_;
};

}  // namespace crownd::load
