#include "annotate/output_files.hpp"

#include "annotate/puzzles.hpp"
#include "batch/score_text.hpp"
#include "files/files.hpp"
#include "notation/game.hpp"
#include "platform/system.hpp"
#include "wire/reply.hpp"
#include "wire/words.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <map>

namespace crownd::annotate {

namespace {

using Form = board::GameInfo::Notation::Form;

constexpr std::string_view loss_begins = "[%loss ";
/// The first comment of a better line.
constexpr std::string_view line_mark = "[%engine]";
constexpr std::string_view best_line_begins = "Best is ";
/// With the number of sentences that follow.
constexpr std::string_view reasons_begin = "[%why ";
/// A person gave the move's sign.
constexpr std::string_view human_mark = "[%human]";

std::string_view sign_of(Judgement judgement) { return notation::sign_of(nag(judgement)); }

/// The NAG of a sign; 0 for other texts.
int nag_of(std::string_view sign) {
  const auto found = std::find(notation::signs.begin(), notation::signs.end(), sign);
  return found == notation::signs.end() ? 0 : static_cast<int>(found - notation::signs.begin()) + 1;
}

/// `[%loss 36.4 ??]`.
std::string loss_comment(const MoveNote& note) {
  auto text = std::string(loss_begins) + std::to_string(note.loss / 10);
  if (note.loss % 10 != 0) text += '.' + std::to_string(note.loss % 10);
  if (note.judgement != Judgement::none) text.append(" ").append(sign_of(note.judgement));
  return text + ']';
}

/// `[%why 2]`, and the sentences.
std::string reasons_comment(const MoveNote& note) {
  return std::string(reasons_begin) + std::to_string(note.reasons.size()) + "] " + wire::line_of(note.reasons);
}

/// The position of the full stop of the first sentence.
std::size_t end_of_sentence(std::string_view text) {
  return std::min(text.find(". "), text.ends_with('.') ? text.size() - 1 : std::string::npos);
}

/// The length of the sentence about a mistake or a best line that an earlier run wrote at the start of `text`, else 0.
std::size_t size_of_sentence(std::string_view text) {
  const auto end = end_of_sentence(text);
  if (text.starts_with(best_line_begins)) return end + 1;
  for (const auto judgement : {Judgement::inaccuracy, Judgement::mistake, Judgement::blunder}) {
    const auto begin = std::string(word(judgement)) + ": ";
    if (!text.starts_with(begin)) continue;
    if (end == std::string::npos) return 0;
    const auto facts = text.substr(begin.size(), end - begin.size());
    const bool chances = facts.starts_with("winning chance ") && facts.find(" % to ") != std::string_view::npos;
    const bool exact = facts.starts_with("a ") && facts.find(" becomes a ") != std::string_view::npos;
    return chances || exact ? end + 1 : 0;
  }
  return 0;
}

/// The length of the sentences after `[%why …]`, if that is `command`.
std::size_t size_of_reasons(std::string_view command, std::string_view text) {
  if (!command.starts_with(reasons_begin)) return 0;
  std::size_t size = 0;
  command = command.substr(reasons_begin.size(), command.size() - reasons_begin.size() - 1);
  for (auto left = wire::read_number(command).value_or(0); left > 0; --left) {
    const auto end = end_of_sentence(text.substr(size));
    if (end == std::string_view::npos) break;
    size = std::min(size + end + 2, text.size());
  }
  return size;
}

/// Whether a command in brackets is one that the program writes.
bool is_ours(std::string_view command) {
  constexpr std::string_view numbers = "0123456789+-#.";
  const auto begins_with = [&](std::string_view name) {
    return command.starts_with(name) && numbers.find(command[name.size()]) != std::string_view::npos;
  };
  return command == human_mark || begins_with(batch::score_begins) || begins_with(loss_begins) ||
         begins_with(reasons_begin);
}

/// The next command of the program with its brackets; empty, at the end, if there is none.
std::string_view find_command(std::string_view text) {
  for (auto at = text.find("[%"); at != std::string_view::npos; at = text.find("[%", at + 1)) {
    const auto command = text.substr(at, text.substr(at).find(']') + 1);
    if (is_ours(command)) return command;
  }
  return text.substr(text.size());
}

/// Removes evaluations, losses and the program's sentences from a comment.
std::string human_part(std::string_view comment) {
  std::string left;
  while (!comment.empty()) {
    const auto command = find_command(comment);
    const auto before = static_cast<std::size_t>(command.data() - comment.data());
    if (const auto text = wire::trimmed(comment.substr(0, before)); !text.empty())
      left.append(left.empty() ? "" : " ").append(text);
    comment = wire::trimmed(comment.substr(before + command.size()));
    comment.remove_prefix(std::max(size_of_sentence(comment), size_of_reasons(command, comment)));
  }
  return left;
}

std::vector<std::string> human_comments(const std::vector<std::string>& comments) {
  std::vector<std::string> kept;
  for (const auto& comment : comments)
    if (auto text = human_part(comment); !text.empty()) kept.push_back(std::move(text));
  return kept;
}

/// The NAG of the sign that an earlier run gave a move; 0 if it gave none.
int earlier_nag(const notation::Move& move) {
  int given = 0;
  for (std::string_view comment : move.comments)
    for (auto command = find_command(comment); !command.empty(); command = find_command(comment)) {
      comment.remove_prefix(static_cast<std::size_t>(command.data() + command.size() - comment.data()));
      if (command == human_mark) return 0;
      command.remove_suffix(1);
      if (command.starts_with(loss_begins)) given = nag_of(command.substr(command.rfind(' ') + 1));
    }
  return given;
}

/// Whether the program wrote this variation and nobody added to it.
bool is_better_line(const notation::Line& line) {
  const auto is_bare = [](const notation::Move& move) { return move.nags.empty() && move.variations.empty(); };
  return line.comments.empty() && !line.moves.empty() &&
         line.moves.front().comments == std::vector<std::string>{std::string(line_mark)} &&
         std::all_of(line.moves.begin(), line.moves.end(), is_bare) &&
         std::all_of(line.moves.begin() + 1, line.moves.end(), [](const auto& each) { return each.comments.empty(); });
}

notation::Line better_line(const std::vector<std::string>& moves) {
  notation::Line line;
  for (const auto& move : moves) line.moves.push_back({move, {}, {}, {}});
  line.moves.front().comments.emplace_back(line_mark);
  return line;
}

/// For White, in the plain form for the side that moves first; empty if the move ended the game.
std::string score_comment(const MoveNote& note, const board::GameInfo::Notation& notation) {
  if (note.score.mate && note.score.value == 0) return "";
  const auto reference = notation.form == Form::plain ? 0 : notation.white;
  const bool same_side = static_cast<std::size_t>(note.side) == reference;
  return batch::score_comment(same_side ? note.score : reversed(note.score), note.depth);
}

/// `line_in_comment`: the better line follows the sentence instead of being a variation.
void annotate(notation::Move& move, const MoveNote& note, const board::GameInfo::Notation& notation,
              bool line_in_comment) {
  const auto replaced = earlier_nag(move);
  std::erase_if(move.nags, [&](int each) { return each == replaced && each != 0; });
  move.comments = human_comments(move.comments);
  std::vector<std::string> ours;
  if (auto score = score_comment(note, notation); !score.empty()) ours.push_back(std::move(score));
  if (!note.forced()) ours.push_back(loss_comment(note));
  if (note.judgement != Judgement::none) {
    const bool has_sign =
        std::any_of(move.nags.begin(), move.nags.end(), [](int nag) { return !notation::sign_of(nag).empty(); });
    if (has_sign)
      ours.emplace_back(human_mark);
    else
      move.nags.insert(move.nags.begin(), nag(note.judgement));
    const bool shows_line = line_in_comment && note.better.size() > 1;
    ours.push_back(mistake_text(note) + (shows_line ? ": " + wire::line_of(note.better) : "") + '.');
    if (!note.reasons.empty()) ours.push_back(reasons_comment(note));
    const bool known = std::any_of(move.variations.begin(), move.variations.end(), [&](const notation::Line& line) {
      return !line.moves.empty() && !note.better.empty() && line.moves.front().text == note.better.front();
    });
    if (!note.better.empty() && !line_in_comment && !known) move.variations.push_back(better_line(note.better));
  }
  if (!ours.empty()) move.comments.push_back(wire::line_of(ours));
}

/// Replaces the daemon's moves by those of the notation. `variations` is MoveNote::variations.
void use_notation(notation::Line& line, const std::vector<std::vector<std::string>>& variations, std::size_t& next) {
  const auto& texts = variations[next++];
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    for (auto& inner : line.moves[i].variations) use_notation(inner, variations, next);
    if (i < texts.size()) line.moves[i].text = texts[i];
  }
}

/// Readers of the plain form need these tags.
void complete_tags(notation::Game& game, const std::string& name) {
  if (game.tag("Game") == nullptr) game.tags.insert(game.tags.begin(), {"Game", name});
  if (game.tag("Result") == nullptr && !game.result.empty()) game.tags.push_back({"Result", game.result});
}

}  // namespace

bool fits_plain_form(const notation::Game& game) {
  return std::all_of(game.line.moves.begin(), game.line.moves.end(), [](const notation::Move& move) {
    const bool one_sign = move.nags.empty() || (move.nags.size() == 1 && !notation::sign_of(move.nags.front()).empty());
    return one_sign && move.variations.empty();
  });
}

std::string annotated(const batch::InputGame& input, const GameNotes& notes) {
  auto game = input.game.record;
  const bool plain = notes.notation.form == Form::plain;
  for (std::size_t i = 0; i < notes.moves.size(); ++i) {
    auto& move = game.line.moves[i];
    move.text = notes.moves[i].text;
    std::size_t next = 0;
    for (auto& variation : move.variations) use_notation(variation, notes.moves[i].variations, next);
    std::erase_if(move.variations, is_better_line);
  }
  const bool one_move_per_line = plain && fits_plain_form(game);
  for (std::size_t i = 0; i < notes.moves.size(); ++i)
    annotate(game.line.moves[i], notes.moves[i], notes.notation, one_move_per_line);
  if (notes.position) {
    game.line.comments = human_comments(game.line.comments);
    game.line.comments.push_back(score_comment(*notes.position, notes.notation) + ' ' + std::string(best_line_begins) +
                                 wire::line_of(notes.position->better) + '.');
  }
  if (plain) complete_tags(game, notes.game);
  return batch::game_text(game, notes.notation, one_move_per_line, input.game.start, notes.to_move == 1);
}

namespace {

namespace fs = std::filesystem;

/// The name in --out for the games of standard input.
constexpr auto standard_input = "games.txt";

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw std::runtime_error("'" + file + "' " + what);
}

using OrderedJson = nlohmann::ordered_json;

/// Invalid UTF-8 is replaced.
std::string line_of_json(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

void add_score(OrderedJson& json, const wire::Score& score) { json[score.mate ? "mate" : "cp"] = score.value; }

/// `win 5`, `draw`; null if unknown.
OrderedJson exact_json(const wire::Exact& exact) {
  if (exact.verdict == wire::Verdict::unknown) return nullptr;
  return wire::line_of(exact);
}

OrderedJson move_json(const MoveNote& note) {
  OrderedJson json{{"move", note.move}, {"text", note.text}, {"side", note.side}, {"position", note.position}};
  add_score(json, note.score);
  if (note.wdl) json["wdl"] = {note.wdl->win, note.wdl->draw, note.wdl->loss};
  json.update(OrderedJson{{"best", note.best},
                          {"before", note.before},
                          {"after", note.after},
                          {"loss", note.loss},
                          {"depth", note.depth},
                          {"exact-before", exact_json(note.exact_before)},
                          {"exact", exact_json(note.exact_after)}});
  if (note.judgement != Judgement::none) {
    json["judgement"] = word(note.judgement);
    json["better"] = note.better;
    json["reasons"] = note.reasons;
  }
  return json;
}

/// For a game without moves.
OrderedJson position_json(const MoveNote& note) {
  OrderedJson json{{"side", note.side}, {"chance", note.before}, {"depth", note.depth}, {"best", note.best}};
  add_score(json, note.score);
  json["exact"] = exact_json(note.exact_before);
  json["line"] = note.better;
  return json;
}

std::string file_extension(const board::GameInfo::Notation& notation) {
  if (notation.form == Form::pdn) return ".pdn";
  return notation.form == Form::pgn ? ".pgn" : ".txt";
}

/// The output file for the games of an input file.
std::string games_file(const Settings& settings, std::size_t input) {
  const auto& name = settings.inputs[input];
  return fs::path(settings.outputs.folder) / (name == "-" ? fs::path(standard_input) : fs::path(name).filename());
}

std::string puzzle_file(const Settings& settings, const std::string& extension) {
  return fs::path(settings.outputs.folder) / ("puzzles" + extension);
}

void write(const std::string& file, const std::string& text) {
  try {
    platform::replace_file(file, text, platform::Durability::none);
  } catch (const std::system_error& fault) {
    fail(file, "cannot be written: " + fault.code().message());
  }
}

void write_games(const Settings& settings, const batch::Inputs& inputs, const std::vector<GameNotes>& notes) {
  std::map<std::size_t, std::string> texts;  // by input file
  for (std::size_t index = 0; index < notes.size(); ++index)
    if (notes[index].skipped.empty()) texts[inputs.games[index].file] += annotated(inputs.games[index], notes[index]);
  for (const auto& [file, text] : texts) {
    if (!settings.outputs.folder.empty())
      write(games_file(settings, file), text);
    else if (!(std::cout << text << std::flush))
      fail("standard output", "cannot be written");
  }
}

void write_puzzles(const Settings& settings, const batch::Inputs& inputs, const std::vector<GameNotes>& notes) {
  const auto puzzles = choose_puzzles(notes, settings.puzzles);
  std::map<std::string, std::string> texts;  // by extension
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    texts[file_extension(puzzles[i].notes->notation)] += puzzle_text(inputs, puzzles[i], i + 1, puzzles.size());
  for (const auto& [extension, text] : texts) write(puzzle_file(settings, extension), text);
  if (puzzles.size() < settings.puzzles)
    std::cerr << "crown-annotate: " << puzzles.size() << " of " << settings.puzzles
              << " puzzles were found; more games may have more\n";
}

/// The game and its notes as a line of --json.
std::string json_line(const batch::Inputs& inputs, const batch::InputGame& input, const GameNotes& notes) {
  OrderedJson json{{"file", inputs.files[input.file]}, {"number", input.number}, {"line", input.game.line_number}};
  if (!notes.skipped.empty()) {
    json["skipped"] = notes.skipped;
    return line_of_json(json);
  }
  json["game"] = notes.game;
  json["players"] = {player_of(input, notes, 0), player_of(input, notes, 1)};
  json["result"] = result_of(input.game.record);
  json["opening"] = opening_of(input, notes);
  json["start"] = notes.start;
  json["accuracy"] = OrderedJson::array();
  for (const int side : {0, 1}) {
    const auto tally = tally_of(notes, side);
    json["accuracy"].push_back(tally.choices > 0 ? OrderedJson(tally.tenths() / 10.0) : OrderedJson(nullptr));
  }
  json["tags"] = OrderedJson::object();
  for (const auto& tag : input.game.record.tags)
    if (!tag.name.empty()) json["tags"][tag.name] = tag.value;
  if (notes.position) json["position"] = position_json(*notes.position);
  json["moves"] = OrderedJson::array();
  for (const auto& note : notes.moves) json["moves"].push_back(move_json(note));
  return line_of_json(json);
}

}  // namespace

void check_outputs(const Settings& settings) {
  const auto& outputs = settings.outputs;
  std::vector<std::string> files;
  if (!outputs.folder.empty()) {
    std::error_code error;
    fs::create_directories(outputs.folder, error);
    if (error || !fs::is_directory(outputs.folder)) fail(outputs.folder, "cannot be made a folder: " + error.message());
    for (std::size_t i = 0; i < settings.inputs.size(); ++i) files.push_back(games_file(settings, i));
    if (settings.puzzles > 0)
      for (const auto* const extension : {".pdn", ".pgn", ".txt"}) files.push_back(puzzle_file(settings, extension));
  }
  if (!outputs.json.empty()) files.push_back(outputs.json);
  auto all = files;
  all.push_back(settings.state);
  files::refuse_shared(all, settings.inputs);
  for (const auto& file : files) {
    if (!outputs.force && fs::exists(file) && !(fs::is_regular_file(file) && fs::file_size(file) == 0) &&
        !fs::is_character_file(file) && !fs::is_fifo(file))
      fail(file, "is there already; --force replaces it");
    const auto folder = fs::absolute(file).parent_path();
    if (::access(folder.c_str(), W_OK) != 0) fail(file, "cannot be written: " + std::string(std::strerror(errno)));
  }
}

void write_outputs(const Settings& settings, const batch::Inputs& inputs, const std::vector<GameNotes>& notes) {
  const auto& outputs = settings.outputs;
  if (!outputs.folder.empty() || outputs.json.empty()) write_games(settings, inputs, notes);
  if (!outputs.json.empty()) {
    std::string lines;
    for (std::size_t i = 0; i < notes.size(); ++i) lines += json_line(inputs, inputs.games[i], notes[i]);
    write(outputs.json, lines);
  }
  if (settings.puzzles > 0) write_puzzles(settings, inputs, notes);
}

}  // namespace crownd::annotate
