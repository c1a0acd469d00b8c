#include "match/report/elo_plot.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

namespace crownd::match {

namespace {

constexpr double plot_width = 800;
constexpr double left_margin = 70;
constexpr double right_end = 780;
constexpr double plot_height = 370;
constexpr double bottom_margin = 60;
constexpr double first_baseline = 24;  ///< of the title, and of the first curve's name
constexpr double line_height = 16;     ///< of the names of the curves, above the plot
constexpr double below_names = 18;

/// At most this many points of a curve can be distinguished.
constexpr std::size_t max_points = 500;
/// The plot is clipped at this Elo.
constexpr double max_elo = 800;
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

std::string escaped_for_xml(std::string_view text) {
  std::string result;
  for (const char letter : text)
    result += letter == '<' ? "&lt;" : letter == '>' ? "&gt;" : letter == '&' ? "&amp;" : std::string(1, letter);
  return result;
}

double within_limits(double elo) { return std::clamp(elo, -max_elo, max_elo); }

std::vector<Curve> curves_of(const Results& results, const MatchRules& rules) {
  const auto& schedule = results.schedule();
  std::map<std::pair<std::size_t, std::size_t>, std::vector<int>> half_points;  // by pairing
  for (const auto& pair : results.pairs()) half_points[{pair.first, pair.second}].push_back(pair.half_points);
  std::vector<Curve> curves;
  for (std::size_t number = 0; number < schedule.pairings(); ++number) {
    const auto [first, second] = schedule.pairing(number);
    const auto& pairs = half_points[{first, second}];
    if (pairs.empty() && schedule.pairings() > 1) continue;
    auto& curve = curves.emplace_back(Curve{rules.engines[first].name + " - " + rules.engines[second].name, {}});
    const std::size_t stride = pairs.size() / max_points + 1;
    Tally tally;
    for (std::size_t count = 1; count <= pairs.size(); ++count) {
      ++tally.pairs[static_cast<std::size_t>(pairs[count - 1])];
      if (count % stride != 0 && count != pairs.size()) continue;
      const auto estimate = elo(tally);
      const auto interval = elo_interval(tally);
      if (!estimate || !interval) continue;
      curve.points.push_back({2.0 * static_cast<double>(count), within_limits(estimate->value),
                              within_limits(interval->low), within_limits(interval->high)});
    }
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
    text_ = fmt::format(
        R"({}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.1f} {:.1f}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<clipPath id="inside"><rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/></clipPath>
)",
        plot_signature, plot_width, bottom_ + bottom_margin, left_margin, top_, right_end - left_margin, plot_height);
    write(left_margin, first_baseline, "start", rules_.game + ": Elo with 95 % intervals, by finished pairs");
    draw_grid();
    for (std::size_t number = 0; number < curves_.size(); ++number) draw_curve(number);
    return text_ + "</svg>\n";
  }

 private:
  [[nodiscard]] double x(double games) const { return left_margin + (right_end - left_margin) * games / games_; }
  [[nodiscard]] double y(double elo) const { return top_ + plot_height * (high_ - elo) / (high_ - low_); }

  void write(double at_x, double at_y, std::string_view anchor, std::string_view text,
             std::string_view colour = "black") {
    text_ += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" fill="{}">{}</text>)", at_x, at_y, anchor,
                         colour, escaped_for_xml(text)) +
             '\n';
  }

  void line(double x1, double y1, double x2, double y2, std::string_view style) {
    text_ += fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" {}/>)", x1, y1, x2, y2, style) + '\n';
  }

  void draw_grid() {
    for (double elo = low_; elo <= high_ + step_ / 2; elo += step_) {
      line(left_margin, y(elo), right_end, y(elo), std::abs(elo) < step_ / 2 ? R"(stroke="#666")" : R"(stroke="#ddd")");
      write(left_margin - 8, y(elo) + 4, "end", std::to_string(std::llround(elo)));
    }
    const double games_step = std::max(2.0, step_of(games_));
    for (double games = 0; games <= games_ + 0.5; games += games_step) {
      line(x(games), bottom_, x(games), bottom_ + 5, R"(stroke="#666")");
      write(x(games), bottom_ + 20, "middle", std::to_string(std::llround(games)));
    }
    write((left_margin + right_end) / 2, bottom_ + 45, "middle", "games");
    if (!rules_.sprt || rules_.sprt->model != EloModel::logistic) return;
    for (const double elo : {rules_.sprt->elo0, rules_.sprt->elo1})
      line(left_margin, y(elo), right_end, y(elo),
           R"svg(stroke="#999" stroke-dasharray="6 4" clip-path="url(#inside)")svg");
  }

  void draw_curve(std::size_t index) {
    const auto& [name, points] = curves_[index];
    const auto colour = colours[index % colours.size()];
    write(right_end, first_baseline + line_height * static_cast<double>(index), "end", name, colour);
    if (points.empty()) return;
    const auto place = [&](double games, double elo) { return fmt::format("{:.1f},{:.1f} ", x(games), y(elo)); };
    std::string band;
    std::string middle;
    for (const auto& point : points) {
      band += place(point.games, point.high);
      middle += place(point.games, point.elo);
    }
    for (auto point = points.rbegin(); point != points.rend(); ++point) band += place(point->games, point->low);
    text_ += fmt::format(
        R"svg(<polygon points="{0}" fill="{2}" fill-opacity="0.2" clip-path="url(#inside)"/>
<polyline points="{1}" stroke="{2}" stroke-width="2" fill="none" clip-path="url(#inside)"/>
)svg",
        band, middle, colour);
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

}  // namespace crownd::match
