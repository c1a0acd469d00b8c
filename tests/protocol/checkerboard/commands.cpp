// Answers to enginecommand, and saved settings.

#include "engine_library.hpp"

#include "book/book.hpp"

using namespace crownd::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* setting_names[] = {"hashsize", "searchthreads", "book", "dbpath", "bookfile"};

/// A book that knows one position, with two moves.
std::string write_book(const TemporaryFolder& folder, const std::string& name) {
  constexpr const char* start = "aaaaaaaaaaaa........bbbbbbbbbbbb:b";
  crownd::book::Writer writer("english");
  writer.add(start, {{"9-13", crownd::Score::centipawns(30), 20, 0, 0, 1},
                     {"12-16", crownd::Score::centipawns(-400), 20, 0, 0, 1}});
  const auto bytes = std::move(writer).finish();
  return folder.write(name, std::string(bytes.begin(), bytes.end()));
}

}  // namespace

TEST_CASE("name, about and get describe the engine") {
  EngineLibrary library;
  CHECK(library.command("name").code == 1);
  CHECK_THAT(library.command("name").text, has_text("crownd "));
  CHECK_THAT(library.command("about").text, has_text("English draughts"));
  library.check("get gametype", 1, "21");
  library.check("get protocolversion", 1, "2");
  CHECK(std::stoi(library.command("get cpus").text) >= 1);
  CHECK_THAT(library.command("help").text, has_text(".htm"));
}

TEST_CASE("the first call loads the best engine for the CPU", "[.windows]") {
  for (const auto& level : EngineLibrary::levels()) {
    EngineLibrary library(EngineLibrary::Levels{level});
    CHECK_THAT(library.command("about").text, has_text("Instruction set: " + level));
  }
  EngineLibrary library(EngineLibrary::Levels{});
  CHECK(library.command("name").code == 0);
  CHECK_THAT(library.command("name").text, has_text("cannot be loaded"));
  const auto played = library.getmove(start_cells(), black, {});
  CHECK(played.verdict == 3);
  CHECK(played.cells == start_cells());
  CHECK_THAT(played.text, has_text("beside crownd64.dll"));
  CHECK_FALSE(library.islegal(start_cells(), black, 11, 15).first);
  for (const auto& level : EngineLibrary::levels()) library.add_level(level);
  CHECK_THAT(library.command("about").text, has_text("Instruction set: " + EngineLibrary::levels().back()));
  CHECK(library.islegal(start_cells(), black, 11, 15).first);
}

TEST_CASE("a copy under another name is another engine", "[.windows]") {
  EngineLibrary library;
  library.check("set hashsize 16", 1, "hashsize is 16");
  library.load_copy("second.dll");
  library.check("get hashsize", 1, "64");
  library.check("set hashsize 32", 1, "hashsize is 32");
  library.check("help", 1, "second.htm");
  CHECK(library.getmove(start_cells(), black, {}).cells != start_cells());
  library.load();
  library.check("get hashsize", 1, "16");
  CHECK(library.unload());
  library.load();
  CHECK(library.getmove(start_cells(), black, {}).cells != start_cells());
}

TEST_CASE("the help file names every setting") {
  std::ifstream file(CROWND_SOURCE_DIR "/protocol/checkerboard/crownd64.htm");
  const std::string help(std::istreambuf_iterator<char>(file), {});
  for (const std::string name : setting_names) CHECK_THAT(help, has_text("<code>set " + name + " "));
}

TEST_CASE("unknown commands get a question mark") {
  EngineLibrary library;
  for (const char* const text : {"hello", "get", "get nothing", "get movelist B:W1:B", "set", "set nothing 1", "NAME",
                                 "name please", "get hashsize now", "get allscores", "get mtcpath"})
    library.check(text, 0, "?");
}

TEST_CASE("an invalid setting is refused, and nothing changes") {
  EngineLibrary library;
  library.check("set hashsize 32", 1, "hashsize is 32");
  library.check("set hashsize 0", 0, "hashsize needs a whole number from 1 to 65536, not '0'");
  library.check("set hashsize", 0, "hashsize needs a whole number from 1 to 65536, not ''");
  library.check("set searchthreads many", 0, "searchthreads needs a whole number from 1 to 64, not 'many'");
  library.check("set book 4", 0, "book needs a whole number from 0 to 3, not '4'");
  library.check("set dbpath /no/such/folder", 0, "there is no directory '/no/such/folder' for tables");
  library.check("get hashsize", 1, "32");
  library.check("get dbpath", 1, "");
  CHECK_THAT(library.command("set bookfile none.cbk").text, has_text("cannot be used: "));
  library.check("get bookfile", 1, "");
  CHECK_THAT(library.command("set gamehist B:W21-32:B1-12 11-20").text, has_text("blocked"));
  CHECK_THAT(library.command("set gamehist X:W21").text, has_text("'X'"));
}

TEST_CASE("settings are saved") {
  EngineLibrary library;
  library.check("set hashsize 16", 1, "hashsize is 16");
  library.check("set searchthreads 2", 1, "searchthreads is 2");
  library.check("set book 1", 1, "book is 1");
  std::string kept;
  for (const auto& entry : fs::directory_iterator(library.folder().path("")))
    if (entry.path().extension() == ".ini") {
      std::ifstream file(entry.path());
      kept.assign(std::istreambuf_iterator<char>(file), {});
    }
  CHECK(kept == "hashsize 16\nsearchthreads 2\nbook 1\ndbpath \nbookfile \n");
  if (!EngineLibrary::for_windows()) return;
  CHECK(library.unload());
  library.load();
  library.check("get hashsize", 1, "16");
  library.check("get searchthreads", 1, "2");
  library.check("get book", 1, "1");
}

TEST_CASE("a reply is truncated to 255 bytes") {
  EngineLibrary library;
  std::string deep;
  for (int i = 0; i < 5; ++i) deep += '/' + std::string(90, 'x');
  fs::create_directories(library.folder().path("") + deep);
  const auto path = EngineLibrary::path_for_library(library.folder().path("") + deep);
  const auto reply = library.command("set dbpath " + path);
  CHECK(reply.code == 1);
  CHECK(reply.text == ("dbpath is " + path).substr(0, 255));
  library.check("get dbpath", 1, path.substr(0, 255));
  const std::string hostile(100'000, 'y');
  library.check("get " + hostile, 0, "?");
  CHECK(library.command("set hashsize " + hostile).code == 0);
  CHECK(library.command("set gamehist " + hostile).code == 0);
}

TEST_CASE("staticevaluation evaluates a position") {
  EngineLibrary library;
  CHECK_THAT(library.command("staticevaluation B:W32:BK1,K2,K3").text, has_text("static evaluation "));
  CHECK(library.command("staticevaluation B:W32:B").code == 1);
  CHECK(library.command("staticevaluation nonsense").code == 0);
  CHECK(library.command("staticevaluation").code == 0);
}

TEST_CASE("the setting book limits the use of the opening book") {
  EngineLibrary library;
  const auto path = EngineLibrary::path_for_library(write_book(library.folder(), "mine.cbk"));
  const auto plays_from_book = [&] {
    return library.getmove(start_cells(), black, {}).text == "a move of the opening book";
  };
  CHECK_FALSE(plays_from_book());
  CHECK(library.command("set bookfile " + path).code == 1);
  REQUIRE(plays_from_book());
  CHECK(library.getmove(start_cells(), black, {}).move.to == cell_of(13));
  for (const char* const use : {"1", "2"}) {
    CHECK(library.command(std::string("set book ") + use).code == 1);
    CHECK(library.getmove(start_cells(), black, {}).move.to == cell_of(13));
  }
  library.check("set book 0", 1, "book is 0");
  CHECK_FALSE(plays_from_book());
  library.check("set book 3", 1, "book is 3");
  // A name alone is that of a file beside the library, and the game's own book there needs none.
  library.check("set bookfile mine.cbk", 1, "bookfile is mine.cbk");
  CHECK(plays_from_book());
  library.check("set bookfile", 1, "bookfile is ");
  CHECK_FALSE(plays_from_book());
  write_book(library.folder(), "english.cbk");
  library.check("set bookfile", 1, "bookfile is ");
  CHECK(plays_from_book());
}

TEST_CASE("endgame tables are read from dbpath, and their draws are claimed") {
  EngineLibrary library;
  const auto folder = library.folder().path("tables");
  crownd::connection::ChildProcess maker({program_path("crown-tables"), "english", "--pieces", "2", "--dir", folder},
                                         crownd::connection::Errors::discarded);
  REQUIRE(maker.wait(crownd::connection::within(test_timeout)) == crownd::connection::ExitStatus{true, 0});
  const auto drawn = cells_with({{1, white | king}, {32, black | king}});
  CHECK(library.getmove(drawn, black, {}).verdict == 3);
  const auto path = EngineLibrary::path_for_library(folder);
  library.check("set dbpath " + path, 1, "dbpath is " + path + ", with endgame tables up to 2 pieces");
  CHECK(library.getmove(drawn, black, {}).verdict == 0);
  library.check("set dbpath", 1, "dbpath is ");
  CHECK(library.getmove(drawn, black, {}).verdict == 3);
}
