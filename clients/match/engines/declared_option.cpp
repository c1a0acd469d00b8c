#include "match/engines/declared_option.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace crownd::match {

DeclaredOption read_declared_option(const std::string& line) {
  DeclaredOption option;
  option.line = line;
  wire::Words words(line);
  (void)words.take();
  (void)words.take_if("name");
  const auto joined = [&](std::string_view end) {
    std::string text;
    for (const auto& word : words.take_until(end)) text += (text.empty() ? "" : " ") + word;
    return text;
  };
  option.name = joined("type");
  option.type = std::string(words.take());
  const std::set<std::string_view> keys{"default", "min", "max", "var"};
  while (!words.empty()) {
    const auto key = words.take();
    std::string value;  // may be several words
    while (!words.empty() && !keys.contains(words.peek()))
      value += (value.empty() ? "" : " ") + std::string(words.take());
    if (key == "default") option.preset = value;
    if (key == "min") option.least = wire::read_number(value);
    if (key == "max") option.most = wire::read_number(value);
    if (key == "var") option.choices.push_back(value);
  }
  return option;
}

std::optional<std::string> fault_of_value(const DeclaredOption& option, const std::string& value) {
  if (option.type == "check" && value != "true" && value != "false") return "true or false is needed";
  if (option.type == "button" && !value.empty() && value != "true") return "a button takes no value";
  if (option.type == "spin" && option.least && option.most) {
    const auto number = wire::read_number(value);
    if (!number || *number < *option.least || *number > *option.most)
      return "a whole number from " + std::to_string(*option.least) + " to " + std::to_string(*option.most) +
             " is needed";
  }
  const auto is_it = [&](const auto& choice) { return wire::same_word(choice, value); };
  if (option.type != "combo" || std::any_of(option.choices.begin(), option.choices.end(), is_it)) return std::nullopt;
  std::string all;
  for (const auto& choice : option.choices) all += (all.empty() ? "" : ", ") + wire::quoted(choice);
  return "one of these is needed: " + all;
}

std::optional<std::string> fault_of(const DeclaredOption& option) {
  if (option.name.empty()) return "an option has no name";
  if (option.type == "check" && option.preset != "true" && option.preset != "false")
    return "a check is true or false by default";
  if (option.type == "spin") {
    const auto preset = wire::read_number(option.preset.value_or(""));
    if (!preset || !option.least || !option.most) return "a spin has numbers for default, min and max";
    if (*preset < *option.least || *preset > *option.most) return "the default is not in the range";
  }
  if (option.type == "combo" &&
      std::find(option.choices.begin(), option.choices.end(), option.preset.value_or("")) == option.choices.end())
    return "the default of a combo is one of its var";
  if (!std::set<std::string>{"check", "spin", "combo", "string", "button"}.contains(option.type))
    return "there is no such type of option";
  return std::nullopt;
}

}  // namespace crownd::match
