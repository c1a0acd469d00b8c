#include "session/game_reader.hpp"

#include "core/bad_input.hpp"
#include "session/convert.hpp"
#include "session/resolve_moves.hpp"
#include "wire/game_lines.hpp"
#include "wire/nearest.hpp"
#include "wire/words.hpp"
#include "wire/written.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace crownd::session {

namespace {

using notation::GameText;
using notation::Stated;
using notation::Token;
using Kind = Token::Kind;

bool is_move(const Token& token) { return token.kind == Kind::move || token.kind == Kind::number_or_move; }

/// The moves of the line that begins at a token: of the game, or of a variation. Variations within it are left out.
std::vector<MoveWord> words_of_line(const GameText& text, std::size_t begin) {
  std::vector<MoveWord> words;
  std::size_t depth = 0;
  for (std::size_t at = begin; at < text.tokens.size(); ++at) {
    const Token& token = text.tokens[at];
    if (token.kind == Kind::end_variation && depth-- == 0) break;
    if (token.kind == Kind::begin_variation) ++depth;
    if (depth == 0 && is_move(token)) words.push_back({text.text_of(token), token.kind == Kind::number_or_move, at});
  }
  return words;
}

/// The number that a GameType begins with: `21` of `21,B,8,8,N1,0`.
std::string_view type_number(std::string_view type) {
  return type.substr(0, std::min(type.find_first_not_of("0123456789"), type.size()));
}

/// The name that PDN 3.0 gives a GameType, for messages about games that are not offered; empty for other numbers.
std::string_view name_of_type(std::string_view number) {
  struct Type {
    std::string_view number;
    std::string_view name;
  };
  static constexpr std::array<Type, 14> types{{{"20", "international draughts"},
                                               {"21", "English draughts"},
                                               {"22", "Italian draughts"},
                                               {"23", "American pool checkers"},
                                               {"24", "Spanish draughts"},
                                               {"25", "Russian draughts"},
                                               {"26", "Brazilian draughts"},
                                               {"27", "Canadian draughts"},
                                               {"28", "Portuguese draughts"},
                                               {"29", "Czech draughts"},
                                               {"30", "Turkish draughts"},
                                               {"31", "Thai draughts"},
                                               {"40", "Frisian draughts"},
                                               {"41", "Spantsiretti"}}};
  const auto* const found =
      std::find_if(types.begin(), types.end(), [&](const Type& type) { return type.number == number; });
  return found == types.end() ? "" : found->name;
}

/// Whether the notation of a game is PDN with this GameType.
bool has_type(const play::AnyGame& game, std::string_view number) {
  const auto squares = game.squares();
  wire::Words words(squares.description.notation);
  return words.take_if("pdn") && type_number(words.take()) == number;
}

/// The position with which a text begins; empty: the usual one.
std::string start_of(const GameText& text) {
  for (const auto& token : text.tokens) {
    if (token.kind == Kind::setup) return wire::position_in(text.text_of(token));
    if (is_move(token)) break;
  }
  for (const auto* name : {"FEN", "Start"})
    if (const auto value = text.tag(name); !value.empty()) {
      auto position = wire::position_in(value);
      return wire::same_word(position, "startpos") ? "" : position;
    }
  return "";
}

/// A game that a text may be one of, with its moves played as far as its rules allow.
struct Attempt {
  const games::Entry* entry = nullptr;
  play::AnyGame* game = nullptr;
  ResolvedLine line{};
  std::optional<BadInput> bad_start{};

  [[nodiscard]] bool whole() const { return !bad_start && !line.fault; }
};

/// Whether the moves stand in the text as the game itself writes them.
bool is_verbatim(const std::vector<MoveWord>& words, const ResolvedLine& line) {
  return std::all_of(line.moves.begin(), line.moves.end(),
                     [&](const ResolvedMove& move) { return words[move.word].text == move.text; });
}

class Answer {
 public:
  Answer(GamePool& pool, std::size_t max_plies, const GameText& text, std::size_t number, const GameReader::Say& say)
      : pool_(pool), max_plies_(max_plies), text_(text), number_(number), say_(say) {}

  void give(const games::Entry* usual) {
    words_ = words_of_line(text_, 0);
    std::string unknown;
    const auto candidates = candidates_for(usual, unknown);
    find_game(candidates);
    const bool found = best_.entry != nullptr;
    say_(wire::read_game_line(number_, text_.line, found ? best_.entry->name : ""));
    say_tags();
    if (!unknown.empty()) error(text_.line, wire::ErrorCode::bad_argument, unknown);
    if (!text_.fault.empty())
      error(text_.fault_line, text_.too_large ? wire::ErrorCode::limit : wire::ErrorCode::bad_argument, text_.fault);
    if (found) {
      if (best_.bad_start) {
        error(text_.line, session::to_wire(best_.bad_start->fault()), best_.bad_start->what());
      } else {
        const auto start = start_of(text_);
        best_.game->undo(static_cast<int>(best_.game->plies_played()));
        say_(wire::read_start_line(start.empty() ? "startpos" : start));
      }
    }
    std::size_t at = 0;
    say_line(at, best_.bad_start || !found ? nullptr : &best_.line, words_);
    say_result();
    for (const auto& warning : text_.warnings) say_(wire::read_warning_line(warning.line, warning.sentence));
    for (const auto& warning : warnings_) say_(wire::read_warning_line(warning.line, warning.sentence));
    say_(wire::read_done_line(number_, found && !best_.bad_start ? best_.line.moves.size() : 0));
  }

 private:
  /// The games that this may be one of; none, and why, for a game that is not offered.
  std::vector<const games::Entry*> candidates_for(const games::Entry* usual, std::string& unknown) {
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
    if (usual != nullptr) return {usual};
    std::vector<const games::Entry*> all;
    for (const auto& entry : pool_.entries()) all.push_back(&entry);
    return all;
  }

  /// The first game whose rules allow all moves and which writes them as the text does; else the first that allows
  /// all; else the one that allows most.
  void find_game(const std::vector<const games::Entry*>& candidates) {
    bool best_is_verbatim = false;
    for (const auto* entry : candidates) {
      auto attempt = attempt_of(*entry);
      const bool verbatim = attempt.whole() && is_verbatim(words_, attempt.line);
      const bool better = best_.entry == nullptr || (attempt.whole() && !best_.whole()) ||
                          (verbatim && !best_is_verbatim) ||
                          (!attempt.whole() && !best_.whole() && attempt.line.moves.size() > best_.line.moves.size()) ||
                          (best_.bad_start && !attempt.bad_start);
      if (!better) continue;
      best_ = std::move(attempt);
      best_is_verbatim = verbatim;
      if (verbatim) return;
    }
  }

  Attempt attempt_of(const games::Entry& entry) {
    Attempt attempt{&entry, &pool_.fresh(entry)};
    try {
      if (const auto start = start_of(text_); !start.empty()) attempt.game->set_position(start, {});
    } catch (const BadInput& bad) {
      attempt.bad_start = bad;
      return attempt;
    }
    attempt.line = resolve_moves(*attempt.game, words_, max_plies_);
    return attempt;
  }

  void say_tags() {
    for (std::size_t i = 0; i + 1 < text_.tokens.size(); ++i)
      if (text_.tokens[i].kind == Kind::tag_name)
        say_(wire::read_tag_line(text_.text_of(text_.tokens[i]), text_.text_of(text_.tokens[i + 1])));
  }

  /// Says what there is from a token up to the end of its line, and plays it. `line` is null where no move can be
  /// played. Leaves the game behind the last move.
  void say_line(std::size_t& at, const ResolvedLine* line, const std::vector<MoveWord>& words) {
    std::size_t next_move = 0;
    std::size_t next_word = 0;
    std::string last;  // the move before a variation
    for (; at < text_.tokens.size(); ++at) {
      const Token& token = text_.tokens[at];
      switch (token.kind) {
        case Kind::tag_name:
        case Kind::tag_value: break;
        case Kind::comment: say_(wire::read_comment_line(text_.text_of(token))); break;
        case Kind::nag: say_(wire::read_nag_line(text_.text_of(token))); break;
        case Kind::setup:
          if (next_word > 0)
            warn(token.line, "a position among the moves is left out: a game has one, before its first move");
          break;
        case Kind::end_variation: return;
        case Kind::begin_variation: say_variation(at, last); break;
        case Kind::move:
        case Kind::number_or_move: {
          const auto word = next_word++;
          if (line == nullptr) {
            if (token.kind == Kind::move) say_(wire::read_text_line(words[word].text));
          } else if (next_move < line->moves.size() && line->moves[next_move].word == word) {
            const auto& move = line->moves[next_move++];
            say_(wire::read_move_line(move.text));
            best_.game->play(std::array{move.text});
            last = move.text;
            if (move.ambiguous)
              warn(token.line,
                   std::string(words[word].text) + " fits several moves; " + move.text + " is the first of them");
          } else if (line->fault && word >= line->fault_word) {
            if (word == line->fault_word) say_fault(token, *line->fault);
            last.clear();
            if (token.kind == Kind::move || word == line->fault_word) say_(wire::read_text_line(words[word].text));
          }
          break;
        }
      }
    }
  }

  /// A variation begins before the last move. Leaves the game behind that move.
  void say_variation(std::size_t& at, const std::string& last) {
    say_(wire::read_variation_line(true));
    ++at;
    const auto words = words_of_line(text_, at);
    if (last.empty()) {
      say_line(at, nullptr, words);
    } else {
      auto& game = *best_.game;
      game.undo(1);
      const auto plies = game.plies_played();
      const auto go_back = [&] { game.undo(static_cast<int>(game.plies_played() - plies)); };
      const auto line = resolve_moves(game, words, max_plies_);
      go_back();
      const bool outer = std::exchange(in_variation_, true);
      say_line(at, &line, words);
      in_variation_ = outer;
      go_back();
      game.play(std::array{last});
    }
    say_(wire::read_variation_line(false));
  }

  /// In a variation the fault leaves the game readable.
  void say_fault(const Token& token, const BadInput& bad) {
    const auto sentence = std::string(text_.text_of(token)) + ": " + bad.what();
    if (in_variation_)
      warn(token.line, "variation: " + sentence);
    else
      error(token.line, session::to_wire(bad.fault()), sentence);
  }

  void say_result() {
    const auto tag = text_.tag("Result");
    const auto stated = notation::stated_by(text_.result);
    const auto in_tag = notation::stated_by(tag);
    if (stated != in_tag && in_tag != Stated::unknown && text_.result_line != 0)
      warn(text_.result_line, "the tag Result says " + std::string(tag) + ", but the moves end with " + text_.result);
    const bool use_tag = text_.result_line == 0 || (text_.result == "*" && in_tag != Stated::unknown);
    const auto meaning = use_tag ? in_tag : stated;
    const auto written = use_tag && !tag.empty() ? std::string(tag) : text_.result.empty() ? "*" : text_.result;
    if (best_.entry == nullptr || best_.bad_start) return say_(wire::read_result_line("unknown", written));
    const auto squares = best_.game->squares();
    const auto winner = [&](bool first_half) {
      const auto first = static_cast<std::size_t>(squares.description.first_in_results);
      return std::string(squares.side_names[first_half ? first : 1 - first]);
    };
    std::string said = "unknown";
    if (meaning == Stated::draw) said = "draw";
    if (meaning == Stated::first_half || meaning == Stated::second_half)
      said = "win " + winner(meaning == Stated::first_half);
    say_(wire::read_result_line(said, written));
    if (best_.line.fault || meaning == Stated::unknown) return;
    const auto end = best_.game->status().result;
    if (!end.over()) return;
    const auto by_rules = end.outcome == Outcome::draw ? std::string("draw") : "win " + best_.game->status().side;
    if (by_rules != said)
      warn(text_.result_line == 0 ? text_.line : text_.result_line,
           "the result " + written + " says " + said + ", but by the rules the game ended with " + by_rules);
  }

  void warn(std::size_t line, std::string sentence) { warnings_.push_back({line, std::move(sentence)}); }
  void error(std::size_t line, wire::ErrorCode code, std::string_view sentence) {
    say_(wire::read_error_line(line, wire::word(code), sentence));
  }

  GamePool& pool_;
  std::size_t max_plies_;
  const GameText& text_;
  std::size_t number_;
  const GameReader::Say& say_;
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

GameReader::GameReader(Environment& environment, const games::Entry* usual)
    : environment_(environment),
      usual_(usual),
      pool_(environment.games),
      share_(environment.hash),
      tokenizer_(environment.limits.max_game_bytes, [this](notation::GameText&& text) { answer(text); }) {}

void GameReader::add(std::string_view text, bool ends_line, const Say& say) {
  say_ = &say;
  tokenizer_.add(text);
  if (ends_line) tokenizer_.end_line();
  share_.set(tokenizer_.bytes() + pool_.bytes());
  say_ = nullptr;
}

std::size_t GameReader::end(const Say& say) {
  say_ = &say;
  tokenizer_.end();
  say_ = nullptr;
  return count_;
}

void GameReader::answer(const notation::GameText& text) {
  Answer(pool_, environment_.limits.max_plies, text, ++count_, *say_).give(usual_);
}

}  // namespace crownd::session
