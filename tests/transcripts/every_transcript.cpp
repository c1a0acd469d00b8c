#include "connection/child_process.hpp"
#include "connection/link.hpp"
#include "support/catch.hpp"
#include "support/certificate.hpp"
#include "support/pages.hpp"
#include "support/program.hpp"
#include "support/read_transcript.hpp"
#include "support/server_process.hpp"
#include "support/temporary_folder.hpp"

#include <csignal>

// Runs every written conversation, in the files next to this one and in all pages, with the real
// daemon: over its standard streams, over TCP and over TLS, with the same expectations.

using namespace crownd::testing;
using namespace crownd::connection;
namespace fs = std::filesystem;

namespace {

const fs::path source = CROWND_SOURCE_DIR;
using Words = std::vector<std::string>;
const std::string daemon_path = program_path("crownd");
/// Transcripts whose lines depend on earlier answers: more would say that scripts cannot be piped.
constexpr std::size_t max_interactive = 3;

/// How the crownd without a network is started: $CROWND_ENGINE_COMMAND, which scripts/test windows sets, or the one of
/// this build.
Words engine_command() {
  const char* const given = std::getenv("CROWND_ENGINE_COMMAND");
  if (given == nullptr) return {program_path("crownd-engine")};
  std::istringstream text(given);
  return {std::istream_iterator<std::string>(text), {}};
}

std::vector<Transcript> all_transcripts() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / "tests/transcripts"))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Transcript> transcripts;
  for (const auto& file : files) transcripts.push_back(read_transcript(file.string(), file.filename().string()));
  for (const auto& page : pages())
    for (auto& transcript : read_document((source / page).string(), page)) transcripts.push_back(std::move(transcript));
  return transcripts;
}

/// The command with the flags of a conversation, with full paths for names of files in this folder.
Words with_flags(const Transcript& transcript, Words command) {
  command = extended(command, {"--no-tables", "--no-books"});
  for (const auto& flag : transcript.setting.flags) {
    const auto file = source / "tests/transcripts" / flag;
    command.push_back(fs::is_regular_file(file) ? file.string() : flag);
  }
  return command;
}

/// The fault of a conversation, or that the daemon did not exit with 0; empty if there is none.
std::string end(const Transcript& transcript, ChildProcess& daemon, const std::string& fault) {
  if (!fault.empty()) return fault + daemon.errors();
  const auto status = daemon.wait(within(test_timeout));
  return status == ExitStatus{true, 0} ? "" : transcript.name + ": the daemon did not exit with 0";
}

std::string run_over_stdio(const Transcript& transcript, std::chrono::seconds patience = test_timeout) {
  ChildProcess daemon(with_flags(transcript, engine_command()), Errors::captured);
  return end(transcript, daemon, TranscriptRun(transcript, daemon, patience).run());
}

/// Lines that depend on how fast the input comes: `info` lines, and those that overtake queued commands.
bool depends_on_pace(std::string_view line) { return line.starts_with("info ") || line == "readyok" || line == "pong"; }

/// Whether all other lines are as written down.
std::string compare_at_any_pace(const Transcript& transcript, const std::vector<std::string>& lines) {
  using Kind = Transcript::Step::Kind;
  const auto fault = [&](const std::string& what) {
    std::string heard;
    for (const auto& line : lines) heard += line + '\n';
    return transcript.name + ", sent at once: " + what + "\nin:\n" + heard;
  };
  auto next = lines.begin();
  bool skipping = false;
  for (const auto& step : transcript.steps) {
    if (step.kind == Kind::skip) skipping = true;
    if (step.kind != Kind::expect || depends_on_pace(step.text)) continue;
    while (skipping && next != lines.end() && !matches(step.text, *next)) ++next;
    if (next == lines.end() || !matches(step.text, *next))
      return fault("line " + std::to_string(step.line) + " is expected: " + step.text);
    ++next;
    skipping = false;
  }
  return next == lines.end() || skipping ? "" : fault("more came: " + *next);
}

/// Sends all lines at once and closes the input, as a pipe does.
std::string run_through_pipe(const Transcript& transcript) {
  std::string script;
  for (const auto& step : transcript.steps)
    if (step.kind == Transcript::Step::Kind::send) script += (script.empty() ? "" : "\n") + step.text;
  ChildProcess daemon(with_flags(transcript, {daemon_path}), Errors::captured);
  if (!daemon.send(script)) return transcript.name + ": the daemon does not read";
  daemon.close_input();
  std::vector<std::string> lines;
  for (const auto deadline = within(test_timeout); auto line = daemon.receive(deadline);) {
    line->erase(line->find_last_not_of(" \r") + 1);
    if (!depends_on_pace(*line)) lines.push_back(*line);
  }
  return end(transcript, daemon, compare_at_any_pace(transcript, lines));
}

/// Over TLS with a certificate, else over plain TCP.
std::string run_over_tcp(const Transcript& transcript, const Certificate* certificate) {
  Words command{daemon_path, "--listen", "127.0.0.1:0"};
  if (certificate)
    command = extended(command, {"--tls-cert", certificate->file(), "--tls-key", certificate->key_file()});
  const TemporaryFile token(transcript.setting.token.value_or("") + "\n");
  if (transcript.setting.token) command = extended(command, {"--token-file", token.path()});
  ServerProcess daemon(with_flags(transcript, command));
  const auto address = (certificate ? "tls:" : "") + text_of(daemon.address());
  const auto authorities = certificate ? certificate->file() : "";
  std::string fault;
  {
    const auto channel = reach({address, "", authorities}, within(test_timeout));
    fault = TranscriptRun(transcript, *channel, test_timeout).run();
  }
  daemon.process().signal(SIGTERM);
  return end(transcript, daemon.process(), fault);
}

}  // namespace

TEST_CASE("every transcript sent at once through a pipe gives the same answers") {
  std::size_t interactive = 0;
  for (const auto& transcript : all_transcripts()) {
    if (!transcript.setting.over_stdio) continue;
    if (transcript.setting.interactive)
      ++interactive;
    else
      CHECK(run_through_pipe(transcript) == "");
  }
  CHECK(interactive <= max_interactive);
}

TEST_CASE("every transcript passes over the standard streams without a network") {
  for (const auto& transcript : all_transcripts())
    if (transcript.setting.over_stdio) CHECK(run_over_stdio(transcript) == "");
}

TEST_CASE("a crownd without a network refuses flags that need one") {
  CHECK_THAT(refusal(extended(engine_command(), {"--listen", "127.0.0.1:0"}), 2),
             has_text("serves only standard input and output"));
}

TEST_CASE("a crownd without a network ends at the first error with --bail") {
  ChildProcess engine(extended(engine_command(), {"--bail"}), Errors::captured);
  engine.send_bytes("position english startpos\ngo depth 3\nfly\nmove 11-15\n", within(test_timeout));
  std::string last;
  while (const auto line = engine.receive(within(test_timeout))) last = *line;
  CHECK(last == "error unknown-command 'fly' is no command; help lists them");
  CHECK(engine.wait(within(test_timeout)) == ExitStatus{true, 1});
  CHECK_THAT(engine.errors(), has_text("crownd: line 3 of standard input: error unknown-command"));
}

TEST_CASE("every transcript passes over TCP") {
  for (const auto& transcript : all_transcripts())
    if (transcript.setting.over_tcp) CHECK(run_over_tcp(transcript, nullptr) == "");
}

TEST_CASE("every transcript passes over TLS") {
  const Certificate certificate;
  for (const auto& transcript : all_transcripts())
    if (transcript.setting.over_tcp) CHECK(run_over_tcp(transcript, &certificate) == "");
}

TEST_CASE("a wrong transcript fails") {
  const auto fails = [](const std::vector<std::string>& lines, std::chrono::seconds patience = test_timeout) {
    Transcript transcript{"made up", {}, {}};
    for (const auto& line : lines) read_step(transcript, line, 0);
    return !run_over_stdio(transcript, patience).empty();
  };
  CHECK_FALSE(fails({"> isready", "readyok"}));
  CHECK_FALSE(fails({"> uci", "...", "uciok"}));
  CHECK(fails({"> isready", "readyo"}));
  CHECK(fails({"> isready"}));
  CHECK(fails({"> isready", "readyok", "readyok"}, std::chrono::seconds(1)));
  CHECK(fails({"> uci", "uciok"}));
}

TEST_CASE("a star matches any text") {
  CHECK(matches("info * pv *", "info depth 1 pv a b"));
  CHECK(matches("*", ""));
  CHECK(matches("a*", "a"));
  CHECK(matches("*a*b*", "xaxxbx"));
  CHECK_FALSE(matches("a*b", "a c"));
  CHECK_FALSE(matches("a", "ab"));
  CHECK_FALSE(matches("info * pv *", "info depth 1"));
}
