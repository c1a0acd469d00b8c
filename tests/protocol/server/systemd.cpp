#include "clients/shared/connection/listener.hpp"
#include "protocol/server/daemon.hpp"
#include "support/temporary_folder.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace crownd::testing;
using crownd::connection::ConnectionError;
using crownd::connection::Descriptor;

namespace {

/// A TCP socket on a free port, as systemd would open it.
struct ListeningSocket : Listener {
  explicit ListeningSocket(in_addr_t host = INADDR_LOOPBACK, int backlog = 16) : Listener(host, backlog, 0) {}
  [[nodiscard]] TcpChannel connect() const { return {address(), within(test_timeout)}; }
};

/// crownd with the socket passed as systemd passes it, as file descriptor 3.
std::vector<std::string> activated(const ListeningSocket& socket, const std::string& flags = "") {
  return {"sh", "-c",
          "exec 3<&" + std::to_string(socket.descriptor()) + " && LISTEN_PID=$$ LISTEN_FDS=1 exec " +
              program_path("crownd") + " " + flags};
}

bool there_is(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

/// The unit as installed, except that the program is the one just built.
void write_unit(const std::filesystem::path& folder, const std::string& name) {
  auto text = read_file(std::filesystem::path(bin_dir()) / ".." / "systemd" / name);
  REQUIRE(!text.empty());
  for (auto at = text.find("ExecStart="); at != std::string::npos; at = text.find("ExecStart=", at + 1)) {
    const auto from = at + std::string("ExecStart=").size();
    if (text[from] == '/') text.replace(from, text.find(' ', from) - from, program_path("crownd"));
  }
  std::ofstream(folder / name) << text;
}

}  // namespace

TEST_CASE("a socket opened by systemd is served") {
  const ListeningSocket socket;
  auto early = socket.connect();  // it waits until the daemon runs
  early.send("isready");
  ChildProcess daemon(activated(socket), crownd::connection::Errors::captured);
  CHECK(early.receive(within(test_timeout)) == "readyok");
  auto client = socket.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(test_timeout)) == ExitStatus{true, 0});
  CHECK(contains(daemon.errors(), "listening on 127.0.0.1:"));  // written by now
}

TEST_CASE("a socket of systemd replaces a --listen of any port of its address, and no other") {
  const ListeningSocket socket;
  ChildProcess daemon(activated(socket, "--listen 127.0.0.1:0 --listen 127.0.0.2:0"),
                      crownd::connection::Errors::captured);
  auto client = socket.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(test_timeout)) == ExitStatus{true, 0});
  const auto log = daemon.errors();
  const std::string announcement = "listening on 127.0.0.1:";
  const auto first = log.find(announcement);
  CHECK(first != std::string::npos);
  CHECK(log.find(announcement, first + 1) == std::string::npos);
  CHECK(contains(log, "listening on 127.0.0.2:"));
}

TEST_CASE("clients that connect while the daemon restarts wait; none is refused") {
  constexpr int restarts = 10, threads = 8, connections = 1000;
  const ListeningSocket socket(INADDR_LOOPBACK, connections);
  std::atomic<int> served{0}, lost{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < threads; ++i) {
    clients.emplace_back([&] {
      for (int left = connections / threads; left > 0; --left) {
        try {
          auto client = socket.connect();
          client.send("isready");
          (client.receive(within(test_timeout)) == "readyok" ? served : lost)++;
        } catch (const ConnectionError&) {
          ++lost;
        }
      }
    });
  }
  for (int restart = 0; restart <= restarts; ++restart) {
    ChildProcess daemon(activated(socket, "--drain 60"), crownd::connection::Errors::captured);
    const int enough = connections * (restart + 1) / (restarts + 1);
    while (served + lost < enough) std::this_thread::sleep_for(1ms);
    daemon.signal(SIGTERM);
    CHECK(daemon.wait(within(test_timeout)) == ExitStatus{true, 0});
  }
  for (auto& client : clients) client.join();
  CHECK(served == connections);
  CHECK(lost == 0);
}

TEST_CASE("a passed socket that cannot be served is refused") {
  SECTION("other machines reach it, and nobody needs a token") {
    CHECK(contains(refusal(activated(ListeningSocket(INADDR_ANY)), 2), "other machines can reach 0.0.0.0:"));
  }
  SECTION("it is something else") {
    CHECK(contains(
        refusal({"sh", "-c", "exec 3</dev/null && LISTEN_PID=$$ LISTEN_FDS=1 exec " + program_path("crownd")}, 2),
        "file descriptor 3, which was passed to be served, is no listening TCP socket"));
  }
}

TEST_CASE("sockets passed to another process are ignored") {
  ChildProcess daemon({"sh", "-c", "LISTEN_PID=1 LISTEN_FDS=1 exec " + program_path("crownd")});
  CHECK(ask(daemon, "isready", "readyok") == "readyok");
}

TEST_CASE("systemd is notified when the daemon is ready and when it stops") {
  const TemporaryFile file("");
  const auto path = file.path() + ".socket";
  const Descriptor inbox(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(inbox.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  const auto reported = [&] {
    pollfd readable{inbox.get(), POLLIN, 0};
    std::array<char, 100> text{};
    if (::poll(&readable, 1, static_cast<int>(std::chrono::milliseconds(test_timeout).count())) != 1)
      return std::string("nothing");
    const auto count = ::recv(inbox.get(), text.data(), text.size(), 0);
    return std::string(text.data(), static_cast<std::size_t>(count));
  };
  Daemon daemon({}, "export NOTIFY_SOCKET=" + path);
  CHECK(reported() == "READY=1");
  CHECK(daemon.terminate() == ExitStatus{true, 0});
  CHECK(reported() == "STOPPING=1");
  std::filesystem::remove(path);
}

TEST_CASE("systemd accepts the units") {
  const TemporaryFolder folder;
  for (const auto* unit : {"crownd.service", "crownd.socket"}) write_unit(folder.path(), unit);
  if (!there_is("systemd-analyze")) {
    WARN("skipped in part: there is no systemd-analyze here to read the units with");
    return;
  }
  const auto analyze = [&](const std::string& words) {
    return run_program({"sh", "-c", "cd " + folder.path().string() + " && systemd-analyze " + words + " 2>&1 1>&2"});
  };
  const auto verified = analyze("verify ./crownd.service ./crownd.socket");
  CHECK(verified.code == 0);
  CHECK(verified.errors == "");
  if (run_program({"sh", "-c", "systemd-analyze --help | grep -q -e --offline"}).code != 0) {
    WARN("skipped in part: this systemd-analyze does not judge units that are not installed");
    return;
  }
  // On a scale to 100, a service without any sandboxing.
  const auto exposed = analyze("security --offline=true --threshold=15 ./crownd.service >/dev/null");
  CHECK(exposed.code == 0);
}
