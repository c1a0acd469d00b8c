#include "match/report/elo_plot.hpp"

#include "match/statistics/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace crownd::match {

namespace {

constexpr std::string_view first_words = "<!-- crown-match: Elo against games -->";

// In units of the drawing.
constexpr double width = 800;
constexpr double left_margin = 70;
constexpr double right_margin = 20;
constexpr double plot_height = 370;
constexpr double bottom_margin = 60;
constexpr double first_baseline = 24;  ///< of the title, and of the first curve's name
constexpr double line_height = 16;     ///< of the curves' names, which stand above the plot
constexpr double below_names = 18;

/// At most this many points of a curve can be distinguished.
constexpr std::size_t most_points = 500;
/// The plot is clipped at this Elo.
constexpr double most_elo = 800;
/// Colours that everybody can tell apart (Okabe and Ito 2008).
constexpr std::array<std::string_view, 7> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#e69f00", "#56b4e9", "#000000"};

struct Point {
  double games;
  double elo;
  double low;
  double high;
};

struct Curve {
  std::string name;
  std::vector<Point> points;
};

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

/// For the Elo axis, whose grid lines are at whole numbers.
std::string whole_number(double value) { return std::to_string(std::llround(value)); }

std::string escaped_for_xml(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '<')
      result += "&lt;";
    else if (letter == '>')
      result += "&gt;";
    else if (letter == '&')
      result += "&amp;";
    else
      result += letter;
  }
  return result;
}

double within_limits(double elo) { return std::clamp(elo, -most_elo, most_elo); }

std::vector<Curve> curves_of(const Results& results, const MatchRules& rules) {
  const auto& schedule = results.schedule();
  const auto pairs = results.pairs();
  std::vector<Curve> curves;
  for (std::size_t number = 0; number < schedule.pairings(); ++number) {
    const auto [first, second] = schedule.pairing(number);
    Curve curve{rules.engines[first].name + " - " + rules.engines[second].name, {}};
    const auto of_pairing = static_cast<std::size_t>(std::count_if(
        pairs.begin(), pairs.end(),
        [&, one = first, other = second](const auto& pair) { return pair.first == one && pair.second == other; }));
    const std::size_t stride = of_pairing / most_points + 1;
    Tally tally;
    std::size_t count = 0;
    for (const auto& pair : pairs) {
      if (pair.first != first || pair.second != second) continue;
      ++tally.pairs[static_cast<std::size_t>(pair.half_points)];
      ++count;
      if (count % stride != 0 && count != of_pairing) continue;
      const auto estimate = elo(tally);
      const auto interval = elo_interval(tally);
      if (!estimate || !interval) continue;
      curve.points.push_back({2.0 * static_cast<double>(count), within_limits(estimate->value),
                              within_limits(interval->low), within_limits(interval->high)});
    }
    if (of_pairing > 0 || schedule.pairings() == 1) curves.push_back(std::move(curve));
  }
  return curves;
}

/// Distance of grid lines: 1, 2 or 5 times a power of ten, at least 1, so that there are about five of them.
double step_of(double range) {
  const double rough = std::max(range / 5, 1.0);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10 * power;
}

class Drawing {
 public:
  Drawing(std::vector<Curve> curves, const MatchRules& rules)
      : curves_(std::move(curves)),
        rules_(rules),
        top_(first_baseline + below_names +
             line_height * static_cast<double>(std::max<std::size_t>(1, curves_.size()) - 1)),
        bottom_(top_ + plot_height) {
    // The first intervals are wide, so the scale is that of the second half.
    for (const auto& curve : curves_) {
      if (curve.points.empty()) continue;
      games_ = std::max(games_, curve.points.back().games);
      for (const auto& point : curve.points) {
        if (point.games < curve.points.back().games / 2) continue;
        low_ = std::min(low_, point.low);
        high_ = std::max(high_, point.high);
      }
    }
    step_ = step_of(high_ - low_);
    low_ = step_ * std::floor(low_ / step_);
    high_ = step_ * std::ceil(high_ / step_);
    if (high_ <= low_) high_ = low_ + step_;
  }

  std::string draw() {
    text_ = std::string(first_words) + "\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) +
            ' ' + number(bottom_ + bottom_margin) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<clipPath id=\"inside\"><rect x=\"" +
            number(left_margin) + "\" y=\"" + number(top_) + "\" width=\"" +
            number(width - left_margin - right_margin) + "\" height=\"" + number(plot_height) + "\"/></clipPath>\n";
    write(left_margin, first_baseline, "start",
          escaped_for_xml(rules_.game) + ": Elo with 95 % intervals, by finished pairs");
    draw_grid();
    for (std::size_t number = 0; number < curves_.size(); ++number) draw_curve(number);
    return text_ + "</svg>\n";
  }

 private:
  [[nodiscard]] double x(double games) const {
    return left_margin + (width - left_margin - right_margin) * games / games_;
  }
  [[nodiscard]] double y(double elo) const { return top_ + plot_height * (high_ - elo) / (high_ - low_); }

  void write(double at_x, double at_y, std::string_view anchor, const std::string& escaped_text,
             std::string_view colour = "black") {
    text_ += "<text x=\"" + number(at_x) + "\" y=\"" + number(at_y) + "\" text-anchor=\"" + std::string(anchor) +
             "\" fill=\"" + std::string(colour) + "\">" + escaped_text + "</text>\n";
  }

  void line(double x1, double y1, double x2, double y2, const std::string& style) {
    text_ += "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) +
             "\" " + style + "/>\n";
  }

  void draw_grid() {
    for (double elo = low_; elo <= high_ + step_ / 2; elo += step_) {
      line(left_margin, y(elo), width - right_margin, y(elo),
           std::abs(elo) < step_ / 2 ? "stroke=\"#666\"" : "stroke=\"#ddd\"");
      write(left_margin - 8, y(elo) + 4, "end", whole_number(elo));
    }
    const double games_step = std::max(2.0, step_of(games_));
    for (double games = 0; games <= games_ + 0.5; games += games_step) {
      line(x(games), bottom_, x(games), bottom_ + 5, "stroke=\"#666\"");
      write(x(games), bottom_ + 20, "middle", whole_number(games));
    }
    write((left_margin + width - right_margin) / 2, bottom_ + 45, "middle", "games");
    if (!rules_.sprt || rules_.sprt->model != EloModel::logistic) return;
    for (const double elo : {rules_.sprt->elo0, rules_.sprt->elo1})
      line(left_margin, y(elo), width - right_margin, y(elo),
           "stroke=\"#999\" stroke-dasharray=\"6 4\" clip-path=\"url(#inside)\"");
  }

  void draw_curve(std::size_t index) {
    const auto& curve = curves_[index];
    const auto colour = std::string(colours[index % colours.size()]);
    write(width - right_margin, first_baseline + line_height * static_cast<double>(index), "end",
          escaped_for_xml(curve.name), colour);
    if (curve.points.empty()) return;
    std::string band;
    std::string middle;
    for (const auto& point : curve.points) {
      band += number(x(point.games)) + ',' + number(y(point.high)) + ' ';
      middle += number(x(point.games)) + ',' + number(y(point.elo)) + ' ';
    }
    for (auto point = curve.points.rbegin(); point != curve.points.rend(); ++point)
      band += number(x(point->games)) + ',' + number(y(point->low)) + ' ';
    text_ += "<polygon points=\"" + band + "\" fill=\"" + colour +
             "\" fill-opacity=\"0.2\" clip-path=\"url(#inside)\"/>\n<polyline points=\"" + middle + "\" stroke=\"" +
             colour + "\" stroke-width=\"2\" fill=\"none\" clip-path=\"url(#inside)\"/>\n";
  }

  std::vector<Curve> curves_;
  const MatchRules& rules_;
  double top_;     ///< of the plot area
  double bottom_;  ///< likewise
  std::string text_;
  double games_ = 2;
  double low_ = 0;  // Elo 0 is always in the plot
  double high_ = 0;
  double step_ = 1;  ///< between two grid lines
};

}  // namespace

std::string elo_plot(const Results& results, const MatchRules& rules) {
  return Drawing(curves_of(results, rules), rules).draw();
}

void refuse_unless_plot(const std::string& file) {
  std::error_code error;
  if (file.empty() || !std::filesystem::is_regular_file(file, error)) return;
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  if (std::getline(stream, line) && line != first_words)
    throw std::runtime_error("--plot: '" + file + "' is there already, and is no drawing of crown-match");
}

}  // namespace crownd::match
