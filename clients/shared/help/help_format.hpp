#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <sstream>
#include <string>

namespace crownd::help {

/// Formats --help with value names and wrapped descriptions, and without CLI11's "Needs" and "Excludes".
class HelpFormat final : public CLI::Formatter {
 public:
  /// `width` is that of a line; descriptions begin at CLI11's column.
  explicit HelpFormat(std::size_t width) : width_(width) {}

  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0 || option->get_type_name().empty()) return "";
    const bool many_times = option->get_items_expected_max() > 1 && option->get_delimiter() == '\0';
    return " " + option->get_type_name() + (many_times ? " ..." : "");
  }
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override {
    std::string text;
    std::size_t length = 0;  // of the last line
    std::istringstream words(option->get_description());
    for (std::string word; words >> word; length += word.size()) {
      const bool fits = length + 1 + word.size() < width_ - get_column_width();
      if (!text.empty()) text += fits ? ' ' : '\n';
      length = fits ? length + 1 : 0;
      text += word;
    }
    return text;
  }

 private:
  std::size_t width_;
};

}  // namespace crownd::help
