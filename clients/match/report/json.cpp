#include "match/report/json.hpp"

#include "match/tournament/knockout.hpp"

#include <algorithm>

template <>
struct nlohmann::adl_serializer<crownd::board::GameInfo::Notation> {
  using Notation = crownd::board::GameInfo::Notation;
  static void to_json(auto& json, const Notation& notation) {
    json = {{"pdn-type", notation.pdn_type}, {"white", notation.white}};
  }
  static void from_json(const auto& json, Notation& notation) {
    json.at("pdn-type").get_to(notation.pdn_type);
    json.at("white").get_to(notation.white);
    notation.form = notation.pdn_type.empty() ? Notation::Form::pgn : Notation::Form::pdn;
  }
};

namespace crownd::match {

NLOHMANN_JSON_SERIALIZE_ENUM(Order, {{Order::sequential, "sequential"}, {Order::random, "random"}})
NLOHMANN_JSON_SERIALIZE_ENUM(EloModel, {{EloModel::normalised, "normalised"}, {EloModel::logistic, "logistic"}})

// Each record has one list of fields, in their order in the file. A JsonWriter writes them, a JsonReader reads them.

namespace {

struct JsonWriter {
  Json& json;

  template <class Value>
  void operator()(const char* key, const Value& value) const {
    json[key] = value;
  }
  /// Omits a preset value.
  template <class Value>
  void optional(const char* key, const Value& value, const Value& preset = {}) const {
    if (!(value == preset)) json[key] = value;
  }
};

struct JsonReader {
  const Json& json;

  template <class Value>
  void operator()(const char* key, Value& value) const {
    json.at(key).get_to(value);
  }
  template <class Value>
  void optional(const char* key, Value& value, const Value& /*preset*/ = {}) const {
    if (const auto found = json.find(key); found != json.end()) found->get_to(value);
  }
};

constexpr std::array<std::string_view, 3> bounds{"exact", "lower", "upper"};

void score_fields(JsonWriter writer, std::optional<wire::Score>& score) {
  if (!score) return;
  writer(score->mate ? "mate" : "cp", score->value);
  if (score->bound != wire::Bound::exact) writer("bound", bounds[static_cast<std::size_t>(score->bound)]);
}

void score_fields(JsonReader reader, std::optional<wire::Score>& score) {
  const bool mate = reader.json.contains("mate");
  if (!mate && !reader.json.contains("cp")) return;
  const auto bound = std::find(bounds.begin(), bounds.end(), reader.json.value("bound", "exact")) - bounds.begin();
  score = {mate, 0, static_cast<wire::Bound>(bound % 3)};
  reader(mate ? "mate" : "cp", score->value);
}

Json sprt_state(const SprtRules& rules, const Tally& tally) {
  return {{"llr", log_likelihood_ratio(rules, tally.pairs)}, {"decision", word(decide(rules, tally.pairs))}};
}

Json knockout_to_json(const Knockout& knockout, const std::vector<std::string>& names) {
  const auto name = [&](std::optional<std::size_t> engine) { return engine ? Json(names[*engine]) : Json(); };
  Json json{{"winner", name(knockout.winner)}, {"matches", Json::array()}};
  for (const auto& match : knockout.matches)
    json["matches"].push_back({{"round", match.round + 1},
                               {"first", names[match.first]},
                               {"second", names[match.second]},
                               {"half-points", match.half_points},
                               {"pairs", match.pairs},
                               {"winner", name(match.winner)}});
  return json;
}

Json counts(const std::map<Termination, std::int64_t>& terminations) {
  auto json = Json::object();
  for (const auto& [termination, count] : terminations) json[word(termination)] = count;
  return json;
}

}  // namespace

void to_json(Json& json, const Termination& termination) { json = word(termination); }
void from_json(const Json& json, Termination& termination) { termination = read_termination(json.get<std::string>()); }

void to_json(Json& json, const Format& format) { json = word(format); }
void from_json(const Json& json, Format& format) { format = read_format(json.get<std::string>()).value(); }

template <class Archive>
void fields(Archive archive, MoveRecord& move) {
  archive("move", move.move);
  archive.optional("san", move.san);
  archive.optional("book", move.book);
  score_fields(archive, move.info.score);
  archive.optional("depth", move.info.depth);
  archive.optional("nodes", move.info.nodes);
  archive.optional("seldepth", move.info.seldepth);
  archive.optional("nps", move.info.nps);
  archive.optional("hashfull", move.info.hashfull);
  archive.optional("pv", move.info.pv);
  archive.optional("told-ms", move.info.time);
  archive.optional("ready-us", move.ready_after);
  archive.optional("left-us", move.left);
  if (!move.book) archive("us", move.time);
  archive.optional("late-us", move.late);
}

template <class Archive>
void opening_fields(Archive archive, GameRecord& game) {
  archive("index", game.index);
  archive("engines", game.sides);
  archive("opening", game.opening);
  archive("start", game.start);
  archive.optional("fen", game.start_fen);
  archive("to-move", game.to_move);
  archive.optional("notation", game.notation);
}

template <class Archive>
void result_fields(Archive archive, GameRecord& game) {
  auto& ending = game.ending;
  archive("verdict", ending.termination);
  archive.optional("detail", ending.detail);
  archive("position", ending.position);
  archive.optional("line", ending.line);
  archive.optional("position-fen", ending.fen);
  archive.optional("asked", ending.asked);
  archive.optional("stderr", ending.errors);
  archive.optional("pv-faults", game.pv_faults);
  archive.optional("pv-examples", game.pv_examples);
  archive("began", game.began);
  archive("moves", game.moves);
}

template <class Archive>
void fields(Archive archive, TimeControl& control) {
  archive.optional("clock-us", control.clock);
  archive.optional("moves", control.moves_per_period);
  archive.optional("increment-us", control.increment);
  archive.optional("movetime-us", control.movetime);
  archive.optional("nodes", control.nodes);
  archive.optional("depth", control.depth);
  archive("margin-us", control.margin);
}

template <class Archive>
void fields(Archive archive, AdjudicationRules& rules) {
  archive("repetitions", rules.repetitions);
  archive("quiet-plies", rules.quiet_plies);
  archive("max-plies", rules.max_plies);
  archive("draw-plies", rules.draw_plies);
  archive("draw-score", rules.draw_score);
  archive("draw-from", rules.draw_from);
  archive("win-plies", rules.win_plies);
  archive("win-score", rules.win_score);
  archive("one-sided", rules.one_sided);
  archive("exact", rules.exact);
}

template <class Archive>
void fields(Archive archive, SprtRules& rules) {
  archive("elo0", rules.elo0);
  archive("elo1", rules.elo1);
  archive("alpha", rules.alpha);
  archive("beta", rules.beta);
  archive("model", rules.model);
}

template <class Archive>
void fields(Archive archive, MatchRules& rules) {
  archive("game", rules.game);
  archive("format", rules.format);
  archive.optional("seeds", rules.seeds, std::size_t{1});
  archive("rounds", rules.rounds);
  archive("engines", rules.engines);
  archive("openings", rules.openings_digest);
  // Omitted if unused, so that older matches can be resumed.
  archive.optional("opening-plies", rules.opening_plies);
  archive("order", rules.order);
  archive("seed", rules.seed);
  archive("start", rules.first_opening);
  archive.optional("book-plies", rules.book_plies);
  archive("random-plies", rules.random_plies);
  archive("adjudication", rules.adjudication);
  archive("sprt", rules.sprt);
}

template <class Record>
concept HasFields = requires(JsonWriter writer, Record& record) {
  fields(writer, record);
};

template <HasFields Record>
void to_json(Json& json, const Record& record) {
  auto copy = record;
  json = Json::object();
  fields(JsonWriter{json}, copy);
}

template <HasFields Record>
void from_json(const Json& json, Record& record) {
  fields(JsonReader{json}, record);
}

/// Omits the address, which may differ between parts of a match.
void to_json(Json& json, const EngineSpec& engine) {
  json = {
      {"name", engine.name}, {"limits", engine.time_control}, {"ponder", engine.ponder}, {"options", Json::object()}};
  for (const auto& [name, value, for_all] : engine.options) json["options"][name] = value;
}

/// Reads only the name and the time control.
void from_json(const Json& json, EngineSpec& engine) {
  json.at("name").get_to(engine.name);
  json.at("limits").get_to(engine.time_control);
}

void to_json(Json& json, const MoveRecord& move) { to_json<MoveRecord>(json, move); }
void to_json(Json& json, const MatchRules& rules) { to_json<MatchRules>(json, rules); }
void from_json(const Json& json, MatchRules& rules) { from_json<MatchRules>(json, rules); }

void to_json(Json& json, const Estimate& estimate) { json = {{"value", estimate.value}, {"error", estimate.error}}; }

void to_json(Json& json, const Tally& tally) {
  json = {{"wins", tally.wins},
          {"draws", tally.draws},
          {"losses", tally.losses},
          {"pentanomial", tally.pairs},
          {"elo", elo(tally)},
          {"normalised-elo", normalised_elo(tally)},
          {"los", likelihood_of_superiority(tally)},
          {"draw-ratio", draw_ratio(tally)}};
}

void to_json(Json& json, const Times& times) {
  json = {{"moves", times.count}, {"mean", times.mean()}, {"longest", times.max}};
}

void to_json(Json& json, const Latency& latency) {
  json = {{"ready-us", latency.ready}, {"beyond-us", latency.beyond}, {"late-us", latency.late}};
}

Json opening_to_json(const GameRecord& game, const std::vector<std::string>& names) {
  auto copy = game;
  ++copy.opening;  // numbered from 1 in files
  Json json{{"index", game.index}, {"first", names[game.sides[0]]}, {"second", names[game.sides[1]]}};
  opening_fields(JsonWriter{json}, copy);
  return json;
}

Json to_json(const GameRecord& game, const std::vector<std::string>& names) {
  const auto& winner = game.ending.winner;
  Json json{{"type", "game"}};
  json.update(opening_to_json(game, names));
  json["result"] = game.result_for(0);
  json["winner"] = winner ? Json(names[game.sides[static_cast<std::size_t>(*winner)]]) : Json();
  auto copy = game;
  result_fields(JsonWriter{json}, copy);
  return json;
}

GameRecord game_from_json(const Json& json) {
  GameRecord game;
  opening_fields(JsonReader{json}, game);
  --game.opening;
  const auto result = json.at("result").get<std::string>();
  if (result != "1/2-1/2") game.ending.winner = result == "1-0" ? 0 : 1;
  result_fields(JsonReader{json}, game);
  return game;
}

std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json pairings_to_json(const Schedule& schedule, const std::vector<Tally>& tallies, const MatchRules& rules) {
  const auto names = rules.names();
  auto json = Json::array();
  for (std::size_t number = 0; number < schedule.pairings(); ++number) {
    const auto [first, second] = schedule.pairing(number);
    Json pairing{{"first", names[first]}, {"second", names[second]}};
    pairing.update(Json(tallies[number]));
    if (rules.sprt) pairing["sprt"] = sprt_state(*rules.sprt, tallies[number]);
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
            {"scheduled", expected_games(results)}};
  json["pairings"] = pairings_to_json(schedule, results.pairings(), rules);
  const auto estimates = ratings(schedule.engines, results.pairs());
  json["engines"] = Json::array();
  for (std::size_t number = 0; number < schedule.engines; ++number) {
    Json engine{{"name", names[number]}};
    if (schedule.engines > 2) engine["rating"] = estimates[number];
    engine["latency"] = results.latency(number);
    engine["failures"] = counts(results.engine(number).failures);
    engine["pv-faults"] = Json::object();
    for (std::size_t fault = 0; fault < pv_fault_words.size(); ++fault)
      engine["pv-faults"][std::string(pv_fault_words[fault])] = results.engine(number).pv_faults[fault];
    json["engines"].push_back(engine);
  }
  if (rules.format == Format::knockout) json["knockout"] = knockout_to_json(knockout_of(results), names);
  json["verdicts"] = counts(results.terminations());
  if (rules.sprt) {
    Json sprt(*rules.sprt);
    if (schedule.pairings() == 1) sprt.update(sprt_state(*rules.sprt, results.pairing(0)));
    sprt["lower"] = rules.sprt->lower_bound();
    sprt["upper"] = rules.sprt->upper_bound();
    json["sprt"] = sprt;
  }
  return json;
}

}  // namespace crownd::match
