#include "net/flags.hpp"

namespace crownd::net {

void add_program_flags(CLI::App& app, const std::string& version) {
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.set_help_flag("-h,--help", "print this and exit");
}

void add_access_flags(CLI::App& app, AccessFlags& access, const std::string& group, const std::string& token,
                      const std::string& token_help) {
  auto* const token_file = app.add_option(token, access.token_file, token_help);
  token_file->type_name("FILE")->group(group);
  app.add_flag("--no-auth", access.no_auth, "serve anybody, also at an address that other machines reach")
      ->excludes(token_file)
      ->group(group);
  auto* const certificate =
      app.add_option("--tls-cert", access.certificate, "speak TLS only, with this certificate and its chain (PEM)");
  auto* const key = app.add_option("--tls-key", access.key, "the certificate's private key (PEM)");
  certificate->type_name("FILE")->needs(key)->group(group);
  key->type_name("FILE")->needs(certificate)->group(group);
}

void add_backoff_flag(CLI::App& app, std::int64_t& seconds) {
  add_limit(app, "--auth-backoff", seconds,
            "the longest time, in seconds, for which wrong tokens lock out an address; 0: none", 0, 1e6);
}

}  // namespace crownd::net
