#include "wire/hub_line.hpp"

#include <algorithm>

namespace crownd::wire {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Takes characters off the front of `text` up to the first that is in `ends`.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const auto part = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(part.size());
  return part;
}

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size())); }

/// Takes what follows an equals sign.
std::string_view take_value(std::string_view& text) {
  if (text.empty() || text.front() != '"') return take_until(text, blanks);
  text.remove_prefix(1);
  const auto value = take_until(text, "\"");
  if (!text.empty()) text.remove_prefix(1);
  return value;
}

const std::pair<std::string, std::string>* find(const HubLine& line, std::string_view name) {
  const auto found = std::find_if(line.arguments.begin(), line.arguments.end(),
                                  [&](const auto& argument) { return argument.first == name; });
  return found == line.arguments.end() ? nullptr : &*found;
}

}  // namespace

bool HubLine::has(std::string_view name) const { return find(*this, name) != nullptr; }

std::string_view HubLine::value(std::string_view name) const {
  const auto* const argument = find(*this, name);
  return argument == nullptr ? std::string_view() : std::string_view(argument->second);
}

HubLine read_hub_line(std::string_view text) {
  HubLine line;
  skip_blanks(text);
  line.word = take_until(text, blanks);
  for (skip_blanks(text); !text.empty(); skip_blanks(text)) {
    const auto name = take_until(text, " \t\r\n=");
    std::string_view value;
    auto rest = text;
    skip_blanks(rest);  // Scan allows spaces around the equals sign
    if (!rest.empty() && rest.front() == '=') {
      rest.remove_prefix(1);
      skip_blanks(rest);
      value = take_value(rest);
      text = rest;
    }
    line.arguments.emplace_back(name, value);
  }
  return line;
}

std::string hub_line(const HubLine& line) {
  std::string text = line.word;
  for (const auto& [name, value] : line.arguments) {
    std::string tame = value;
    std::replace(tame.begin(), tame.end(), '"', '\'');
    std::replace(tame.begin(), tame.end(), '=', ':');
    const bool quoted = tame.empty() || tame.find_first_of(blanks) != std::string::npos;
    text += " " + name + "=" + (quoted ? "\"" + tame + "\"" : tame);
  }
  return text;
}

}  // namespace crownd::wire
