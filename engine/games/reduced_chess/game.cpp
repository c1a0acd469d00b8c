#include "games/reduced_chess/notation.hpp"
#include "games/reduced_chess/rules.hpp"
#include "games/reduced_chess/width.hpp"
#include "play/make_game.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace crownd::reduced_chess {

namespace {

/// Words of the smallest bitboard that holds the board.
int words_for(int board_size) {
  if (board_size <= Rules<1>::largest_size) return 1;
  if (board_size <= Rules<2>::largest_size) return 2;
  if (board_size <= Rules<4>::largest_size) return 4;
  return 11;
}

std::unique_ptr<play::AnyGame> game_of_width(int words) {
  switch (words) {
    case 1: return make_game_of_width<1>();
    case 2: return make_game_of_width<2>();
    case 4: return make_game_of_width<4>();
    default: return make_game_of_width<11>();
  }
}

/// A game on the smallest bitboards that hold the board; switches the width with the position.
class SizedGame final : public play::AnyGame {
 public:
  SizedGame() : words_(words_for(board_size_of(start_text))), game_(game_of_width(words_)) {}

  [[nodiscard]] std::string_view name() const override { return game_->name(); }

  void set_position(std::string_view start, std::span<const std::string> moves) override {
    const int words = words_for(board_size_of(start == "startpos" ? std::string_view(start_text) : start));
    if (words == words_) return game_->set_position(start, moves);
    auto game = game_of_width(words);
    game->set_position(start, moves);
    game->configure(settings_);
    if (memory_) game->share_memory(memory_);
    if (turns_ != nullptr) game->share_cores(*turns_);
    game_ = std::move(game);
    words_ = words;
  }

  std::vector<std::string> play(std::span<const std::string> moves) override { return game_->play(moves); }
  [[nodiscard]] std::vector<std::string> moves_in_file(std::string_view text) const override {
    return game_->moves_in_file(text);
  }
  void undo(int count) override { game_->undo(count); }
  [[nodiscard]] std::vector<std::string> moves_played() const override { return game_->moves_played(); }
  [[nodiscard]] std::size_t plies_played() const override { return game_->plies_played(); }
  [[nodiscard]] std::size_t bytes() const override { return game_->bytes(); }
  [[nodiscard]] std::string position_text() const override { return game_->position_text(); }
  [[nodiscard]] std::string standard_text() const override { return game_->standard_text(); }
  [[nodiscard]] std::vector<std::string> picture() const override { return game_->picture(); }
  [[nodiscard]] std::vector<std::string> legal_moves() const override { return game_->legal_moves(); }
  [[nodiscard]] play::Squares squares() const override { return game_->squares(); }
  [[nodiscard]] std::vector<play::MovePaths> move_paths() const override { return game_->move_paths(); }
  [[nodiscard]] play::Status status() const override { return game_->status(); }
  [[nodiscard]] play::Evaluation evaluate() const override { return game_->evaluate(); }

  void judge_search_moves(std::span<const std::string> moves) const override { game_->judge_search_moves(moves); }
  play::BestMove search(const play::Limits& limits, std::span<const std::string> search_moves, play::Control& control,
                        const play::OnInfo& on_info) override {
    return game_->search(limits, search_moves, control, on_info);
  }
  play::BestMove minimax(int depth, play::Control& control, const play::OnInfo& on_info) override {
    return game_->minimax(depth, control, on_info);
  }
  [[nodiscard]] std::optional<play::PerftResult> perft(int depth, play::Control& control) const override {
    return game_->perft(depth, control);
  }

  [[nodiscard]] std::optional<play::Truth> probe(play::Control& control) const override {
    return game_->probe(control);
  }

  void forget() override { game_->forget(); }
  void configure(const play::Settings& settings) override {
    settings_ = settings;
    game_->configure(settings);
  }
  void share_memory(std::shared_ptr<search::Memory> memory) override {
    memory_ = std::move(memory);
    game_->share_memory(memory_);
  }
  void share_cores(search::Turns& turns) override {
    turns_ = &turns;
    game_->share_cores(turns);
  }

 private:
  play::Settings settings_;
  std::shared_ptr<search::Memory> memory_;
  search::Turns* turns_ = nullptr;
  int words_;
  std::unique_ptr<play::AnyGame> game_;
};

}  // namespace

}  // namespace crownd::reduced_chess

template <>
std::unique_ptr<crownd::play::AnyGame> crownd::play::make_game<crownd::reduced_chess::AnyBoard>() {
  return std::make_unique<reduced_chess::SizedGame>();
}
