#include "match/argument_groups.hpp"

#include "match/engines/cores.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/settings.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace crownd::match {

namespace {

using Values = std::map<std::string, std::string>;

/// Whether a known key follows behind a space: several words in quotes. A value may have spaces, as the name of a file.
bool holds_several(const std::string& word, const std::set<std::string>& known) {
  std::istringstream parts(word);
  std::string part;
  parts >> part;
  while (parts >> part)
    if (const auto equals = part.find('='); equals != std::string::npos && known.contains(part.substr(0, equals)))
      return true;
  return false;
}

/// Words of the form key=value; unknown keys are refused.
Values read_group(const std::string& flag, const ArgumentWords& words, const std::set<std::string>& known) {
  Values values;
  for (const auto& word : words) {
    if (word.empty()) continue;  // a flag without words gives one empty word
    if (holds_several(word, known)) throw UsageError(advice_on_quoted_words(flag, word));
    const auto equals = word.find('=');
    const auto key = word.substr(0, equals);
    if (equals == std::string::npos || !known.contains(key)) {
      std::string all;
      for (const auto& each : known) all += ' ' + each + '=';
      throw UsageError(flag + " has no '" + word + "'; it has" + all);
    }
    values[key] = word.substr(equals + 1);
  }
  return values;
}

double number(const Values& values, const std::string& key, double preset) {
  const auto found = values.find(key);
  if (found == values.end()) return preset;
  std::istringstream stream(found->second);
  double value = 0;
  if (!(stream >> value) || !stream.eof()) throw UsageError(key + "=" + found->second + ": a number is needed");
  return value;
}

int count(const Values& values, const std::string& key, int preset) {
  constexpr double most = 1e6;
  const double value = number(values, key, preset);
  if (!(value >= 0 && value <= most) || value != std::floor(value))
    throw UsageError(key + ": a whole number from 0 to 1000000 is needed");
  return static_cast<int>(value);
}

/// How many cores the engines of a game use: both think at the same time if one of them ponders.
std::size_t cores_of_a_game(const std::vector<EngineSpec>& engines) {
  std::size_t most = 1;
  bool ponder = false;
  for (const auto& engine : engines) {
    ponder = ponder || engine.ponder;
    for (const auto& [name, value, for_all] : engine.options)
      if (wire::same_word(name, "Threads"))
        most =
            std::max(most, static_cast<std::size_t>(std::max<std::int64_t>(1, wire::read_number(value).value_or(1))));
  }
  return ponder ? 2 * most : most;
}

}  // namespace

EngineWords pick_engines(const ArgumentWords& arguments) {
  EngineWords result;
  ArgumentWords* group = &result.rest;
  for (const auto& word : arguments) {
    if (word == "--engine") {
      group = &result.engines.emplace_back();
    } else if (word == "--each") {
      group = &result.each;
    } else {
      if (word.starts_with("--")) group = &result.rest;
      group->push_back(word);
    }
  }
  return result;
}

SprtRules read_sprt(const ArgumentWords& words) {
  const auto values = read_group("--sprt", words, {"elo0", "elo1", "alpha", "beta", "model"});
  SprtRules rules;
  rules.elo0 = number(values, "elo0", rules.elo0);
  rules.elo1 = number(values, "elo1", rules.elo1);
  rules.alpha = number(values, "alpha", rules.alpha);
  rules.beta = number(values, "beta", rules.beta);
  if (const auto model = values.find("model"); model != values.end()) {
    if (model->second == "logistic")
      rules.model = EloModel::logistic;
    else if (model->second != "normalised" && model->second != "normalized")
      throw UsageError("--sprt model=" + model->second + ": normalised or logistic is needed");
  }
  if (!(rules.elo0 < rules.elo1)) throw UsageError("--sprt: elo0 must be less than elo1");
  for (const double error : {rules.alpha, rules.beta})
    if (!(error > 0 && error < 0.5)) throw UsageError("--sprt: alpha and beta must lie between 0 and 0.5");
  return rules;
}

void read_draw(const ArgumentWords& words, AdjudicationRules& rules) {
  const auto values = read_group("--draw", words, {"plies", "score", "from"});
  rules.draw_plies = count(values, "plies", 10);
  rules.draw_score = count(values, "score", 10);
  rules.draw_from = count(values, "from", 40);
}

void read_resign(const ArgumentWords& words, AdjudicationRules& rules) {
  const auto values = read_group("--resign", words, {"plies", "score", "sides"});
  rules.win_plies = count(values, "plies", 6);
  rules.win_score = count(values, "score", 600);
  rules.one_sided = count(values, "sides", 2) == 1;
}

LogRules read_log(const ArgumentWords& words) {
  const auto values = read_group("--log FILE", {words.begin() + 1, words.end()}, {"engine", "only"});
  LogRules rules{words.front(), "", values.contains("only")};
  if (const auto engine = values.find("engine"); engine != values.end()) rules.engine = engine->second;
  if (rules.only_failures && values.at("only") != "failures")
    throw UsageError("--log only=" + values.at("only") + ": only=failures is all there is");
  return rules;
}

void read_openings_flag(const ArgumentWords& words, MatchRules& rules) {
  const auto values = read_group("--openings FILE", {words.begin() + 1, words.end()}, {"plies"});
  rules.openings_file = words.front();
  rules.opening_plies = static_cast<std::size_t>(count(values, "plies", 0));
}

void read_affinity(const std::string& list, Settings& settings) {
  const auto usable = usable_cores();
  settings.cores = list.empty() ? usable : read_cores(list);
  for (const int core : settings.cores)
    if (std::find(usable.begin(), usable.end(), core) == usable.end())
      throw UsageError("--affinity: core " + std::to_string(core) + " is not one that can be used here");
  settings.cores_a_game = cores_of_a_game(settings.rules.engines);
  const auto needed = settings.cores_a_game * settings.concurrency;
  if (needed > settings.cores.size())
    throw UsageError("--affinity needs " + std::to_string(needed) + " cores for --concurrency " +
                     std::to_string(settings.concurrency) + ", and there are " + std::to_string(settings.cores.size()));
}

Shard read_shard(const std::string& text) {
  const auto slash = text.find('/');
  const auto number = wire::read_number(text.substr(0, slash));
  const auto of = slash == std::string::npos ? std::nullopt : wire::read_number(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *of < *number)
    throw UsageError("--shard " + text + ": I/N is needed with I from 1 to N, such as 2/8");
  return {static_cast<std::size_t>(*number), static_cast<std::size_t>(*of)};
}

}  // namespace crownd::match
