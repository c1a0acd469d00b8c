#include "annotate/annotate.hpp"

#include "annotate/analysis/puzzles.hpp"
#include "annotate/state/state.hpp"
#include "annotate/work/analyse_all.hpp"
#include "annotate/work/read_inputs.hpp"
#include "annotate/writing/annotated_games.hpp"
#include "annotate/writing/html/page.hpp"
#include "annotate/writing/json_lines.hpp"
#include "annotate/writing/output_files.hpp"
#include "annotate/writing/puzzle_games.hpp"
#include "reading/inputs.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <stdexcept>

namespace crownd::annotate {

namespace {

void write_games(const reading::Inputs& inputs, const std::vector<GameNotes>& notes, OutputFiles& files) {
  std::map<std::size_t, std::string> texts;  // by input file
  for (std::size_t index = 0; index < notes.size(); ++index)
    if (notes[index].skipped.empty()) texts[inputs.games[index].file] += annotated(inputs.games[index], notes[index]);
  for (const auto& [file, text] : texts) files.write_games(file, text);
}

void write_puzzles(const reading::Inputs& inputs, const std::vector<GameNotes>& notes, std::size_t count,
                   OutputFiles& files) {
  const auto puzzles = choose_puzzles(notes, count);
  std::map<std::string, std::string> texts;  // by the ending of the file's name
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    texts[ending_of_file(puzzles[i].notes->notation)] += puzzle_text(inputs, puzzles[i], i + 1, puzzles.size());
  for (const auto& [ending, text] : texts) files.write_puzzles(ending, text);
  if (puzzles.size() < count)
    std::cerr << "crown-annotate: " << puzzles.size() << " of " << count
              << " puzzles were found; more games may have more\n";
}

std::string json_lines(const reading::Inputs& inputs, const std::vector<GameNotes>& notes) {
  std::string text;
  for (std::size_t index = 0; index < notes.size(); ++index)
    text += json_line(inputs, inputs.games[index], notes[index]);
  return text;
}

}  // namespace

Exit annotate(const Settings& settings) {
  const auto inputs = read_inputs(settings);
  if (inputs.games.empty()) throw std::runtime_error("there is no game in " + settings.inputs.front());
  OutputFiles files(settings);
  State state(settings.state, inputs, settings);
  const auto notes = analyse_all(inputs, settings, state);
  const auto& outputs = settings.outputs;
  if (outputs.to_standard_output() || !outputs.folder.empty()) write_games(inputs, notes, files);
  if (!outputs.json.empty()) files.write(outputs.json, json_lines(inputs, notes));
  if (!outputs.html.empty()) files.write(outputs.html, html_page(inputs, notes, settings.limits));
  if (settings.puzzles > 0) write_puzzles(inputs, notes, settings.puzzles, files);
  const bool skipped = std::any_of(notes.begin(), notes.end(), [](const auto& each) { return !each.skipped.empty(); });
  return skipped ? Exit::some_skipped : Exit::annotated;
}

}  // namespace crownd::annotate
