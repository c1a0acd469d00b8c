#include "annotate/writing/html/move_list.hpp"

#include "annotate/writing/html/markup.hpp"
#include "annotate/writing/people.hpp"
#include "annotate/writing/words.hpp"
#include "notation/evaluation.hpp"

namespace crownd::annotate {

namespace {

std::string comments(const std::vector<std::string>& texts) {
  std::string result;
  for (const auto& text : texts)
    if (const auto words = words_for_people(text); !words.empty())
      result += "<span class=\"comment people\">" + escaped(words) + "</span> ";
  return result;
}

/// The signs that people gave the move: `!`, or `$14` where there is no other.
std::string signs_of_people(const notation::Move& written) {
  std::string signs;
  for (const int nag : written.nags) {
    const auto sign = notation::sign_of(nag);
    signs += sign.empty() ? " $" + std::to_string(nag) : std::string(sign);
  }
  return signs.empty() ? "" : "<span class=\"people\">" + signs + "</span>";
}

/// The variations of one move.
class Variations {
 public:
  Variations(const reading::InputGame& input, const GameNotes& notes, std::size_t ply)
      : input_(input), notes_(notes), ply_(ply) {}

  std::string of(const notation::Move& written) {
    std::string text;
    for (const auto& line : written.variations) {
      const auto markup = parentheses(line, ply_);
      if (!is_better_line(line, notes_.moves[ply_].better))
        text += "<span class=\"variation people\">" + markup + "</span> ";
    }
    return text;
  }

 private:
  /// Takes the numbers of the lines in the order of MoveNote::variations.
  std::string parentheses(const notation::Line& line, std::size_t first) {
    const auto number = next_++;
    const auto& lines = notes_.moves[ply_].variations;
    const std::size_t playable = number < lines.size() ? lines[number].size() : 0;
    std::string text = "(" + comments(line.comments);
    bool numbered = true;
    for (std::size_t step = 0; step < line.moves.size(); ++step) {
      const auto& move = line.moves[step];
      const auto place = number_of(input_, notes_, first + step);
      if (numbered || !place.ends_with("...")) text += "<span class=\"number\">" + place + "</span>";
      text += step < playable ? button(number, step, lines[number][step].text) : escaped(move.text);
      const auto said = comments(move.comments);
      text += signs_of_people(move) + ' ' + said;
      for (const auto& inner : move.variations) text += parentheses(inner, first + step) + ' ';
      numbered = !said.empty() || !move.variations.empty();
    }
    while (text.ends_with(' ')) text.pop_back();
    return text + ')';
  }

  [[nodiscard]] std::string button(std::size_t number, std::size_t step, const std::string& move) const {
    return "<button type=\"button\" data-line=\"" + key_of_variation(ply_, number) + "\" data-step=\"" +
           std::to_string(step) + "\">" + escaped(move) + "</button>";
  }

  const reading::InputGame& input_;
  const GameNotes& notes_;
  std::size_t ply_;
  std::size_t next_ = 0;
};

bool is_signed(const notation::Move& written) {
  for (const int nag : written.nags)
    if (!notation::sign_of(nag).empty()) return true;
  return false;
}

}  // namespace

std::string key_of_variation(std::size_t ply, std::size_t number) {
  return std::to_string(ply) + '-' + std::to_string(number);
}

std::string move_list(const reading::InputGame& input, const GameNotes& notes) {
  std::string list = "<div class=\"moves\">" + comments(input.game.text.line.comments);
  bool numbered = true;
  for (std::size_t ply = 0; ply < notes.moves.size(); ++ply) {
    const auto& note = notes.moves[ply];
    const auto& written = input.game.text.line.moves[ply];
    const auto number = number_of(input, notes, ply);
    if (numbered || !number.ends_with("...")) list += "<span class=\"number\">" + number + "</span>";
    const auto id = id_of(MovePlace{notes.index, ply});
    list += "<a id=\"" + id + "\" class=\"move " + std::string(class_of(note.judgement)) + "\" href=\"#" + id +
            "\" title=\"" + notation::score_text(note.score) + ", " + percent(note.after) + ", depth " +
            std::to_string(note.depth) + "\">" + escaped(note.text) +
            (is_signed(written) ? "" : std::string(sign_of(note.judgement))) + signs_of_people(written) + "</a> ";
    const auto said = comments(written.comments) + Variations(input, notes, ply).of(written);
    list += said;
    numbered = !said.empty();
  }
  if (notes.position)
    list += "<span>" + escaped(notation::score_text(notes.position->score)) + ", best " +
            escaped(notes.position->text) + "</span> ";
  list += "<span class=\"result\">" + escaped(result_of(input.game.text)) + "</span></div>";
  return notes.ending.empty() ? list : list + "<p class=\"quiet\">" + escaped(notes.ending) + "</p>";
}

}  // namespace crownd::annotate
