#include "match/engines/engine_spec.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace crownd::match {

namespace {

constexpr std::string_view keys =
    "name cmd dir stderr tcp tls tls-ca token-file tc st nodes depth timemargin ponder restart reconnect initstr "
    "option.NAME, "
    "each followed by "
    "=VALUE";

/// A positive whole number.
std::int64_t count(const std::string& key, const std::string& value) {
  const auto number = wire::read_number(value);
  if (!number || *number < 1) throw std::invalid_argument(key + "=" + value + ": a whole number from 1 up is needed");
  return *number;
}

Microseconds read_milliseconds(const std::string& key, const std::string& value) {
  const auto number = wire::read_number(value);
  if (!number || *number < 0) throw std::invalid_argument(key + "=" + value + ": milliseconds are needed");
  return Milliseconds(*number);
}

bool is_on(const std::string& key, const std::string& value) {
  if (value == "on" || value == "true" || value == "1") return true;
  if (value == "off" || value == "false" || value == "0") return false;
  throw std::invalid_argument(key + "=" + value + ": on or off is needed");
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

Microseconds seconds(const std::string& key, const std::string& value) {
  try {
    return read_seconds(value);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(key + "=" + value + ": a number of seconds is needed, such as 0.1");
  }
}

/// Keys whose values are one word: a space in them is the sign of several words KEY=VALUE in quotes.
bool takes_one_word(const std::string& key) {
  constexpr std::array<std::string_view, 10> such{"tcp",   "tls",        "tc",     "st",      "nodes",
                                                  "depth", "timemargin", "ponder", "restart", "reconnect"};
  return std::find(such.begin(), such.end(), key) != such.end();
}

void set(EngineSpec& engine, const std::string& key, const std::string& value) {
  if (key == "name")
    engine.name = value;
  else if (key == "cmd")
    engine.command = split_command(value);
  else if (key == "dir")
    engine.directory = value;
  else if (key == "stderr")
    engine.errors = value;
  else if (key == "tcp")
    engine.remote.address = value;
  else if (key == "tls")
    engine.remote.address = "tls:" + value;
  else if (key == "tls-ca")
    engine.remote.authorities = value;
  else if (key == "token-file")
    engine.remote.token_file = value;
  else if (key == "tc")
    read_time_control(value, engine.limits);
  else if (key == "st")
    engine.limits.movetime = seconds(key, value);
  else if (key == "nodes")
    engine.limits.nodes = static_cast<std::uint64_t>(count(key, value));
  else if (key == "depth")
    engine.limits.depth = static_cast<int>(std::min<std::int64_t>(count(key, value), 1'000'000));
  else if (key == "timemargin")
    engine.limits.margin = read_milliseconds(key, value);
  else if (key == "ponder")
    engine.ponder = is_on(key, value);
  else if (key == "restart")
    engine.restart = is_on(key, value);
  else if (key == "reconnect")
    engine.reconnect = std::chrono::ceil<Milliseconds>(seconds(key, value));
  else if (key == "initstr")
    engine.first_lines = lines_of(value);
  else if (key.starts_with("option.") && key.size() > 7) {
    const auto name = key.substr(7);
    std::erase_if(engine.options, [&](const auto& option) { return option.name == name; });
    engine.options.push_back({name, value});
  } else {
    throw std::invalid_argument("an engine has no '" + key + "'; it has " + std::string(keys));
  }
}

}  // namespace

EngineSpec read_engine(const std::vector<std::string>& words, const std::vector<std::string>& common) {
  EngineSpec engine;
  engine.limits.margin = default_margin;
  for (const auto* list : {&common, &words}) {
    for (const auto& word : *list) {
      const auto equals = word.find('=');
      if (equals == std::string::npos || equals == 0)
        throw std::invalid_argument("'" + word + "' is not of the form key=value; an engine has " + std::string(keys));
      if (takes_one_word(word.substr(0, equals)) && word.find_first_of(" \t") != std::string::npos)
        throw std::invalid_argument(advice_on_quoted_words(list == &common ? "--each" : "--engine", word));
      set(engine, word.substr(0, equals), word.substr(equals + 1));
    }
    if (list == &common)
      for (auto& option : engine.options) option.for_all = true;
  }
  if (engine.command.empty() == engine.remote.address.empty())
    throw std::invalid_argument("an engine needs either cmd=\"PROGRAM ARGUMENTS\" or tcp=HOST:PORT or tls=HOST:PORT");
  if (engine.reconnect.count() > 0 && engine.remote.address.empty())
    throw std::invalid_argument("reconnect= is for tcp= and tls=; a program that ends in a game has crashed");
  if (engine.name.empty()) engine.name = engine.remote.address.empty() ? engine.command.front() : engine.remote.address;
  if (!engine.limits.limited())
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

std::string advice_on_quoted_words(const std::string& flag, const std::string& argument) {
  return flag + " '" + argument + "': each KEY=VALUE is an argument of its own; without the quotes: " + flag + ' ' +
         argument;
}

}  // namespace crownd::match
