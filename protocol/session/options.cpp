#include "session/options.hpp"

#include "play/any_game.hpp"
#include "session/limit_reached.hpp"
#include "wire/nearest.hpp"
#include "wire/words.hpp"

#include <algorithm>

namespace crownd::session {

namespace {

constexpr std::string_view empty_text = "<empty>";

[[noreturn]] void refuse(const std::string& name, const std::string& needs, const std::optional<std::string>& value) {
  throw BadInput(Fault::bad_argument,
                 "option " + name + " needs " + needs + ", not " + (value ? wire::quoted(*value) : "nothing"));
}

}  // namespace

Option spin_option(std::string name, Spin spin, std::function<void(int)> set) {
  const auto least = std::to_string(spin.least);
  const auto most = std::to_string(spin.most);
  auto line = name + " type spin default " + std::to_string(spin.preset) + " min " + least + " max " + most;
  auto check_and_set = [=, set = std::move(set)](const std::optional<std::string>& value, Reply&) {
    const auto number = wire::read_number(value.value_or(""));
    if (number && *number > spin.most && !spin.flag.empty())
      throw LimitReached(Refusal::option,
                         "option " + name + " may be at most " + most + " here (" + std::string(spin.flag) + ")");
    if (!number || *number < spin.least || *number > spin.most)
      refuse(name, "a whole number from " + least + " to " + most, value);
    set(static_cast<int>(*number));
  };
  return {name, std::move(line), std::move(check_and_set)};
}

Option check_option(std::string name, bool preset, std::function<void(bool)> set) {
  auto line = name + " type check default " + (preset ? "true" : "false");
  auto check_and_set = [=, set = std::move(set)](const std::optional<std::string>& value, Reply&) {
    const bool on = wire::same_word(value.value_or(""), "true");
    if (!on && !wire::same_word(value.value_or(""), "false")) refuse(name, "true or false", value);
    set(on);
  };
  return {name, std::move(line), std::move(check_and_set)};
}

Option combo_option(std::string name, std::vector<std::string> choices, std::string preset,
                    std::function<void(const std::string&)> set) {
  auto line = name + " type combo default " + preset;
  std::string one_of = "one of";
  for (const auto& choice : choices) {
    line += " var " + choice;
    one_of += " " + choice;
  }
  auto check_and_set = [=, set = std::move(set)](const std::optional<std::string>& value, Reply&) {
    const auto chosen = std::find_if(choices.begin(), choices.end(),
                                     [&](const auto& choice) { return wire::same_word(choice, value.value_or("")); });
    if (chosen == choices.end()) refuse(name, one_of, value);
    set(*chosen);
  };
  return {name, std::move(line), std::move(check_and_set)};
}

Option string_option(std::string name, const std::string& preset, std::function<void(const std::string&, Reply&)> set) {
  auto line = name + " type string default " + (preset.empty() ? std::string(empty_text) : preset);
  auto set_text = [set = std::move(set)](const std::optional<std::string>& value, Reply& reply) {
    set(!value || wire::same_word(*value, empty_text) ? "" : *value, reply);
  };
  return {std::move(name), std::move(line), std::move(set_text)};
}

Option button_option(std::string name, std::function<void()> press) {
  auto line = name + " type button";
  return {std::move(name), std::move(line),
          [press = std::move(press)](const std::optional<std::string>&, Reply&) { press(); }};
}

void set_option(const std::vector<Option>& options, std::string_view name, const std::optional<std::string>& value,
                Reply& reply) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const auto& option) { return wire::same_word(option.name, name); });
  if (found != options.end() && !found->settable)
    throw LimitReached(Refusal::option, "option " + found->name + " may not be set by this client (--remote-options)");
  if (found != options.end()) return found->set(value, reply);
  std::vector<std::string> known;
  for (const auto& option : options)
    if (option.settable) known.push_back(option.name);
  throw BadInput(Fault::bad_argument, wire::no_such("option", name, known));
}

}  // namespace crownd::session
