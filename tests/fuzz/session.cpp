// Arbitrary bytes as the lines of a conversation: each answer is checked against the protocol, and against the
// rules of the games by their naive generators. Then the same lines are sent at once, and no answer may be lost.

#include "fuzz/answers.hpp"
#include "fuzz/conversation.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

namespace {

using namespace crownd;
using namespace crownd::fuzz;

/// Longer conversations are slow and find nothing new.
constexpr int max_lines = 60;
constexpr std::string_view with_token = "# token";

/// The minimum and maximum number of answers to the lines.
struct Answers {
  int least = 0;
  int most = 0;

  void count(const Line& line) {
    if (line.kind == Line::Kind::nothing || line.is("quit") || line.is("stop") || line.is("ponderhit")) return;
    if (!last_words(line).empty()) ++least;
    most += line.is("d") || line.is("show") ? 2 : 1;
  }
};

void say_at_once(const std::vector<std::string>& lines) {
  using namespace std::chrono_literals;
  Daemon daemon(false);
  Answers answers;
  for (const auto& line : lines) {
    if (line.size() > daemon.environment.limits.max_line_bytes) continue;
    const Line understood(line);
    answers.count(understood);
    daemon.session.handle_line(line);
  }
  daemon.session.end_of_input();
  if (!daemon.client.wait_closed(200ms)) {
    answers.least = 0;
    daemon.session.end_now();
  }
  if (!daemon.client.wait_closed(20s)) {
    std::cerr << "FAILED: a session does not end\n";
    std::abort();
  }
  int count = 0;
  std::string fault;
  for (const auto& line : daemon.client.all()) {
    count += is_last_line(line) ? 1 : 0;
    if (fault.empty()) fault = fault_of(line);
  }
  if (count < answers.least || count > answers.most) fault = std::to_string(count) + " answers";
  if (fault.empty()) return;
  for (const auto& line : lines) std::cerr << "> " << line << '\n';
  std::cerr << "FAILED, all said at once: " << fault << '\n';
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::istringstream input(text);
  Conversation conversation(begins(text, with_token));
  std::string line;
  for (int count = 0; count < max_lines && !conversation.over() && std::getline(input, line); ++count)
    conversation.say(line);
  conversation.finish(size % 2 == 0);
  say_at_once(conversation.said());
  return 0;
}
