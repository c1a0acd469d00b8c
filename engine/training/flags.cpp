#include "training/flags.hpp"

#include "platform/system.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string_view>

namespace crownd::training {

Flags::Flags(std::span<char*> arguments, std::span<const std::string> known) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string word = arguments[i];
    if (!word.starts_with("--")) {
      words_.push_back(word);
      continue;
    }
    const std::string name = word.substr(2);
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw std::invalid_argument("there is no flag " + word);
    if (i + 1 == arguments.size()) throw std::invalid_argument(word + " needs a value");
    values_[name].emplace_back(arguments[++i]);
  }
}

std::vector<std::string> Flags::all(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::string Flags::text(const std::string& name, const std::string& otherwise) const {
  const auto found = values_.find(name);
  return found == values_.end() ? otherwise : found->second.back();
}

std::string Flags::choice(const std::string& name, const std::vector<std::string>& choices) const {
  const std::string value = text(name, choices.front());
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return value;
  std::string names;
  for (const auto& choice : choices) names += (names.empty() ? "" : " or ") + choice;
  throw std::invalid_argument("--" + name + " needs " + names + ", not " + value);
}

double Flags::number(const std::string& name, double otherwise) const {
  const std::string value = text(name, "");
  return value.empty() ? otherwise : read_number(value, "--" + name);
}

double Flags::whole_number(const std::string& name, double otherwise, double min, double max) const {
  constexpr double exact = 1e15;  // a double represents every whole number below
  const double largest = std::min(max, exact);
  const double value = number(name, otherwise);
  if (value >= min && value <= largest && value == std::floor(value)) return value;
  const auto text_of = [](double number) { return std::to_string(static_cast<long long>(number)); };
  throw std::invalid_argument("--" + name + " needs a whole number from " + text_of(min) +
                              (largest < exact ? " to " + text_of(largest) : " on"));
}

unsigned Flags::threads(unsigned otherwise) const {
  constexpr double max = 1024;
  return static_cast<unsigned>(whole_number("threads", std::max(otherwise, 1U), 1, max));
}

double read_number(const std::string& text, const std::string& what) {
  double result = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, result);
  if (error != std::errc() || end != last || !std::isfinite(result))
    throw std::invalid_argument(what + " needs a number, not " + text);
  return result;
}

int run_program(const std::string& name, int argc, char** argv, std::span<const std::string> known,
                const std::string& usage, const std::function<int(const Flags&)>& run) {
  platform::prepare_process();
  const auto arguments = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
  try {
    const auto asks_for_help = [](const std::string_view word) { return word == "--help" || word == "-h"; };
    if (std::any_of(arguments.begin(), arguments.end(), asks_for_help)) {
      std::cout << usage;
      return 0;
    }
    const int code = run(Flags(arguments, known));
    if (code != bad_command_line) return code;
  } catch (const std::invalid_argument& fault) {
    std::cerr << name << ": " << fault.what() << '\n';
  } catch (const std::exception& fault) {
    std::cerr << name << ": " << fault.what() << '\n';
    return 1;
  }
  std::cerr << usage;
  return bad_command_line;
}

}  // namespace crownd::training
