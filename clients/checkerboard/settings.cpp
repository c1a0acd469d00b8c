#include "checkerboard/settings.hpp"

#include "core/bad_input.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <sstream>

namespace crownd::checkerboard {

namespace {

struct Number {
  std::string_view name;
  int Settings::*value;
  int least;
  int most;
};
constexpr Number numbers[] = {{"hashsize", &Settings::hashsize, 1, 65'536},
                              {"searchthreads", &Settings::searchthreads, 1, 64},
                              {"book", &Settings::book, 0, 3}};

struct Text {
  std::string_view name;
  std::string Settings::*value;
};
constexpr Text texts[] = {{"dbpath", &Settings::dbpath}, {"bookfile", &Settings::bookfile}};

template <class Table>
const auto* find(const Table& table, std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& one) { return one.name == name; });
  return found == std::end(table) ? nullptr : found;
}

}  // namespace

std::optional<std::string> value_of(const Settings& settings, std::string_view name) {
  if (const auto* const number = find(numbers, name)) return std::to_string(settings.*number->value);
  if (const auto* const text = find(texts, name)) return settings.*text->value;
  return std::nullopt;
}

bool change(Settings& settings, std::string_view name, std::string_view value) {
  if (const auto* const number = find(numbers, name)) {
    const auto wanted = wire::read_number(value);
    if (!wanted || *wanted < number->least || *wanted > number->most)
      throw BadInput(Fault::bad_argument, std::string(name) + " needs a whole number from " +
                                              std::to_string(number->least) + " to " + std::to_string(number->most) +
                                              ", not " + wire::quoted(value));
    settings.*number->value = static_cast<int>(*wanted);
    return true;
  }
  if (const auto* const text = find(texts, name)) {
    settings.*text->value = value;
    return true;
  }
  return false;
}

std::string text_of(const Settings& settings) {
  std::string text;
  for (const auto& number : numbers)
    text += std::string(number.name) + ' ' + std::to_string(settings.*number.value) + '\n';
  for (const auto& one : texts) text += std::string(one.name) + ' ' + settings.*one.value + '\n';
  return text;
}

Settings read_settings(std::string_view text) {
  Settings settings;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    wire::Words words(line);
    const auto name = words.take();
    try {
      change(settings, name, words.take_rest());
    } catch (const BadInput&) {
      continue;
    }
  }
  return settings;
}

}  // namespace crownd::checkerboard
