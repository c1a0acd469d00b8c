#include "match/report/json.hpp"

#include "match/schedule/knockout.hpp"

#include <cmath>
#include <stdexcept>

namespace crownd::match {

namespace {

/// A number that JSON can hold; infinity, for an engine that won all its games, becomes null.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json to_json(const std::optional<Estimate>& estimate) {
  if (!estimate) return {};
  return {{"value", finite(estimate->value)}, {"error", finite(estimate->error)}};
}

Json to_json(const std::optional<double>& value) { return value ? finite(*value) : Json(); }

Json to_json(const Tally& tally) {
  return {{"wins", tally.wins},
          {"draws", tally.draws},
          {"losses", tally.losses},
          {"pentanomial", tally.pairs},
          {"elo", to_json(elo(tally))},
          {"normalised-elo", to_json(normalised_elo(tally))},
          {"los", to_json(superiority(tally))},
          {"draw-ratio", to_json(draw_ratio(tally))}};
}

Json to_json(const Limits& limits) {
  Json json;
  if (limits.clock) json["clock-us"] = limits.clock->count();
  if (limits.moves_per_period > 0) json["moves"] = limits.moves_per_period;
  if (limits.increment.count() > 0) json["increment-us"] = limits.increment.count();
  if (limits.movetime) json["movetime-us"] = limits.movetime->count();
  if (limits.nodes) json["nodes"] = *limits.nodes;
  if (limits.depth) json["depth"] = *limits.depth;
  json["margin-us"] = limits.margin.count();
  return json;
}

/// Only the time control.
Limits limits_from_json(const Json& json) {
  Limits limits;
  if (json.contains("clock-us")) limits.clock = Microseconds(json.at("clock-us").get<std::int64_t>());
  limits.moves_per_period = json.value("moves", 0);
  limits.increment = Microseconds(json.value("increment-us", std::int64_t{0}));
  if (json.contains("movetime-us")) limits.movetime = Microseconds(json.at("movetime-us").get<std::int64_t>());
  return limits;
}

/// Without its address: parts of a match may reach it at different ones.
Json to_json(const EngineSpec& engine) {
  Json json{{"name", engine.name}, {"limits", to_json(engine.limits)}, {"ponder", engine.ponder}};
  json["options"] = Json::object();
  for (const auto& [name, value, for_all] : engine.options) json["options"][name] = value;
  return json;
}

Json to_json(const AdjudicationRules& rules) {
  return {{"repetitions", rules.repetitions}, {"quiet-plies", rules.quiet_plies},
          {"max-plies", rules.max_plies},     {"draw-plies", rules.draw_plies},
          {"draw-score", rules.draw_score},   {"draw-from", rules.draw_from},
          {"win-plies", rules.win_plies},     {"win-score", rules.win_score},
          {"one-sided", rules.one_sided},     {"exact", rules.exact}};
}

Json to_json(const SprtRules& rules) {
  return {{"elo0", rules.elo0},
          {"elo1", rules.elo1},
          {"alpha", rules.alpha},
          {"beta", rules.beta},
          {"model", word(rules.model)}};
}

Json to_json(const Latency& latency) {
  const auto times = [](const Times& each) {
    return Json{{"moves", each.count}, {"mean", each.mean().count()}, {"longest", each.longest.count()}};
  };
  return {{"ready-us", times(latency.ready)}, {"beyond-us", times(latency.beyond)}, {"late-us", times(latency.late)}};
}

Json standing(const SprtRules& rules, const Tally& tally) {
  return {{"llr", log_likelihood_ratio(rules, tally.pairs)}, {"decision", word(decide(rules, tally.pairs))}};
}

Json to_json(const Knockout& knockout, const std::vector<std::string>& names) {
  auto json = Json{{"winner", knockout.winner ? Json(names[*knockout.winner]) : Json()}, {"matches", Json::array()}};
  for (const auto& match : knockout.matches)
    json["matches"].push_back({{"round", match.round + 1},
                               {"first", names[match.first]},
                               {"second", names[match.second]},
                               {"half-points", match.half_points},
                               {"pairs", match.pairs},
                               {"winner", match.winner ? Json(names[*match.winner]) : Json()}});
  return json;
}

Json counts(const std::map<Verdict, std::int64_t>& verdicts) {
  auto json = Json::object();
  for (const auto& [verdict, count] : verdicts) json[word(verdict)] = count;
  return json;
}

}  // namespace

std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json to_json(const MatchRules& rules) {
  Json json{{"game", rules.game}, {"format", word(rules.format)}};
  if (rules.seeds > 1) json["seeds"] = rules.seeds;
  json["rounds"] = rules.rounds;
  json["engines"] = Json::array();
  for (const auto& engine : rules.engines) json["engines"].push_back(to_json(engine));
  json["openings"] = rules.openings_digest;
  // Omitted if unused, so that older matches can be resumed.
  if (rules.opening_plies > 0) json["opening-plies"] = rules.opening_plies;
  json["order"] = rules.order == Order::random ? "random" : "sequential";
  json["seed"] = rules.seed;
  json["start"] = rules.first_opening;
  if (rules.book_plies > 0) json["book-plies"] = rules.book_plies;
  json["random-plies"] = rules.random_plies;
  json["adjudication"] = to_json(rules.adjudication);
  json["sprt"] = rules.sprt ? to_json(*rules.sprt) : Json();
  return json;
}

MatchRules rules_from_json(const Json& json) {
  MatchRules rules;
  rules.game = json.at("game").get<std::string>();
  const auto format = read_format(json.at("format").get<std::string>());
  if (!format) throw std::invalid_argument("there is no format " + json.at("format").dump());
  rules.format = *format;
  rules.seeds = json.value("seeds", std::size_t{1});
  rules.rounds = json.at("rounds").get<std::size_t>();
  for (const auto& engine : json.at("engines")) {
    rules.engines.emplace_back();
    rules.engines.back().name = engine.at("name").get<std::string>();
    rules.engines.back().limits = limits_from_json(engine.at("limits"));
  }
  if (const auto& sprt = json.at("sprt"); !sprt.is_null()) {
    rules.sprt = SprtRules{sprt.at("elo0").get<double>(), sprt.at("elo1").get<double>(), sprt.at("alpha").get<double>(),
                           sprt.at("beta").get<double>(),
                           sprt.at("model") == word(EloModel::logistic) ? EloModel::logistic : EloModel::normalised};
  }
  return rules;
}

Json pairings_to_json(const Schedule& schedule, const std::vector<Tally>& tallies, const MatchRules& rules) {
  const auto names = rules.names();
  auto json = Json::array();
  for (std::size_t number = 0; number < schedule.pairings(); ++number) {
    const auto [first, second] = schedule.pairing(number);
    Json pairing{{"first", names[first]}, {"second", names[second]}};
    pairing.update(to_json(tallies[number]));
    if (rules.sprt) pairing["sprt"] = standing(*rules.sprt, tallies[number]);
    json.push_back(pairing);
  }
  return json;
}

Json summary(const Results& results, const MatchRules& rules) {
  const auto& schedule = results.schedule();
  const auto names = rules.names();
  Json json{{"type", "match"},
            {"game", rules.game},
            {"games", results.games()},
            {"different-games", results.different_games()},
            {"scheduled", schedule.expected_games()}};
  json["pairings"] = pairings_to_json(schedule, results.pairings(), rules);
  const auto estimates = ratings(schedule.engines, results.pairs());
  json["engines"] = Json::array();
  for (std::size_t number = 0; number < schedule.engines; ++number) {
    Json engine{{"name", names[number]}};
    if (schedule.engines > 2) engine["rating"] = to_json(std::optional(estimates[number]));
    engine["latency"] = to_json(results.latency(number));
    engine["failures"] = counts(results.engine(number).failures);
    engine["pv-faults"] = Json::object();
    for (std::size_t fault = 0; fault < pv_fault_words.size(); ++fault)
      engine["pv-faults"][std::string(pv_fault_words[fault])] = results.engine(number).pv_faults[fault];
    json["engines"].push_back(engine);
  }
  if (rules.format == Format::knockout) json["knockout"] = to_json(knockout_of(results), names);
  json["verdicts"] = counts(results.verdicts());
  if (rules.sprt) {
    auto sprt = to_json(*rules.sprt);
    if (schedule.pairings() == 1) sprt.update(standing(*rules.sprt, results.pairing(0)));
    sprt["lower"] = rules.sprt->lower_bound();
    sprt["upper"] = rules.sprt->upper_bound();
    json["sprt"] = sprt;
  }
  return json;
}

}  // namespace crownd::match
