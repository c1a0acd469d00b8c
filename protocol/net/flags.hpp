#pragma once

#include <CLI/CLI.hpp>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>

namespace crownd::net {

/// The exit code for an invalid command line.
constexpr int bad_flags = 2;

constexpr const char* limits_group = "Limits";

/// --help and --version, which prints `version`.
inline void add_program_flags(CLI::App& app, const std::string& version) {
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.set_help_flag("-h,--help", "print this and exit");
}

/// Prints the output of --help or --version, or the error message; returns the exit code.
inline int exit_code(const CLI::App& app, const CLI::ParseError& ending) {
  if (app.exit(ending, std::cout, std::cerr) != 0) return bad_flags;
  if (std::cout.flush() || errno == EPIPE) return 0;
  std::cerr << app.get_name() << ": standard output cannot be written\n";
  return 1;
}

/// Authentication of clients, and TLS.
struct AccessFlags {
  std::string token_file;
  bool no_auth = false;
  std::string certificate;  ///< for TLS, together with key; empty: no TLS
  std::string key;
};

/// Flags for AccessFlags, in the group. The flag for the token file is called `token`, with its own help.
inline void add_access_flags(CLI::App& app, AccessFlags& access, const std::string& group, const std::string& token,
                             const std::string& token_help) {
  auto* const token_file = app.add_option(token, access.token_file, token_help);
  token_file->type_name("FILE")->group(group);
  app.add_flag("--no-auth", access.no_auth, "serve anybody, also at an address that other machines can reach")
      ->excludes(token_file)
      ->group(group);
  auto* const certificate =
      app.add_option("--tls-cert", access.certificate, "speak TLS only, with this certificate and its chain (PEM)");
  auto* const key = app.add_option("--tls-key", access.key, "the certificate's private key (PEM)");
  certificate->type_name("FILE")->needs(key)->group(group);
  key->type_name("FILE")->needs(certificate)->group(group);
}

/// A flag for a whole number from `min` to `max`, among the limits.
template <class Value>
void add_limit(CLI::App& app, const std::string& name, Value& value, const std::string& help, double min, double max) {
  app.add_option(name, value, help)
      ->check(CLI::Range(static_cast<Value>(min), static_cast<Value>(max)).description(""))
      ->type_name("N")
      ->capture_default_str()
      ->group(limits_group);
}

/// The same for a whole number of time units.
template <class Unit, class Duration>
CLI::Option* add_time_limit(CLI::App& app, const std::string& name, Duration& value, const std::string& help,
                            std::int64_t min, std::int64_t max) {
  return app
      .add_option_function<std::int64_t>(
          name, [&value](std::int64_t number) { value = Unit(number); }, help)
      ->check(CLI::Range(min, max).description(""))
      ->type_name("N")
      ->default_str(std::to_string(std::chrono::duration_cast<Unit>(value).count()))
      ->group(limits_group);
}

/// --auth-backoff, among the limits.
inline void add_backoff_flag(CLI::App& app, std::chrono::seconds& max_lockout) {
  add_time_limit<std::chrono::seconds>(app, "--auth-backoff", max_lockout,
                                       "the longest lockout of an address after wrong tokens, in seconds; 0: none", 0,
                                       1'000'000);
}

}  // namespace crownd::net
