#pragma once

#include "web/api/facts.hpp"
#include "web/engines/conversation.hpp"
#include "web/requests/question.hpp"
#include "wire/reply_reader.hpp"
#include "wire/squares.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::web {

/// What is asked about a position.
enum class Subject : std::uint8_t { probe, squares, book };

/// All that the daemon says of one position.
struct Finding {
  std::optional<wire::Error> error;  ///< if set, the rest means nothing
  wire::Fen position;
  wire::Status status;
  std::vector<wire::MoveValue> values;
  wire::Exact value;
  std::vector<wire::BookMove> book;  ///< best first; empty if no book knows the position
  std::vector<std::string> moves;
  std::vector<wire::Route> routes;
  std::optional<wire::Squares> squares;
};

/// Asks one thing about each of some positions, and for the daemon's facts before that if they are due, or may have
/// changed, as it is another session.
class Inquiry final : public Conversation {
 public:
  /// Of many positions, so many are asked in one session.
  static constexpr std::size_t most_positions = 32;

  /// `facts` must outlive this.
  Inquiry(FactsOfEngines& facts, Subject subject, std::vector<Question> questions)
      : all_facts_(facts), subject_(subject), questions_(std::move(questions)), findings_(questions_.size()) {}

  void begin(std::size_t engine, bool is_new) override;
  [[nodiscard]] std::chrono::milliseconds pause() const override;
  [[nodiscard]] std::string commands() override;
  bool read(std::string_view line) override;

  /// One for each question, in their order.
  [[nodiscard]] std::vector<Finding>& findings() { return findings_; }
  /// Of the daemon that was asked.
  [[nodiscard]] const Facts& facts() const { return facts_->facts(); }

 private:
  void begin_answer();
  bool read_finding(std::string_view line);
  /// Reads a line that belongs to the subject; true if it is the last one.
  bool read_subject(Finding& finding, std::string_view line);
  bool read_probe(Finding& finding, std::string_view line);
  bool read_squares(Finding& finding, std::string_view line);
  bool read_book(Finding& finding, std::string_view line);

  FactsOfEngines& all_facts_;
  KnownFacts* facts_ = nullptr;  ///< of the daemon that is asked; null before `begin`
  const Subject subject_;
  const std::vector<Question> questions_;
  std::vector<Finding> findings_;
  std::vector<std::size_t> asked_;  ///< indices of the questions that were sent last
  std::size_t answered_ = 0;        ///< of asked_
  std::deque<std::size_t> to_ask_;  ///< indices of those that were not sent, or are to be sent again
  bool is_begun_ = false;           ///< anything was sent
  bool was_busy_ = false;           ///< the daemon had no room for one of those that were sent last
  bool asks_facts_ = false;
  Facts new_facts_;
  bool has_position_ = false;  ///< the daemon has named the position of the present answer
  wire::SquaresReader squares_;
  std::optional<std::size_t> book_moves_;  ///< of the present answer, once it says so
};

}  // namespace crownd::web
