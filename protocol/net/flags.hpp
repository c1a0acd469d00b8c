#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace crownd::net {

/// The exit code for an invalid command line.
constexpr int bad_flags = 2;

constexpr const char* limits_group = "Limits";

/// --help and --version, which prints `version`.
void add_program_flags(CLI::App& app, const std::string& version);

/// Who is served, and how.
struct AccessFlags {
  std::string token_file;
  bool no_auth = false;
  std::string certificate;  ///< for TLS, together with key; empty: no TLS
  std::string key;
};

/// Flags for AccessFlags, in the group: that of the token is called `token`, with its own help.
void add_access_flags(CLI::App& app, AccessFlags& access, const std::string& group, const std::string& token,
                      const std::string& token_help);

/// A flag for a whole number from `least` to `most`, among the limits.
template <class Value>
void add_limit(CLI::App& app, const std::string& name, Value& value, const std::string& help, double least,
               double most) {
  app.add_option(name, value, help)
      ->check(CLI::Range(static_cast<Value>(least), static_cast<Value>(most)).description(""))
      ->type_name("N")
      ->capture_default_str()
      ->group(limits_group);
}

/// --auth-backoff, among the limits.
void add_backoff_flag(CLI::App& app, std::int64_t& seconds);

}  // namespace crownd::net
