#include "match/engines/engine_spec.hpp"

#include <algorithm>

namespace crownd::match {

namespace {

constexpr std::string_view option_prefix = "option.";

Key on_or_off(std::string name, bool& is_on) {
  return {std::move(name), [&is_on](const std::string& value) {
            is_on = value == "on" || value == "true" || value == "1";
            if (!is_on && value != "off" && value != "false" && value != "0")
              throw std::invalid_argument("on or off is needed");
          }};
}

/// The lines of the text, separated by a written `\n`.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find("\\n", begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return lines;
}

std::vector<Key> keys_of(EngineSpec& engine) {
  auto& control = engine.time_control;
  return {
      {"name", [&](const auto& value) { engine.name = value; }, Blanks::in_name},
      {"cmd", [&](const auto& value) { engine.command = split_command(value); }, Blanks::allowed},
      {"dir", [&](const auto& value) { engine.directory = value; }, Blanks::in_name},
      {"stderr",
       [&](const auto& value) {
         if (value == "-") throw std::invalid_argument("a file is needed");
         engine.errors = value;
       },
       Blanks::in_name},
      {"tcp", [&](const auto& value) { engine.remote.address = value; }},
      {"tls", [&](const auto& value) { engine.remote.address = "tls:" + value; }},
      {"tls-ca", [&](const auto& value) { engine.remote.authorities = value; }, Blanks::in_name},
      {"token-file", [&](const auto& value) { engine.remote.token_file = value; }, Blanks::in_name},
      {"tc", [&](const auto& value) { read_time_control(value, control); }},
      {"st", [&](const auto& value) { control.movetime = read_seconds(value); }},
      whole_number("nodes", 1, [&](auto value) { control.nodes = static_cast<std::uint64_t>(value); }),
      whole_number("depth", 1,
                   [&](auto value) { control.depth = static_cast<int>(std::min<std::int64_t>(value, 1'000'000)); }),
      whole_number(
          "timemargin", 0, [&](auto value) { control.margin = Milliseconds(value); }, 1'000'000'000),
      on_or_off("ponder", engine.ponder),
      on_or_off("restart", engine.restart),
      {"reconnect",
       [&](const auto& value) { engine.reconnect = std::chrono::ceil<Milliseconds>(read_seconds(value)); }},
      {"initstr", [&](const auto& value) { engine.first_lines = lines_of(value); }, Blanks::allowed},
      {"option.NAME", {}, Blanks::allowed},  // for the error message
  };
}

/// Reads a word option.NAME=VALUE; false if it is none.
bool read_option(const std::string& word, bool for_all, std::vector<EngineOption>& options) {
  const auto equals = word.find('=');
  if (!word.starts_with(option_prefix) || equals == std::string::npos || equals == option_prefix.size()) return false;
  const auto name = word.substr(option_prefix.size(), equals - option_prefix.size());
  std::erase_if(options, [&](const auto& option) { return option.name == name; });
  options.push_back({name, word.substr(equals + 1), for_all});
  return true;
}

}  // namespace

EngineSpec read_engine(const std::vector<std::string>& words, const std::vector<std::string>& common) {
  EngineSpec engine;
  engine.time_control.margin = default_margin;
  for (const auto* list : {&common, &words}) {
    const bool for_all = list == &common;
    auto others = *list;
    std::erase_if(others, [&](const auto& word) { return read_option(word, for_all, engine.options); });
    read_words(for_all ? "--each" : "--engine", others, keys_of(engine));
  }
  if (engine.command.empty() == engine.remote.address.empty())
    throw std::invalid_argument("an engine needs either cmd=\"PROGRAM ARGUMENTS\" or tcp=HOST:PORT or tls=HOST:PORT");
  if (engine.reconnect.count() > 0 && engine.remote.address.empty())
    throw std::invalid_argument("reconnect= needs tcp= or tls=; a local program that ends during a game has crashed");
  if (engine.name.empty()) engine.name = engine.remote.address.empty() ? engine.command.front() : engine.remote.address;
  if (!engine.time_control.limited())
    throw std::invalid_argument("the engine '" + engine.name + "' needs a limit: tc=, st=, nodes= or depth=");
  return engine;
}

std::vector<std::string> split_command(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;  // inside a word, which may be empty: ''
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (quote != 0 && letter == quote) {
      quote = 0;
    } else if (letter == '\\' && quote != '\'' && at + 1 < text.size()) {
      word += text[++at];
      inside = true;
    } else if (quote == 0 && (letter == '"' || letter == '\'')) {
      quote = letter;
      inside = true;
    } else if (quote == 0 && (letter == ' ' || letter == '\t')) {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += letter;
      inside = true;
    }
  }
  if (quote != 0) throw std::invalid_argument("an open quote in: " + text);
  if (inside) words.push_back(word);
  return words;
}

Key whole_number(std::string name, std::int64_t min, std::function<void(std::int64_t)> set, std::int64_t max) {
  return {std::move(name), [=, set = std::move(set)](const std::string& value) {
            const auto number = wire::read_number(value);
            if (number && *number >= min && *number <= max) return set(*number);
            throw std::invalid_argument("a whole number from " + std::to_string(min) +
                                        (max == INT64_MAX ? " up" : " to " + std::to_string(max)) + " is needed");
          }};
}

void read_words(const std::string& flag, const std::vector<std::string>& words, const std::vector<Key>& keys) {
  const auto key_of = [&](std::string_view word) {
    const auto fits = [&](const Key& key) { return word.starts_with(key.name + '='); };
    return std::find_if(keys.begin(), keys.end(), fits);
  };
  const auto has_several_words = [&](const std::string& word, Blanks blanks) {
    wire::Words parts(word);
    (void)parts.take();
    if (blanks == Blanks::refused) return !parts.empty();
    while (blanks == Blanks::in_name && !parts.empty())
      if (key_of(parts.take()) != keys.end()) return true;
    return false;
  };
  for (const auto& word : words) {
    if (word.empty()) continue;  // a flag without words gives one empty word
    const auto key = key_of(word);
    if (key == keys.end()) {
      std::string all;
      for (const auto& each : keys) all += ' ' + each.name + '=';
      throw std::invalid_argument(flag + " has no '" + word + "'; it has" + all);
    }
    if (has_several_words(word, key->blanks))
      throw std::invalid_argument(
          flag + " '" + word + "': each KEY=VALUE is an argument of its own; without the quotes: " + flag + ' ' + word);
    try {
      key->read(word.substr(key->name.size() + 1));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(word + ": " + error.what());
    }
  }
}

}  // namespace crownd::match
