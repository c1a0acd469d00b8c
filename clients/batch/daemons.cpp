#include "batch/daemons.hpp"

#include "batch/range.hpp"

#include <filesystem>

namespace crownd::batch {

namespace {

constexpr int one_day = 86'400;
constexpr int most_workers = 1'024;

/// For the remote with this index: the only one for all, or one for each.
std::string one_of(const std::vector<std::string>& given, std::size_t index, std::size_t count, const char* flag) {
  if (given.empty()) return "";
  if (given.size() != 1 && given.size() != count)
    throw CLI::ValidationError(std::string(flag) + " is given " + std::to_string(given.size()) +
                               " times; once for all daemons, or once for each --connect, of which there are " +
                               std::to_string(count));
  return given.size() == 1 ? given.front() : given[index];
}

}  // namespace

void DaemonFlags::declare(CLI::App& app, const std::string& workers_text) {
  const auto group = "Engines";
  auto* const command = app.add_option("--engine", command_, "the engine's program and its arguments, in one word");
  command->type_name("CMD")->delimiter(' ')->allow_extra_args(false)->group(group);
  auto* const connect = app.add_option(
      "--connect", connect_, "use the daemon that listens there; tls: before it for TLS; repeated for several");
  connect->type_name("[tls:]HOST:PORT")->allow_extra_args(false)->excludes(command)->group(group);
  app.add_option("--token-file", tokens_,
                 "send the daemon the first line of this file as the token; one for all, or one for each --connect")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->needs(connect)
      ->group(group);
  app.add_option(
         "--tls-ca", authorities_,
         "trust the daemon by the certificates of this file (PEM), not by those of this machine; one for all, or "
         "one for each --connect")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->needs(connect)
      ->group(group);
  app.add_option("--reconnect", patience_, "how many seconds to try again when a daemon is lost; 60 without this flag")
      ->type_name("SECONDS")
      ->check(range_of(0, one_day))
      ->group(group);
  if (workers_text.empty()) return;
  app.add_option("--workers", workers_, workers_text)->type_name("N")->check(range_of(1, most_workers))->group(group);
}

Daemons DaemonFlags::daemons() const {
  Daemons daemons{command_, {}, workers_, std::chrono::seconds(patience_)};
  for (std::size_t i = 0; i < connect_.size(); ++i)
    daemons.remotes.push_back({connect_[i], one_of(tokens_, i, connect_.size(), "--token-file"),
                               one_of(authorities_, i, connect_.size(), "--tls-ca")});
  if (daemons.command.empty()) {
    std::error_code error;
    const auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "crownd";
    daemons.command = {error || !std::filesystem::exists(beside) ? "crownd" : beside.string()};
  }
  return daemons;
}

}  // namespace crownd::batch
