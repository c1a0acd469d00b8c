#include "annotate/writing/people.hpp"

#include "annotate/judgement/judgement.hpp"
#include "notation/evaluation.hpp"

#include <algorithm>

namespace crownd::annotate {

namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_program_score(const std::string& comment) {
  return (comment.starts_with('+') || comment.starts_with('-')) &&
         comment.find_first_not_of("+-./0123456789Ms ") == std::string::npos;
}

}  // namespace

std::string without_score(std::string comment) {
  bool had_score = false;
  using notation::score_begins;
  for (auto at = comment.find(score_begins); at != std::string::npos; at = comment.find(score_begins)) {
    const auto end = std::min(comment.find(']', at), comment.size() - 1);
    comment.erase(at, end - at + 1);
    had_score = true;
  }
  comment = trimmed(comment);
  const auto is_ours = [&](Judgement judgement) { return comment.starts_with(std::string(word(judgement)) + ": "); };
  const bool ours = is_ours(Judgement::inaccuracy) || is_ours(Judgement::mistake) || is_ours(Judgement::blunder);
  return had_score && ours ? "" : comment;
}

std::string words_for_people(const std::string& comment) {
  auto text = without_score(comment);
  for (auto at = text.find("[%"); at != std::string::npos; at = text.find("[%")) {
    const auto end = std::min(text.find(']', at), text.size() - 1);
    text.erase(at, end - at + 1);
  }
  text = trimmed(text);
  return is_program_score(text) ? "" : text;
}

bool is_better_line(const notation::Line& line, const std::vector<LineMove>& better) {
  return line.comments.empty() && !line.moves.empty() && line.moves.size() <= better.size() &&
         std::equal(line.moves.begin(), line.moves.end(), better.begin(), [](const auto& one, const auto& other) {
           return one.text == other.text && one.comments.empty() && one.nags.empty() && one.variations.empty();
         });
}

}  // namespace crownd::annotate
