#include "batch/help_format.hpp"

#include <sstream>

namespace crownd::batch {

namespace {

/// Of a line of --help; what is said of a flag begins at CLI11's column.
constexpr std::size_t help_width = 100;

}  // namespace

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  const bool many_times = option->get_items_expected_max() > 1 && option->get_delimiter() == '\0';
  return option->get_type_size() == 0 || option->get_type_name().empty()
             ? ""
             : " " + option->get_type_name() + (many_times ? " ..." : "");
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  std::string text;
  std::size_t length = 0;  // of the last line
  std::istringstream words(option->get_description());
  for (std::string word; words >> word; length += word.size()) {
    const bool fits = length + 1 + word.size() < help_width - get_column_width();
    if (!text.empty()) text += fits ? ' ' : '\n';
    length = fits ? length + 1 : 0;
    text += word;
  }
  return text;
}

CLI::Validator range_of(std::int64_t least, std::int64_t most) { return CLI::Range(least, most).description(""); }

}  // namespace crownd::batch
