#include "games/reduced_chess/rules.hpp"
#include "play/any_game.hpp"

namespace crownd::reduced_chess {

namespace {

/// The search of each width is compiled in a file of its own, width_N.cpp.
struct Width {
  int max_size;
  std::unique_ptr<play::AnyGame> (*make)();
};
template <std::size_t Words>
constexpr Width width{Rules<Words>::max_size, play::make_game<Rules<Words>>};

const Width& width_for(int size) {
  static constexpr std::array all{width<1>, width<2>, width<4>, width<11>};
  return *std::find_if(all.begin(), all.end(), [&](const Width& each) { return size <= each.max_size; });
}

/// A game on the smallest bitboards that hold the board; switches the width with the position.
class SizedGame final : public play::AnyGame {
 public:
  SizedGame() : width_(&width_for(board_size_of(start_text))), game_(width_->make()) {}

  [[nodiscard]] std::string_view name() const override { return game_->name(); }

  void set_position(std::string_view start, std::span<const std::string> moves) override {
    const Width& width = width_for(board_size_of(start == "startpos" ? start_text : start));
    if (&width == width_) return game_->set_position(start, moves);
    auto game = width.make();
    game->set_position(start, moves);
    game->configure(settings_);
    if (memory_) game->share_memory(memory_);
    if (scheduler_ != nullptr) game->use_scheduler(*scheduler_);
    game_ = std::move(game);
    width_ = &width;
  }

  std::vector<std::string> play(std::span<const std::string> moves) override { return game_->play(moves); }
  [[nodiscard]] std::vector<std::string> moves_in_file(std::string_view text) const override {
    try {
      return game_->moves_in_file(text);
    } catch (const BadInput&) {
      if (const auto why = explain_illegal_san(read_diagram(position_text()), text)) throw BadInput(*why);
      throw;
    }
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

  void check_search_moves(std::span<const std::string> moves) const override { game_->check_search_moves(moves); }
  play::BestMove search(const play::Limits& limits, std::span<const std::string> search_moves, play::Control& control,
                        const play::OnInfo& on_info) override {
    return game_->search(limits, search_moves, control, on_info);
  }
  play::BestMove minimax(int depth, play::Control& control, const play::OnInfo& on_info) override {
    return game_->minimax(depth, control, on_info);
  }
  [[nodiscard]] std::optional<play::Explanation> explain(const std::string& move, std::uint64_t nodes, int least_loss,
                                                         play::Control& control) override {
    return game_->explain(move, nodes, least_loss, control);
  }
  [[nodiscard]] std::optional<play::PerftResult> perft(int depth, play::Control& control) const override {
    return game_->perft(depth, control);
  }

  [[nodiscard]] std::optional<play::ProbeResult> probe(play::Control& control) const override {
    return game_->probe(control);
  }

  void clear_memory() override { game_->clear_memory(); }
  void configure(const play::Settings& settings) override {
    settings_ = settings;
    game_->configure(settings);
  }
  void share_memory(std::shared_ptr<search::Memory> memory) override {
    memory_ = std::move(memory);
    game_->share_memory(memory_);
  }
  void use_scheduler(search::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    game_->use_scheduler(scheduler);
  }

 private:
  play::Settings settings_;
  std::shared_ptr<search::Memory> memory_;
  search::Scheduler* scheduler_ = nullptr;
  const Width* width_;
  std::unique_ptr<play::AnyGame> game_;
};

}  // namespace

const StrengthScale& strength_scale_of(unsigned size) {
  static constexpr unsigned max_small_size = 8;
  static constexpr StrengthScale small{
      .node_budget = {130, 130, 130, 130, 130, 130, 130, 174, 233, 310, 411, 531, 705, 936, 1195, 1492},
      .blunder_rate = {1000, 942, 893, 841, 777, 694, 600, 552, 504, 457, 411, 369, 323, 276, 236, 200},
      .careless_rate = {1000}};
  static constexpr StrengthScale large{
      .node_budget = {130, 130, 130, 130, 130, 130, 130, 180, 233, 310, 410, 536, 695, 923, 1226, 1530},
      .blunder_rate = {1000, 942, 893, 841, 777, 694, 600, 549, 504, 457, 411, 367, 325, 278, 231, 195},
      .careless_rate = {1000}};
  return size <= max_small_size ? small : large;
}

template <class R>
constexpr bool complete = crownd::Rules<R>&& HasNoisyMoves<R>&& HasQuickCount<R>&& HasCheck<R>&& HasOrderHint<R>&&
                              HasNullMove<R>&& HasFeatures<R>&& HasStandardText<R>&& HasEndings<R>&& HasNetwork<R> &&
                          sizeof(typename R::Move) == 4;

static_assert(complete<Rules<1>> && complete<Rules<2>> && complete<Rules<4>> && complete<Rules<11>>);

}  // namespace crownd::reduced_chess

template <>
std::unique_ptr<crownd::play::AnyGame> crownd::play::make_game<crownd::reduced_chess::AnyBoard>() {
  return std::make_unique<reduced_chess::SizedGame>();
}
