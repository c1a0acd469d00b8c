#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace crownd::batch {

/// --help for people: descriptions in lines that fit.
class HelpFormat final : public CLI::Formatter {
 public:
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
};

/// A range that --help does not print.
[[nodiscard]] CLI::Validator range_of(std::int64_t least, std::int64_t most);

}  // namespace crownd::batch
