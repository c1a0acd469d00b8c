#include "book/build/state.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <stdexcept>
#include <utility>

namespace crownd::crown_book {

namespace {

using Json = nlohmann::ordered_json;
using book::Graph;
using book::Value;
using files::FileError;

/// Version of the file format. Keys that are not known are ignored, so that it can grow.
constexpr int version = 1;
constexpr auto file_name = "positions.jsonl";
constexpr std::string_view first_words = R"({"crown-book":)";

Json to_json(const Value& value) { return {value.score.raw(), value.depth, value.wins, value.losses}; }

Value value_from(const Json& json) {
  const auto number = [&](std::size_t index) { return json.at(index).get<int>(); };
  return {Score::from_raw(number(0)), number(1), number(2), number(3)};
}

Json to_json(const Graph::Leaf& leaf) {
  Json json{{"value", to_json(leaf.value)}};
  if (leaf.exact) json["exact"] = true;
  // The one move of a search is worth what its position is.
  if (leaf.moves.size() == 1 && leaf.moves.front().value == leaf.value) {
    json["best"] = leaf.moves.front().move;
    return json;
  }
  auto moves = Json::array();
  for (const auto& [move, value] : leaf.moves) moves.push_back({move, to_json(value)});
  json["moves"] = std::move(moves);
  return json;
}

Graph::Leaf leaf_from(const Json& json) {
  Graph::Leaf leaf{value_from(json.at("value")), {}, json.value("exact", false)};
  if (const auto best = json.find("best"); best != json.end()) {
    leaf.moves.push_back({best->get<std::string>(), leaf.value});
    return leaf;
  }
  for (const auto& move : json.at("moves"))
    leaf.moves.push_back({move.at(0).get<std::string>(), value_from(move.at(1))});
  return leaf;
}

Json to_json(const Record& record) {
  if (record.kind == Record::Kind::root) {
    Json json{{"root", record.text}};
    if (record.leaf) json["leaf"] = to_json(*record.leaf);
    return json;
  }
  auto moves = Json::array();
  for (const auto& child : record.children) {
    Json move{child.move, child.text};
    if (child.leaf) move.push_back(to_json(*child.leaf));
    moves.push_back(std::move(move));
  }
  return {{"expanded", record.text}, {"moves", std::move(moves)}};
}

Record record_from(const Json& json) {
  if (const auto root = json.find("root"); root != json.end()) {
    Record record{Record::Kind::root, root->get<std::string>()};
    if (const auto leaf = json.find("leaf"); leaf != json.end()) record.leaf = leaf_from(*leaf);
    return record;
  }
  Record record{Record::Kind::expansion, json.at("expanded").get<std::string>()};
  for (const auto& move : json.at("moves")) {
    Child child{move.at(0).get<std::string>(), move.at(1).get<std::string>(), std::nullopt};
    if (move.size() > 2) child.leaf = leaf_from(move.at(2));
    record.children.push_back(std::move(child));
  }
  return record;
}

[[noreturn]] void refuse_state(const std::string& file, const std::string& what) {
  throw FileError(FileError::Reason::other, "--state: '" + file + "' " + what);
}

void check_first_line(const Json& json, const std::string& file, const std::string& game, std::int64_t nodes) {
  if (json.at("crown-book").get<int>() > version) refuse_state(file, "is of a later version of crown-book");
  if (const auto other = json.at("game").get<std::string>(); other != game)
    refuse_state(file, "is of the game " + other + ", not " + game);
  if (const auto other = json.at("nodes").get<std::int64_t>(); other != nodes)
    refuse_state(file, "is of searches of " + std::to_string(other) + " nodes, not " + std::to_string(nodes));
}

}  // namespace

State::State(const std::string& folder, const std::string& game, std::int64_t nodes,
             const std::function<void(const Record&)>& on_record) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) refuse_state(folder, "cannot be made: " + error.message());
  const auto file = (std::filesystem::path(folder) / file_name).string();
  const auto text = std::filesystem::exists(file) ? files::read_file(file) : "";
  if (!text.starts_with(first_words.substr(0, text.size()))) refuse_state(file, "is no state of crown-book");
  std::size_t whole = 0, number = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', whole)) {
    ++number;
    try {
      const auto json = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(whole),
                                    text.begin() + static_cast<std::ptrdiff_t>(end));
      if (number == 1)
        check_first_line(json, file, game, nodes);
      else
        on_record(record_from(json));
    } catch (const Json::exception&) {  // the parser's own message means nothing to people
      refuse_state(file, "is damaged: its line " + std::to_string(number) + " is no position");
    } catch (const std::invalid_argument& why) {
      refuse_state(file, "is damaged: line " + std::to_string(number) + ": " + why.what());
    }
    whole = end + 1;
  }
  if (number > 0) {
    log_.emplace(file, whole);
    return;
  }
  std::filesystem::remove(file);  // what a kill left of the first line
  log_.emplace(file);
  log_->add(Json{{"crown-book", version}, {"game", game}, {"nodes", nodes}}.dump());
}

void State::add(const Record& record) {
  if (log_) log_->add(to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace crownd::crown_book
