#include "match/compliance/compliance.hpp"

#include "connection/transcript.hpp"
#include "match/command_line.hpp"
#include "match/compliance/checks.hpp"
#include "match/game/shown.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <iostream>
#include <sstream>

namespace crownd::match {

namespace {

constexpr std::string_view protocol_file = "PROTOCOL.md";

/// PROTOCOL.md where it is installed, or where this program was built; empty if it is in neither place.
std::string find_protocol() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const std::string place : {"../share/doc/crownd", "../../.."})
    if (const auto file = folder / place / protocol_file; std::filesystem::exists(file, error)) return file.string();
  return "";
}

class Table {
 public:
  void headline(const std::string& text) { std::cout << '\n' << text << '\n'; }
  void look(const Check& check, const Candidate& candidate) {
    try {
      check.look(candidate);
      ++kept_;
      row("ok", check.name);
    } catch (const NotTried& why) {
      ++not_tried_;
      row("-", check.name + ": " + why.what());
    } catch (const Fault& fault) {
      ++broken_;
      row("FAIL", check.name, fault.what());
    } catch (const connection::ConnectionError& error) {
      ++broken_;
      row("FAIL", check.name, error.what());
    }
  }
  [[nodiscard]] bool all_kept() const { return broken_ == 0; }
  void end() const {
    std::cout << '\n' << kept_ << " kept, " << broken_ << " broken, " << not_tried_ << " not tried\n";
  }

 private:
  static void row(const std::string& mark, const std::string& name, const std::string& detail = "") {
    std::cout << "  " << mark << std::string(6 - mark.size(), ' ') << name << '\n';
    std::istringstream lines(detail);
    for (std::string line; std::getline(lines, line);) std::cout << "          " << shown(line) << '\n';
    std::cout << std::flush;
  }

  int kept_ = 0;
  int broken_ = 0;
  int not_tried_ = 0;
};

/// Whether the engine has the commands that PROTOCOL.md adds to UCI.
bool speaks_protocol(const Candidate& candidate) {
  try {
    Trial trial(candidate);
    trial.send("games");
    trial.be_ready();
    const auto& said = trial.passed();
    return std::find(said.begin(), said.end(), "gamesok") != said.end();
  } catch (const std::exception&) {
    return false;  // the checks report why
  }
}

void hold(const connection::Transcript& transcript, const Candidate& candidate) {
  if (!transcript.setting.over_stdio || !transcript.setting.flags.empty())
    throw NotTried("it is for an engine that is started in a special way");
  connection::ChildProcess engine(candidate.command, connection::Errors::discarded);
  const auto patience = std::chrono::ceil<std::chrono::seconds>(candidate.patience.move);
  const auto fault = connection::TranscriptRun(transcript, engine, patience).run();
  if (!fault.empty()) throw Fault(fault);
}

void look_at_transcripts(const std::vector<std::string>& files, const Candidate& candidate, Table& table) {
  for (const auto& file : files) {
    const auto name = std::filesystem::path(file).filename().string();
    table.headline(name + ", conversations by their line");
    for (const auto& transcript : connection::read_document(file, name))
      table.look({transcript.name, [&](const Candidate& each) { hold(transcript, each); }}, candidate);
  }
}

void tell_name(const Candidate& candidate) {
  std::string name;
  try {
    name = shown(Trial(candidate).declared().name);
  } catch (const std::exception&) {
    name = "an engine without a name";
  }
  std::cout << name << '\n';
}

}  // namespace

Exit look_at_compliance(const ArgumentWords& arguments) {
  std::vector<std::string> command;
  std::string referee;
  std::vector<std::string> documents;
  Candidate candidate;
  std::int64_t wait = candidate.patience.move.count();
  CLI::App app(
      "Looks whether an engine keeps UCI, and PROTOCOL.md if it has the command games. Exit code: 0 if all is\n"
      "kept, 1 if not, 2 for a wrong command line.",
      "crown-match compliance");
  app.add_option("command", command, "the engine: its command line as one word, or as several")->required();
  app.add_option("--transcripts", documents, "documents with conversations instead of PROTOCOL.md");
  app.add_option("--referee", referee, "the command that starts crownd, which judges moves");
  app.add_option("--wait", wait, "ms after which an answer does not come any more")
      ->check(CLI::Range(1, 1'000'000'000));
  try {
    app.parse(ArgumentWords(arguments.rbegin(), arguments.rend()));
    candidate.command = command.size() == 1 ? split_command(command.front()) : command;
    candidate.referee = split_command(referee.empty() ? default_referee() : referee);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return Exit::finished;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  for (const auto& document : documents)
    if (!std::filesystem::exists(document)) throw UsageError("--transcripts: '" + document + "' is not there");
  candidate.patience.start = candidate.patience.move = Milliseconds(wait);
  (void)connection::ChildProcess(candidate.command, connection::Errors::discarded);  // throws if it cannot be started

  tell_name(candidate);
  Table table;
  table.headline("UCI");
  for (const auto& check : uci_checks()) table.look(check, candidate);
  table.headline("Odd input that it must survive");
  for (const auto& check : odd_input_checks()) table.look(check, candidate);
  if (documents.empty())
    if (const auto found = find_protocol(); !found.empty()) documents = {found};
  if (!speaks_protocol(candidate)) {
    table.headline("PROTOCOL.md: not tried, it does not answer games");
  } else if (documents.empty()) {
    table.headline("PROTOCOL.md: not tried, it was not found; --transcripts FILE");
  } else {
    look_at_transcripts(documents, candidate, table);
  }
  table.end();
  return table.all_kept() ? Exit::finished : Exit::error;
}

}  // namespace crownd::match
