#pragma once

#include "connection/channel.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::connection {

/// A conversation with the daemon, written down. Lines that begin with `> ` are sent, the others are expected, in this
/// order; `*` inside an expected line matches any text, a line `...` any number of lines. Besides, in files:
///   #! WORDS    how to start the daemon, see Setting
///   # TEXT      a comment
///   $ end       ends the input; what is expected afterwards must come, and then the connection ends
struct Transcript {
  struct Step {
    enum class Kind : std::uint8_t { send, expect, skip, end };
    Kind kind;
    std::string text;
    int line;  ///< in its file
  };

  /// From the line `#!`: `tcp` or `stdio` keep it to one of the two, `token T` wants a token; the rest are flags.
  struct Setting {
    bool over_stdio = true;
    bool over_tcp = true;
    std::optional<std::string> token;
    std::vector<std::string> flags;
  };

  std::string name;
  Setting setting;
  std::vector<Step> steps;
};

/// Whether the line is one that the pattern means; `*` stands for any text.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view line);

/// Adds a line of a conversation, whose number in its file is for messages.
void read_step(Transcript& transcript, const std::string& line, int number);

/// A file that is one conversation.
[[nodiscard]] Transcript read_transcript(const std::string& path, const std::string& name);

/// The conversations in a document: its code blocks with the info string `transcript`. What follows that word is as
/// after `#!`.
[[nodiscard]] std::vector<Transcript> read_document(const std::string& path, const std::string& name);

/// Holds the conversation; gives what went wrong, or nothing.
class TranscriptRun {
 public:
  TranscriptRun(const Transcript& transcript, Channel& channel, std::chrono::seconds patience)
      : transcript_(transcript), channel_(channel), patience_(patience) {}

  std::string run();

 private:
  bool expect(const Transcript::Step& step);
  /// Nothing may come that was not written down, but for `info` lines, which may always come or not.
  std::string expect_end();
  std::optional<std::string> receive(Deadline deadline);
  [[nodiscard]] std::string fault(const Transcript::Step& step, const std::string& what) const;

  const Transcript& transcript_;
  Channel& channel_;
  std::chrono::seconds patience_;
  std::string heard_;
  bool skipping_ = false;
  bool has_quit_ = false;  ///< the daemon may be gone
};

}  // namespace crownd::connection
