#pragma once

#include "connection/socket_channel.hpp"
#include "load/conversation.hpp"

#include <chrono>
#include <string>

namespace crownd::load {

/// How long an answer may take on a busy machine, with sanitizers.
constexpr std::chrono::seconds answer_timeout{60};

/// Runs one conversation; returns how many of its lines were wrong or missing. `what` describes the first of them.
[[nodiscard]] int hold(connection::Channel& channel, const Conversation& conversation, std::string& what);

/// Starts an infinite search, and waits until it runs. False if it does not.
[[nodiscard]] bool begin_search(connection::Channel& channel);

/// The connection ends with RST, not FIN, when the channel is destroyed.
void end_with_reset(const connection::TcpChannel& channel);

/// Shrinks the kernel's receive buffer of the channel to a few KiB.
void keep_buffer_small(const connection::TcpChannel& channel);

}  // namespace crownd::load
