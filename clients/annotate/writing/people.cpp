#include "annotate/writing/people.hpp"

#include "annotate/judgement/judgement.hpp"
#include "notation/evaluation.hpp"

#include <algorithm>
#include <string_view>

namespace crownd::annotate {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// The end of the sentence that a text begins with, without its full stop; npos if it has no end.
std::size_t end_of_sentence(std::string_view text) {
  return std::min(text.find(". "), text.ends_with('.') ? text.size() - 1 : std::string::npos);
}

/// Of the sentence about a mistake (words.hpp has it) or about the best line that an earlier run has written here; 0 if
/// there is none.
std::size_t size_of_sentence(std::string_view text) {
  if (text.starts_with(best_line_begins)) return end_of_sentence(text) + 1;
  for (const auto judgement : {Judgement::inaccuracy, Judgement::mistake, Judgement::blunder}) {
    const auto begin = std::string(word(judgement)) + ": ";
    if (!text.starts_with(begin)) continue;
    const auto end = end_of_sentence(text);
    if (end == std::string::npos) return 0;
    const auto facts = text.substr(begin.size(), end - begin.size());
    const bool chances = facts.starts_with("winning chance ") && facts.find(" % to ") != std::string_view::npos;
    const bool exact = facts.starts_with("a ") && facts.find(" becomes a ") != std::string_view::npos;
    return chances || exact ? end + 1 : 0;
  }
  return 0;
}

bool is_program_score(const std::string& comment) {
  return (comment.starts_with('+') || comment.starts_with('-')) &&
         comment.find_first_not_of("+-./0123456789Ms ") == std::string::npos;
}

}  // namespace

std::string without_score(const std::string& comment) {
  std::string left;
  const auto keep = [&](std::string_view text) {
    if (text = trimmed(text); !text.empty()) left.append(left.empty() ? "" : " ").append(text);
  };
  using notation::score_begins;
  std::string_view rest = comment;
  for (auto at = rest.find(score_begins); at != std::string_view::npos; at = rest.find(score_begins)) {
    keep(rest.substr(0, at));
    const auto end = std::min(rest.find(']', at), rest.size() - 1);
    rest = trimmed(rest.substr(end + 1));
    rest.remove_prefix(size_of_sentence(rest));
  }
  keep(rest);
  return left;
}

std::string words_for_people(const std::string& comment) {
  auto text = without_score(comment);
  for (auto at = text.find("[%"); at != std::string::npos; at = text.find("[%")) {
    const auto end = std::min(text.find(']', at), text.size() - 1);
    text.erase(at, end - at + 1);
  }
  text = std::string(trimmed(text));
  return is_program_score(text) ? "" : text;
}

bool is_better_line(const notation::Line& line, const std::vector<LineMove>& better) {
  return line.comments.empty() && !line.moves.empty() && line.moves.size() <= better.size() &&
         std::equal(line.moves.begin(), line.moves.end(), better.begin(), [](const auto& one, const auto& other) {
           return one.text == other.text && one.comments.empty() && one.nags.empty() && one.variations.empty();
         });
}

}  // namespace crownd::annotate
