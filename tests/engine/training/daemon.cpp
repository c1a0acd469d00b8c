#include "protocol/server/daemon.hpp"
#include "support/temporary_folder.hpp"

using namespace crownd::testing;
namespace fs = std::filesystem;

namespace {

/// A user's data folder with tables of reduced chess on 5x5, as crown-tables makes them.
class UserData {
 public:
  UserData() {
    ChildProcess maker({"env", "XDG_DATA_HOME=" + folder_.path().string(), program_path("crown-tables"),
                        "reduced-chess", "--board", "5"});
    REQUIRE(maker.wait(within(test_timeout)) == ExitStatus{true, 0});
  }

  [[nodiscard]] std::string use() const { return "export XDG_DATA_HOME=" + folder_.path().string(); }
  [[nodiscard]] fs::path tables() const { return folder_ / "crownd/tables"; }
  [[nodiscard]] fs::path file(const std::string& name) const { return tables() / "reduced-chess" / name; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("tables in the user's folder are found and used; --no-tables leaves them alone") {
  const UserData data;
  Daemon daemon({}, data.use());
  daemon.wait_for_log("endgame tables: reduced-chess up to 4 pieces");
  auto client = daemon.connect();
  REQUIRE(client.send("position reduced-chess 5 Ka1,Rb1 Kc3,Bd4 w"));
  CHECK(ask(client, "tables", "table").starts_with("table reduced-chess pieces 3 kind distance files 1 places "));
  CHECK(wait_for(client, "table").starts_with("table reduced-chess pieces 4 kind distance files 6 places "));
  CHECK(wait_for(client, "table") == "tablesok");
  CHECK(ask(client, "probe", "probe") != "probe unknown");

  Daemon without({"--no-tables"}, data.use());
  auto other = without.connect();
  CHECK(ask(other, "tables all", "table") == "tablesok");
  Daemon named({"--no-tables", "--tables", data.tables().string()}, data.use());
  auto third = named.connect();
  CHECK(ask(third, "tables", "table").starts_with("table reduced-chess"));
}

TEST_CASE("unusable tables are reported in the log and do not stop the daemon, even if files change in use") {
  const UserData data;
  fs::resize_file(data.file("KBvKB-5.table"), 200);
  Daemon daemon({}, data.use());
  CHECK(daemon.wait_for_log("KBvKB-5.table").find("is skipped: it is damaged or cut off") != std::string::npos);
  auto client = daemon.connect();
  REQUIRE(client.send("position reduced-chess 5 Ka1,Rb1 Kc3,Bd4 w"));
  fs::resize_file(data.file("KRvKB-5.table"), 300);
  CHECK(ask(client, "probe", "probe").starts_with("probe "));
  daemon.wait_for_log("KRvKB-5.table");
  CHECK(ask(client, "go depth 3", "bestmove").starts_with("bestmove "));
  CHECK(daemon.terminate() == ExitStatus{true, 0});
}
