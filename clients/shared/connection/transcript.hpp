#pragma once

#include "connection/channel.hpp"

#include <vector>

namespace crownd::connection {

/// A conversation with the daemon, as text. Lines that begin with `> ` are sent, the others are expected, in this
/// order; `*` in an expected line matches any text, a line `...` any number of lines. Files may also contain:
///   #! WORDS    how to start the daemon, see Setting
///   # TEXT      a comment
///   $ end       closes the input; the lines after it must still come, then the connection must end
struct Transcript {
  struct Step {
    enum class Kind : std::uint8_t { send, expect, skip, end };
    Kind kind;
    std::string text;
    int line;  ///< line number in its file
  };

  /// From the line `#!`: `tcp` or `stdio` allow only one of the two, `token T` requires a token; `interactive`: a line
  /// is sent only when the lines expected before it have come; the rest are flags.
  struct Setting {
    bool over_stdio = true;
    bool over_tcp = true;
    bool interactive = false;
    std::optional<std::string> token;
    std::vector<std::string> flags;
  };

  std::string name;
  Setting setting;
  std::vector<Step> steps;
};

/// Whether the line matches the pattern; `*` matches any text.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view line);

/// Adds a line of a conversation; its line number in the file is used in messages.
void read_step(Transcript& transcript, const std::string& line, int number);

/// The conversations in a document: its code blocks with the info string `transcript`. The words after it are
/// those of `#!`.
[[nodiscard]] std::vector<Transcript> read_document(const std::string& path, const std::string& name);

/// Runs a conversation.
class TranscriptRun {
 public:
  TranscriptRun(const Transcript& transcript, Channel& channel, std::chrono::seconds timeout)
      : transcript_(transcript), channel_(channel), timeout_(timeout) {}

  /// Returns the fault, or an empty text.
  std::string run();

 private:
  bool expect(const Transcript::Step& step);
  /// No more lines may come, except `info` lines, which are optional anywhere.
  std::string expect_end();
  std::optional<std::string> receive(Deadline deadline);
  [[nodiscard]] std::string fault(const Transcript::Step& step, const std::string& what) const;

  const Transcript& transcript_;
  Channel& channel_;
  std::chrono::seconds timeout_;
  std::string received_;
  bool skipping_ = false;
  bool has_quit_ = false;  ///< the daemon may have closed the connection
};

}  // namespace crownd::connection
