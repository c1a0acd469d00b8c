#include "load/client.hpp"

#include <sys/socket.h>

namespace crownd::load {

using connection::Channel;
using connection::within;

int hold(Channel& channel, const Conversation& conversation, std::string& what) {
  int lost = 0;
  for (const auto& step : conversation) {
    channel.send(step.line, within(answer_timeout));
    for (const auto& expected : step.answers) {
      auto line = channel.receive(within(answer_timeout));
      while (line && is_further_info(*line, expected)) line = channel.receive(within(answer_timeout));
      if (line && without_time(*line) == expected) continue;
      if (lost++ == 0) what = step.line + " was answered '" + line.value_or("") + "', not '" + expected + "'";
      if (!line) return lost;
    }
  }
  return lost;
}

bool begin_search(Channel& channel) {
  for (const auto* line : {"setoption name Hash value 1", "position english startpos", "go infinite"})
    if (!channel.send(line, within(answer_timeout))) return false;
  while (const auto line = channel.receive(within(answer_timeout)))
    if (line->starts_with("info depth 3 ")) return true;
  return false;
}

void end_with_reset(const connection::TcpChannel& channel) {
  const linger at_once{1, 0};
  ::setsockopt(channel.native_handle(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void keep_buffer_small(const connection::TcpChannel& channel) {
  constexpr int bytes = 4096;
  ::setsockopt(channel.native_handle(), SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

}  // namespace crownd::load
