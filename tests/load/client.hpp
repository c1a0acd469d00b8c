#pragma once

#include "connection/tcp_channel.hpp"
#include "load/conversation.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace crownd::load {

/// How long an answer may take on a busy machine, with sanitizers.
constexpr std::chrono::seconds answer_patience{60};

/// The next line that does not come with time alone; none as for Channel::receive.
[[nodiscard]] std::optional<std::string> next_answer(connection::Channel& channel);

/// Holds one conversation; gives how many of its lines were wrong or did not come. `what` is the first of them.
[[nodiscard]] int hold(connection::Channel& channel, const Conversation& conversation, std::string& what);

/// Begins a search that takes for ever, and waits until it runs. False if it does not.
[[nodiscard]] bool begin_search(connection::Channel& channel);

/// The connection ends with RST, not FIN, when the channel is destroyed.
void end_with_reset(const connection::TcpChannel& channel);

/// The kernel holds only a few KiB for the channel that have not been received.
void keep_buffer_small(const connection::TcpChannel& channel);

/// What a client process that is to be killed does: searches, tells so on standard output, and either reads on for ever
/// or reads nothing more. Never returns but for a server that goes away.
void search_until_killed(const connection::Address& server, bool reads);

}  // namespace crownd::load
