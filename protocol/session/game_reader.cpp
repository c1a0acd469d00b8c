#include "session/game_reader.hpp"

#include "session/reply.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>

namespace crownd::session {

namespace {

using notation::GameText;
using notation::StatedResult;
using notation::Token;
using Kind = Token::Kind;

/// A word of a game's text: a move, or possibly one.
struct MoveWord {
  std::string_view text;
  bool may_be_number = false;  ///< of a move; see notation::Token::Kind::number_or_move
};

/// A move that the rules have accepted.
struct ResolvedMove {
  std::string text;        ///< in canonical form
  std::size_t word = 0;    ///< index of its first word; `9x18 18x25` are two for one move
  bool ambiguous = false;  ///< several moves fit the rest of the text; this is the first
};

struct ResolvedLine {
  std::vector<ResolvedMove> moves;
  std::optional<BadInput> fault;  ///< why the word after the last move is no move
  bool is_too_long = false;       ///< the fault is a limit
  std::size_t fault_word = 0;
};

/// How many words after an ambiguous move, and how many moves, are tried to find its meaning; two or three usually do.
constexpr std::size_t words_ahead = 12;
constexpr int max_tries = 500;
/// So many moves are tried for all ambiguous moves of a text; then the first meaning counts.
constexpr int max_tries_of_text = 5'000;

constexpr std::string_view separators = "-x:X";

/// More words than the jumps of any capture, so that text which only looks like one is read in linear time.
constexpr std::size_t max_joined = 32;

void play_move(play::AnyGame& game, const std::string& move) { game.play(std::array{move}); }

/// `9x18` and `18x25` as one move, `9x18x25`; empty if the second word does not begin at the end of the first.
std::string joined(std::string_view first, std::string_view second) {
  const auto last = first.find_last_of(separators);
  const auto end = second.find_first_of(separators);
  if (last == std::string_view::npos || end == std::string_view::npos ||
      first.substr(last + 1) != second.substr(0, end))
    return {};
  return std::string(first).append(second.substr(end));
}

/// The moves that the words from `at` on may mean, and how many words they take.
struct Meanings {
  std::vector<std::string> moves;
  std::size_t words = 1;
  std::optional<BadInput> fault;  ///< if there are no moves
};

Meanings meanings_of(const play::AnyGame& game, const std::vector<MoveWord>& words, std::size_t at) {
  Meanings found;
  std::string text(words[at].text);
  for (; at + found.words <= words.size(); ++found.words) {
    try {
      found.moves = game.moves_in_file(text);
      return found;
    } catch (const BadInput& bad) {
      if (!found.fault) found.fault = bad;
    }
    if (at + found.words == words.size() || found.words == max_joined) break;
    text = joined(text, words[at + found.words].text);
    if (text.empty()) break;
  }
  found.words = 1;
  return found;
}

/// How many of the next words are moves. Restores the game.
std::size_t playable_words(play::AnyGame& game, const std::vector<MoveWord>& words, std::size_t at, std::size_t end,
                           int& tries) {
  if (at >= end || tries-- <= 0) return 0;
  const auto found = meanings_of(game, words, at);
  if (found.moves.empty()) return words[at].may_be_number ? playable_words(game, words, at + 1, end, tries) : 0;
  std::size_t most = 0;
  for (const auto& move : found.moves) {
    play_move(game, move);
    most = std::max(most, found.words + playable_words(game, words, at + found.words, end, tries));
    game.undo(1);
    if (at + most >= end) break;
  }
  return most;
}

/// Finds the moves of a line, from the game's position on, and plays them. A text that fits several moves means the
/// move after which most of the next words are moves. Takes its tries from `tries_left`.
ResolvedLine resolve_moves(play::AnyGame& game, const std::vector<MoveWord>& words, std::size_t max_plies,
                           int& tries_left) {
  ResolvedLine line;
  for (std::size_t at = 0; at < words.size();) {
    auto found = meanings_of(game, words, at);
    if (found.moves.empty() && words[at].may_be_number) {
      ++at;
      continue;
    }
    if (!found.moves.empty() && game.plies_played() >= max_plies) {
      line.is_too_long = true;
      found = {{},
               1,
               BadInput(Fault::bad_argument,
                        "a game may have at most " + std::to_string(max_plies) + " plies here (--max-plies)")};
    }
    if (found.moves.empty()) {
      line.fault = std::move(found.fault);
      line.fault_word = at;
      return line;
    }
    ResolvedMove move{found.moves.front(), at};
    if (found.moves.size() > 1) {
      const auto behind = at + found.words;
      const auto end = std::min(words.size(), behind + words_ahead);
      std::size_t most = 0;
      int fitting = 0;
      for (const auto& text : found.moves) {
        const int allowed = std::min(max_tries, tries_left);
        int tries = allowed;
        play_move(game, text);
        const auto playable = playable_words(game, words, behind, end, tries);
        game.undo(1);
        tries_left -= allowed - std::max(tries, 0);
        if (playable > most || fitting == 0) {
          most = playable;
          fitting = 0;
          move.text = text;
        }
        if (playable == most) ++fitting;
      }
      move.ambiguous = fitting > 1;
    }
    play_move(game, move.text);
    at += found.words;
    line.moves.push_back(std::move(move));
  }
  return line;
}

bool is_move(const Token& token) { return token.kind == Kind::move || token.kind == Kind::number_or_move; }

/// The moves of the line that begins at a token: the game or a variation, without the variations within it.
std::vector<MoveWord> words_of_line(const GameText& text, std::size_t begin) {
  std::vector<MoveWord> words;
  std::size_t depth = 0;
  for (std::size_t at = begin; at < text.tokens.size(); ++at) {
    const Token& token = text.tokens[at];
    if (token.kind == Kind::end_variation && depth-- == 0) break;
    if (token.kind == Kind::begin_variation) ++depth;
    if (depth == 0 && is_move(token)) words.push_back({text.text_of(token), token.kind == Kind::number_or_move});
  }
  return words;
}

/// The number of a GameType: `21` of `21,B,8,8,N1,0`.
std::string_view type_number(std::string_view type) {
  return type.substr(0, std::min(type.find_first_not_of("0123456789"), type.size()));
}

/// The name of a GameType in PDN 3.0, for messages about unknown games; empty for other numbers.
std::string_view name_of_type(std::string_view number) {
  static constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"20", "international draughts"}, {"21", "English draughts"},  {"22", "Italian draughts"},
      {"23", "American pool checkers"}, {"24", "Spanish draughts"},  {"25", "Russian draughts"},
      {"26", "Brazilian draughts"},     {"27", "Canadian draughts"}, {"28", "Portuguese draughts"},
      {"29", "Czech draughts"},         {"30", "Turkish draughts"},  {"31", "Thai draughts"},
      {"40", "Frisian draughts"},       {"41", "Spantsiretti"}};
  for (const auto& [type, name] : types)
    if (type == number) return name;
  return {};
}

/// Whether the notation of a game is PDN with this GameType.
bool has_type(const play::AnyGame& game, std::string_view number) {
  const auto squares = game.squares();
  wire::Words words(squares.description.notation);
  return words.take_if("pdn") && type_number(words.take()) == number;
}

/// The line of the start position of a text, or of its first word if it has none.
std::size_t line_of_start(const GameText& text) {
  for (const auto& token : text.tokens) {
    if (token.kind == Kind::setup) return token.line;
    if (is_move(token)) break;
  }
  return text.line_of_tag(text.tag("FEN").empty() ? "Start" : "FEN");
}

/// The start position of a text; empty: the default.
std::string start_of(const GameText& text) {
  for (const auto& token : text.tokens) {
    if (token.kind == Kind::setup) return wire::position_in(text.text_of(token));
    if (is_move(token)) break;
  }
  const auto fen = text.tag("FEN");
  const auto position = wire::position_in(fen.empty() ? text.tag("Start") : fen);
  return wire::same_word(position, "startpos") ? "" : position;
}

/// A game tried for a text, with the moves that its rules allow.
struct Attempt {
  const games::Entry* entry = nullptr;
  play::AnyGame* game = nullptr;
  ResolvedLine line{};
  std::optional<BadInput> bad_start{};

  [[nodiscard]] bool whole() const { return !bad_start && !line.fault; }
};

class GameWriter {
 public:
  GameWriter(GamePool& pool, std::size_t max_plies, const GameText& text, std::size_t number, Client& client)
      : pool_(pool), max_plies_(max_plies), text_(text), number_(number), client_(client) {}

  void write_all(const games::Entry* default_game) {
    words_ = words_of_line(text_, 0);
    std::string unknown;
    const auto candidates = candidates_for(default_game, unknown);
    find_game(candidates);
    const bool found = best_.entry != nullptr;
    write("readgame " + std::to_string(number_) + " line " + std::to_string(text_.line) + ' ' +
          std::string(found ? best_.entry->name : "-"));
    write_tags();
    if (!unknown.empty())
      error(text_.line_of_tag(text_.tag("Game").empty() ? "GameType" : "Game"), wire::ErrorCode::bad_argument, unknown);
    if (!text_.fault.empty())
      error(text_.fault_line, text_.too_large ? wire::ErrorCode::limit : wire::ErrorCode::bad_argument, text_.fault);
    if (found) {
      if (best_.bad_start) {
        error(line_of_start(text_), session::to_wire(best_.bad_start->fault()), best_.bad_start->what());
      } else {
        const auto start = start_of(text_);
        best_.game->undo(static_cast<int>(best_.game->plies_played()));
        write("readstart", start.empty() ? "startpos" : start);
      }
    }
    std::size_t at = 0;
    write_line(at, best_.bad_start || !found ? nullptr : &best_.line, words_);
    write_result();
    warnings_.insert(warnings_.begin(), text_.warnings.begin(), text_.warnings.end());
    for (const auto& warning : warnings_) write("readwarning " + std::to_string(warning.line), warning.sentence);
    write("readdone " + std::to_string(number_) + " plies " +
          std::to_string(found && !best_.bad_start ? best_.line.moves.size() : 0));
  }

 private:
  /// The games to try. For an unknown game: none, and the reason in `unknown`.
  std::vector<const games::Entry*> candidates_for(const games::Entry* default_game, std::string& unknown) {
    if (const auto name = text_.tag("Game"); !name.empty()) {
      if (const auto named = session::find_game(pool_.entries(), name)) return {named->entry};
      unknown = wire::no_such("game", std::string(name), names_of(pool_.entries()));
      return {};
    }
    if (const auto number = type_number(text_.tag("GameType")); !number.empty()) {
      std::vector<const games::Entry*> found;
      for (const auto& entry : pool_.entries())
        if (has_type(pool_.fresh(entry), number)) found.push_back(&entry);
      if (found.empty()) {
        const std::string title(name_of_type(number));
        unknown = "GameType " + std::string(number) + (title.empty() ? "" : " is " + title + ", which") +
                  " is not among the games here";
      }
      return found;
    }
    if (default_game != nullptr) return {default_game};
    std::vector<const games::Entry*> all;
    for (const auto& entry : pool_.entries()) all.push_back(&entry);
    return all;
  }

  /// Finds the first game that allows all moves and writes them as the text does; else the first that allows all; else
  /// the one that allows most. If no game allows the start position, finds the one with a UCI variant that has its
  /// form.
  void find_game(const std::vector<const games::Entry*>& candidates) {
    bool best_is_verbatim = false;
    for (const auto* entry : candidates) {
      auto attempt = attempt_of(*entry);
      const auto& moves = attempt.line.moves;
      const bool verbatim = attempt.whole() && std::all_of(moves.begin(), moves.end(), [&](const ResolvedMove& move) {
                              return words_[move.word].text == move.text;
                            });
      const bool better = best_.entry == nullptr || (attempt.whole() && !best_.whole()) ||
                          (verbatim && !best_is_verbatim) ||
                          (!attempt.whole() && !best_.whole() && moves.size() > best_.line.moves.size()) ||
                          (best_.bad_start && (!attempt.bad_start || has_form_of_start(*entry)));
      if (!better) continue;
      best_ = std::move(attempt);
      best_is_verbatim = verbatim;
      if (verbatim) return;
    }
  }

  [[nodiscard]] bool has_form_of_start(const games::Entry& entry) const {
    return std::any_of(entry.uci_variants.begin(), entry.uci_variants.end(),
                       [start = start_of(text_)](const UciVariant& variant) { return variant.is_position(start); });
  }

  Attempt attempt_of(const games::Entry& entry) {
    Attempt attempt{&entry, &pool_.fresh(entry)};
    try {
      if (const auto start = start_of(text_); !start.empty()) attempt.game->set_position(start, {});
    } catch (const BadInput& bad) {
      attempt.bad_start = bad;
      return attempt;
    }
    attempt.line = resolve_moves(*attempt.game, words_, max_plies_, tries_left_);
    return attempt;
  }

  void write_tags() {
    for (std::size_t i = 0; i + 1 < text_.tokens.size(); ++i)
      if (text_.tokens[i].kind == Kind::tag_name)
        write("readtag " + wire::printable_comment(text_.text_of(text_.tokens[i])), text_.text_of(text_.tokens[i + 1]));
  }

  /// Writes the text from a token to the end of its line, and plays its moves. `line` is null if no move can be played.
  /// Leaves the game after the last move.
  void write_line(std::size_t& at, const ResolvedLine* line, const std::vector<MoveWord>& words) {
    std::size_t next_move = 0;
    std::size_t next_word = 0;
    std::string last;  // the move before a variation
    for (; at < text_.tokens.size(); ++at) {
      const Token& token = text_.tokens[at];
      switch (token.kind) {
        case Kind::tag_name:
        case Kind::tag_value: break;
        case Kind::comment: write("readcomment", text_.text_of(token)); break;
        case Kind::nag: write("readnag", text_.text_of(token)); break;
        case Kind::setup:
          if (next_word > 0)
            warn(token.line, "a position among the moves is left out: a game has one, before its first move");
          break;
        case Kind::end_variation: return;
        case Kind::begin_variation: write_variation(at, last); break;
        case Kind::move:
        case Kind::number_or_move: {
          const auto word = next_word++;
          if (line == nullptr) {
            if (token.kind == Kind::move) write("readtext", words[word].text);
          } else if (next_move < line->moves.size() && line->moves[next_move].word == word) {
            const auto& move = line->moves[next_move++];
            write("readmove", move.text);
            best_.game->play(std::array{move.text});
            last = move.text;
            if (move.ambiguous)
              warn(token.line,
                   std::string(words[word].text) + " fits several moves; " + move.text + " is the first of them");
          } else if (line->fault && word >= line->fault_word) {
            if (word == line->fault_word) write_fault(token, *line);
            last.clear();
            if (token.kind == Kind::move || word == line->fault_word) write("readtext", words[word].text);
          }
          break;
        }
      }
    }
  }

  /// Writes a variation, an alternative to the last move. Leaves the game after that move.
  void write_variation(std::size_t& at, const std::string& last) {
    write("readvariation begin");
    ++at;
    const auto words = words_of_line(text_, at);
    if (last.empty()) {
      write_line(at, nullptr, words);
    } else {
      auto& game = *best_.game;
      game.undo(1);
      const auto plies = game.plies_played();
      const auto go_back = [&] { game.undo(static_cast<int>(game.plies_played() - plies)); };
      const auto line = resolve_moves(game, words, max_plies_, tries_left_);
      go_back();
      const bool outer = std::exchange(in_variation_, true);
      write_line(at, &line, words);
      in_variation_ = outer;
      go_back();
      game.play(std::array{last});
    }
    write("readvariation end");
  }

  /// An error in the game; a warning in a variation, since the rest of the game is still readable.
  void write_fault(const Token& token, const ResolvedLine& line) {
    const auto sentence = std::string(text_.text_of(token)) + ": " + line.fault->what();
    if (in_variation_)
      warn(token.line, "variation: " + sentence);
    else
      error(token.line, line.is_too_long ? wire::ErrorCode::limit : session::to_wire(line.fault->fault()), sentence);
  }

  void write_result() {
    const auto tag = text_.tag("Result");
    const auto stated = notation::stated_result(text_.result);
    const auto in_tag = notation::stated_result(tag);
    // In PDN a `*` ends any game.
    const bool only_ends =
        text_.result == "*" && best_.entry != nullptr && best_.game->squares().description.notation.starts_with("pdn");
    if (stated != in_tag && in_tag != StatedResult::unknown && text_.result_line != 0 && !only_ends)
      warn(text_.result_line, "the tag Result says " + std::string(tag) + ", but the moves end with " + text_.result);
    const bool use_tag = text_.result_line == 0 || (text_.result == "*" && in_tag != StatedResult::unknown);
    const auto meaning = use_tag ? in_tag : stated;
    const auto written = use_tag && !tag.empty() ? std::string(tag) : text_.result.empty() ? "*" : text_.result;
    if (best_.entry == nullptr) return write("readresult unknown", written);
    const auto squares = best_.game->squares();
    const auto winner = [&](bool first_half) {
      const auto first = static_cast<std::size_t>(squares.description.first_in_results);
      return std::string(squares.side_names[first_half ? first : 1 - first]);
    };
    std::string said = "unknown";
    if (meaning == StatedResult::draw) said = "draw";
    if (meaning == StatedResult::first_half || meaning == StatedResult::second_half)
      said = "win " + winner(meaning == StatedResult::first_half);
    write("readresult " + said, written);
    if (best_.bad_start || best_.line.fault || meaning == StatedResult::unknown) return;
    const auto end = best_.game->status().result;
    if (!end.over()) return;
    const auto by_rules = end.outcome == Outcome::draw ? std::string("draw") : "win " + best_.game->status().side;
    if (by_rules != said)
      warn(text_.result_line == 0 ? text_.line : text_.result_line,
           "the result " + written + " says " + said + ", but by the rules the game ended with " + by_rules);
  }

  /// Sends a line with an optional text, made printable.
  void write(std::string line, std::string_view text = {}) {
    if (!text.empty()) line.append(" ").append(wire::printable_comment(text));
    client_.send(line, Delivery::guaranteed);
  }
  void warn(std::size_t line, std::string sentence) { warnings_.push_back({line, std::move(sentence)}); }
  void error(std::size_t line, wire::ErrorCode code, std::string_view sentence) {
    write("readerror " + std::to_string(line) + ' ' + std::string(wire::word(code)), sentence);
  }

  GamePool& pool_;
  std::size_t max_plies_;
  int tries_left_ = max_tries_of_text;
  const GameText& text_;
  std::size_t number_;
  Client& client_;
  std::vector<MoveWord> words_;
  Attempt best_;
  std::vector<notation::Warning> warnings_;
  bool in_variation_ = false;
};

}  // namespace

play::AnyGame& GamePool::fresh(const games::Entry& entry) {
  auto& game = games_[static_cast<std::size_t>(&entry - entries_.data())];
  if (game)
    game->set_position("startpos", {});
  else
    game = entry.make();
  return *game;
}

std::size_t GamePool::bytes() const {
  std::size_t sum = 0;
  for (const auto& game : games_) sum += game ? game->bytes() : 0;
  return sum;
}

GameReader::GameReader(const Environment& environment, Client& client, const games::Entry* default_game)
    : environment_(environment),
      client_(client),
      default_game_(default_game),
      pool_(environment.games),
      game_memory_(environment.memory_budget),
      tokenizer_(environment.limits.max_game_bytes, [this](notation::GameText&& text) { answer(text); }) {}

void GameReader::answer(const notation::GameText& text) {
  GameWriter(pool_, environment_.limits.max_plies, text, ++count_, client_).write_all(default_game_);
}

}  // namespace crownd::session
