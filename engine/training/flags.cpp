#include "training/flags.hpp"

#include "platform/system.hpp"

#include <algorithm>
#include <charconv>
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

double Flags::number(const std::string& name, double otherwise) const {
  const std::string value = text(name, "");
  if (value.empty()) return otherwise;
  double result = 0;
  const char* const last = value.data() + value.size();
  const auto [end, error] = std::from_chars(value.data(), last, result);
  if (error != std::errc() || end != last) throw std::invalid_argument("--" + name + " needs a number, not " + value);
  return result;
}

unsigned long long Flags::count(const std::string& name, unsigned long long otherwise, unsigned long long min) const {
  constexpr double max = 1e15;
  const double value = number(name, static_cast<double>(otherwise));
  if (value < static_cast<double>(min) || value > max || value != static_cast<double>(static_cast<long long>(value)))
    throw std::invalid_argument("--" + name + " needs a whole number from " + std::to_string(min) + " on");
  return static_cast<unsigned long long>(value);
}

int run_program(const std::string& name, int argc, char** argv, std::span<const std::string> known,
                const std::string& usage, const std::function<int(const Flags&)>& run) {
  platform::open_standard_descriptors();
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
