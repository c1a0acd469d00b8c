#include "book/book.hpp"
#include "clients/web/api_client.hpp"
#include "support/temporary_folder.hpp"

namespace crownd::testing {

namespace {

/// The book of english with one position, its start.
std::string start_book(int score = 12) {
  book::Writer writer("english");
  writer.add("aaaaaaaaaaaa........bbbbbbbbbbbb:b",
             {{"11-15", Score::centipawns(score), 20, 400, 250, 9}, {"9-13", Score::loss_in(41), 21, 0, 900, 2}});
  const auto bytes = std::move(writer).finish();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("probe plays moves, accepts names in capitals and underscores for spaces, and returns the canonical text") {
  CrownWeb web;
  CHECK(ask_api(web, probe_of_kings + "&moves=29-25+22x29").body["status"] ==
        Json::parse(R"({"outcome": "win", "side": "b", "reason": "no-pieces"})"));
  const auto unknown = ask_api(web, "/api/probe?game=ENGLISH&position=startpos&moves=11-15,22-18");
  CHECK(unknown.body["value"] == Json::parse(R"({"result": "unknown"})"));
  CHECK(unknown.body["moves"].size() == 1);
  const auto underscores = ask_api(web, "/api/probe?game=reduced-chess&position=8/8/4k3/8/8/8/8/K6R_w_-_-_0_1");
  CHECK(underscores.body["position"] == "8 Ka1,Rh1 Ke6 w");
}

TEST_CASE("the games are listed, and squares returns board, sides and moves of each") {
  CrownWeb web;
  const auto list = ask_api(web, "/api/games").body;
  const auto& games = list["games"];
  CHECK(games.size() >= 5);
  CHECK(games[0]["name"] == "english");
  CHECK(games[0]["title"] == "American/English draughts");
  CHECK_THAT(list["version"].get<std::string>(), has_text("crownd "));
  for (const auto& game : games) {
    const auto answer = ask_api(web, "/api/squares?position=startpos&game=" + game["name"].get<std::string>());
    REQUIRE(answer.status == 200);
    CHECK(answer.body["facts"]["title"] == game["title"]);
    CHECK(answer.body["moves"].size() >= 1);
    CHECK(answer.body["routes"].size() >= answer.body["moves"].size());
    CHECK(answer.body["cells"].size() >= 5);
  }
}

TEST_CASE("a batch returns an answer or an error for each position") {
  CrownWeb web;
  const auto answer = post_api(web, "/api/probe", R"([
    {"game": "english", "position": "W:WK29:BK22"},
    {"game": "english", "position": "nonsense"},
    {"game": "english", "position": "startpos", "moves": ["11-15", "11-15"]},
    {"game": "no-game", "position": "startpos"},
    {"game": "towers", "position": "startpos", "moves": "G6-F5"}])");
  REQUIRE(answer.status == 200);
  REQUIRE(answer.body.size() == 5);
  CHECK(answer.body[0]["value"]["plies"] == 2);
  CHECK(answer.body[1]["error"]["code"] == "bad-position");
  CHECK(answer.body[2]["error"]["code"] == "illegal-move");
  CHECK_THAT(answer.body[3]["error"]["message"].get<std::string>(), has_text("the games are english, "));
  CHECK(answer.body[4]["status"]["side"] == "w");

  auto many = Json::array();
  for (int i = 0; i < 1000; ++i)
    many.push_back({{"game", "english"}, {"position", "W:WK" + std::to_string(29 - i % 8) + ":BK1"}});
  const auto answers = post_api(web, "/api/probe", many.dump());
  REQUIRE(answers.body.size() == 1000);
  CHECK(answers.body[3] == answers.body[995]);
  CHECK(answers.body[3] != answers.body[4]);
  many.push_back(many[0]);
  CHECK(post_api(web, "/api/probe", many.dump()).message() == "the body needs to be an array of 1 to 1000 positions");
}

TEST_CASE("book returns the moves of the book, and none for unknown positions") {
  const TemporaryFolder folder;
  CrownWeb web({"--crownd", program_path("crownd") + " --book " + folder.write("english.cbk", start_book())});
  const auto answer = ask_api(web, "/api/book?game=english&position=startpos");
  REQUIRE(answer.body["moves"].size() == 2);
  CHECK(answer.body["moves"][0] == Json::parse(R"({"move": "11-15", "score": {"cp": 12}, "depth": 20,
    "wdl": {"win": 400, "draw": 350, "loss": 250}, "visits": 9})"));
  CHECK(answer.body["moves"][1]["score"].contains("mate"));
  CHECK_FALSE(answer.header("ETag").empty());
  CHECK(answer.header("Cache-Control") == "no-cache");
  const auto both = post_api(web, "/api/book", R"([{"game": "english", "position": "startpos"},
    {"game": "english", "position": "startpos", "moves": ["9-13"]}])");
  CHECK(both.body[0]["moves"].size() == 2);
  CHECK(both.body[1]["moves"].empty());
}

TEST_CASE("exact answers may be cached, others are revalidated") {
  CrownWeb web;
  const auto exact = ask_api(web, probe_of_kings);
  CHECK(exact.header("Cache-Control") == "public, max-age=3600");
  CHECK(ask_api(web, "/api/probe?game=english&position=startpos").header("Cache-Control") == "no-cache");
  const auto tag = exact.header("ETag");
  REQUIRE(tag.size() > 2);
  const auto again = ask_api(web, probe_of_kings, {{"If-None-Match", tag}});
  CHECK(again.status == 304);
  CHECK(again.header("ETag") == tag);
  const auto head = ask_api(web, probe_of_kings, {}, "HEAD");
  CHECK(head.status == 200);
  CHECK(head.header("ETag") == tag);
  CHECK(head.header("Content-Length") == exact.header("Content-Length"));
  CHECK(ask_api(web, "/api/probe?game=nothing&position=startpos").header("Cache-Control") == "no-store");
}

TEST_CASE("a new book changes the ETag") {
  const std::string target = "/api/book?game=english&position=startpos";
  const TemporaryFolder folder;
  const auto file = folder.write("english.cbk", start_book());
  CrownWeb web({"--crownd", program_path("crownd") + " --book " + file});
  auto known = ask_api(web, target);
  const auto tag = known.header("ETag");
  CHECK(known.body["moves"][0]["score"]["cp"] == 12);
  CHECK(ask_api(web, target, {{"If-None-Match", tag}}).status == 304);
  int score = 12;
  // Only one score differs, so no length changes. SIGHUP reloads the book, SIGKILL starts another daemon.
  for (const int number : {SIGHUP, SIGKILL}) {
    std::filesystem::rename(folder.write("new.cbk", start_book(++score)), file);
    ::kill(web.children().at(0), number);
    ApiAnswer answer;
    REQUIRE(comes_true([&] {
      answer = ask_api(web, target, {{"If-None-Match", known.header("ETag")}});
      return answer.status != 304;
    }));
    REQUIRE(answer.status == 200);
    CHECK(answer.body["moves"][0]["score"]["cp"] == score);
    CHECK(answer.header("ETag") != known.header("ETag"));
    known = std::move(answer);
  }
  CHECK(ask_api(web, target, {{"If-None-Match", tag + ", " + known.header("ETag")}}).status == 304);
  // With the first book restored, its first ETag is valid again.
  std::filesystem::rename(folder.write("new.cbk", start_book()), file);
  ::kill(web.children().at(0), SIGKILL);
  const auto old = ask_api(web, target, {{"If-None-Match", known.header("ETag")}});
  CHECK(old.status == 200);
  CHECK(old.header("ETag") == tag);
}

TEST_CASE("long answers are compressed if the client accepts gzip") {
  CrownWeb web;
  const Headers accepting{{"Accept-Encoding", "gzip, deflate"}};
  auto many = Json::array();
  for (int i = 0; i < 100; ++i) many.push_back({{"game", "english"}, {"position", "startpos"}});
  const auto plain = post_api(web, "/api/probe", many.dump());
  const auto packed = ask_api(web, "/api/probe", accepting, "POST", many.dump());
  CHECK(plain.header("Content-Encoding").empty());
  CHECK(packed.header("Content-Encoding") == "gzip");
  CHECK(packed.body == plain.body);
  CHECK(10 * packed.response.body.size() < plain.response.body.size());

  const std::string board = "/api/squares?game=english&position=startpos";
  const auto boards = ask_api(web, board, accepting);
  CHECK(boards.header("Content-Encoding") == "gzip");
  CHECK(boards.header("Vary") == "Accept-Encoding");
  CHECK(boards.header("ETag") != ask_api(web, board).header("ETag"));
  auto known = accepting;
  known["If-None-Match"] = boards.header("ETag");
  CHECK(ask_api(web, board, known).status == 304);
  CHECK(ask_api(web, board, accepting, "HEAD").header("Content-Length") == boards.header("Content-Length"));

  const auto small = ask_api(web, probe_of_kings, accepting);
  CHECK(small.header("Content-Encoding").empty());
  CHECK(small.header("Vary") == "Accept-Encoding");
}

TEST_CASE("the description is served unchanged") {
  CrownWeb web;
  const auto served = Browser(web.address()).ask("/api/openapi.json");
  CHECK(served.status == 200);
  CHECK(Json::parse(served.body) == Description().document());
}

}  // namespace crownd::testing
