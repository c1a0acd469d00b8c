#include "connection/transcript.hpp"

#include <fstream>
#include <sstream>

namespace crownd::connection {

namespace {

std::string without_end(std::string text) {
  text.erase(text.find_last_not_of(" \r\n") + 1);
  return text;
}

Transcript::Setting read_setting(const std::string& words) {
  Transcript::Setting setting;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    if (word == "tcp") {
      setting.over_stdio = false;
    } else if (word == "stdio") {
      setting.over_tcp = false;
    } else if (word == "interactive") {
      setting.interactive = true;
    } else if (word == "token") {
      setting.token.emplace();
      stream >> *setting.token;
      setting.over_stdio = false;
    } else {
      setting.flags.push_back(word);
    }
  }
  return setting;
}

}  // namespace

void read_step(Transcript& transcript, const std::string& raw, int number) {
  using Kind = Transcript::Step::Kind;
  const auto add = [&](Kind kind, const std::string& text) { transcript.steps.push_back({kind, text, number}); };
  const auto line = without_end(raw);
  if (line.empty()) return;
  if (raw.starts_with("#!"))
    transcript.setting = read_setting(line.substr(2));
  else if (raw.starts_with("> "))
    add(Kind::send, raw.substr(2));  // not trimmed: spaces at the end are part of the test
  else if (line == ">")
    add(Kind::send, "");
  else if (line == "$ end")
    add(Kind::end, "");
  else if (line == "...")
    add(Kind::skip, "");
  else if (!raw.starts_with("#"))
    add(Kind::expect, line);
}

bool matches(std::string_view pattern, std::string_view line) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == line;
  if (line.substr(0, star) != pattern.substr(0, star)) return false;
  const auto rest = pattern.substr(star + 1);
  for (auto from = star; from <= line.size(); ++from)
    if (matches(rest, line.substr(from))) return true;
  return false;
}

std::vector<Transcript> read_document(const std::string& path, const std::string& name) {
  constexpr std::string_view opening = "```transcript";
  std::vector<Transcript> transcripts;
  std::ifstream file(path);
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!inside && line.starts_with(opening)) {
      inside = true;
      transcripts.push_back({name + ":" + std::to_string(number), read_setting(line.substr(opening.size())), {}});
    } else if (inside && line.starts_with("```")) {
      inside = false;
    } else if (inside) {
      read_step(transcripts.back(), line, number);
    }
  }
  return transcripts;
}

std::string TranscriptRun::run() {
  using Kind = Transcript::Step::Kind;
  for (const auto& step : transcript_.steps) {
    switch (step.kind) {
      case Kind::send:
        if (!channel_.send(step.text) && !has_quit_) return fault(step, "the daemon no longer reads");
        received_ += "> " + step.text + "\n";
        has_quit_ = has_quit_ || step.text == "quit";
        break;
      case Kind::expect:
        if (!expect(step)) return fault(step, "expected: " + step.text);
        break;
      case Kind::skip: skipping_ = true; break;
      case Kind::end: channel_.close_input(); break;
    }
  }
  return expect_end();
}

bool TranscriptRun::expect(const Transcript::Step& step) {
  const auto deadline = within(timeout_);
  while (const auto line = receive(deadline)) {
    if (matches(step.text, *line)) {
      skipping_ = false;
      return true;
    }
    if (!skipping_) return false;
  }
  return false;
}

std::string TranscriptRun::expect_end() {
  channel_.close_input();
  const auto deadline = within(timeout_);
  while (const auto line = receive(deadline))
    if (!skipping_ && !line->starts_with("info "))
      return transcript_.name + ": more came than was written down:\n" + received_;
  if (channel_.health() != Health::ended) return transcript_.name + ": the session does not end";
  return "";
}

std::optional<std::string> TranscriptRun::receive(Deadline deadline) {
  auto line = channel_.receive(deadline);
  if (!line) return std::nullopt;
  constexpr std::size_t max_received = std::size_t{1} << 20;
  if (received_.size() > max_received) received_.erase(0, received_.find('\n', received_.size() / 2) + 1);
  received_ += *line + "\n";
  return without_end(*line);
}

std::string TranscriptRun::fault(const Transcript::Step& step, const std::string& what) const {
  return transcript_.name + ", line " + std::to_string(step.line) + ": " + what + "\nafter:\n" + received_;
}

}  // namespace crownd::connection
