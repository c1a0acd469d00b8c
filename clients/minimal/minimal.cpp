// A complete client of crownd, to learn from: minimal GAME [HOST:PORT]
#include <sys/socket.h>
#include <unistd.h>
#include <utility>  // missing in Boost 1.74

#include <boost/asio.hpp>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>

namespace asio = boost::asio;
using Words = std::vector<std::string>;

const std::string limit = "nodes 20000";  // for each move of the engine; or "movetime 500", "depth 8"

/// An error answer of the engine: its code and message.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string joined(const Words& words, std::size_t from) {
  std::string text;
  for (auto i = from; i < words.size(); ++i) text += (i == from ? "" : " ") + words[i];
  return text;
}

class Engine {
 public:
  explicit Engine(const std::string& address) { address.empty() ? start_child() : connect(address); }
  void send(const std::string& command) { asio::write(connection_, asio::buffer(command + "\n")); }
  /// The lines of the answer, split into words. `last` is the first word of the last line.
  std::vector<Words> ask(const std::string& command, const std::string& last) {
    send(command);
    std::vector<Words> lines;
    while (lines.empty() || lines.back()[0] != last) {
      asio::read_until(connection_, received_, '\n');  // keeps bytes after the line for the next call
      std::string line;
      std::getline(std::istream(&received_), line);
      std::istringstream stream(line);
      Words words(std::istream_iterator<std::string>(stream), {});
      if (words.at(0) == "error") throw Refused(joined(words, 1));  // replaces the last line
      if (words[0] != "info") lines.push_back(std::move(words));    // info lines may come at any time
    }
    return lines;
  }

 private:
  void connect(const std::string& address) {
    const auto host = address.substr(0, address.rfind(':')), port = address.substr(host.size() + 1);
    asio::ip::tcp::socket socket(context_);
    asio::connect(socket, asio::ip::tcp::resolver(context_).resolve(host, port));
    connection_ = std::move(socket);
  }
  void start_child() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw std::runtime_error("no pair of sockets");
    if (::fork() == 0) {
      ::dup2(ends[1], STDIN_FILENO);
      ::dup2(ends[1], STDOUT_FILENO);
      ::execlp("crownd", "crownd", nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);  // otherwise the exit of the child would not end the input
    connection_.assign(asio::generic::stream_protocol(AF_UNIX, 0), ends[0]);
  }
  asio::io_context context_;
  asio::generic::stream_protocol::socket connection_{context_};
  asio::streambuf received_;
};

/// Draws the board, prints the side to move or the winner, and a prompt.
void show(Engine& engine) {
  std::map<std::string, std::string> titles;
  for (const auto& words : engine.ask("squares", "squares")) {  // skips unknown lines
    if (words[0] == "side")
      titles[words[1]] = joined(words, std::find(words.begin(), words.end(), "title") - words.begin() + 1);
    std::ostringstream names;  // of squares, as in moves; printed beside the pieces
    for (std::size_t i = 1; words[0] == "row" && i < words.size(); i += 3) {  // three words each: name, colour, piece
      std::cout << (words[i] == "-" ? " " : words[i + 2] == "-" ? "." : words[i + 2]) << ' ';
      if (words[i] != "-") names << std::setw(4) << words[i];
    }
    if (words[0] == "row") std::cout << "  " << names.str() << '\n';
  }
  const auto status = engine.ask("status", "status").back();  // also counts repetitions, which end no game
  const bool drawn = status[1] == "draw";
  std::cout << (drawn ? "Nobody" : titles[status[2]]) << (status[1] == "ongoing" ? " is to move " : " has won: ")
            << joined(status, drawn ? 2 : 3) << "\n> " << std::flush;
}

/// For a square, lists the moves of its piece; else plays a move, undoes moves, or lets the engine play.
void handle_input(Engine& engine, const std::string& text) try {
  auto routes = engine.ask("legalmoves squares", "legalmoves");  // route MOVE path SQUARE SQUARE ...
  std::erase_if(routes, [&](const Words& words) { return words[0] != "route" || words[3] != text; });
  for (const auto& words : routes) std::cout << joined(words, 3) << '\n';
  if (!routes.empty()) return;
  if (text.starts_with("undo")) return void(engine.ask(text, "undone"));
  if (text != "go") engine.ask("move " + text, "moved");
  const auto best = engine.ask("go " + limit, "bestmove").back()[1];
  if (best == "(none)") return;         // the game is over
  engine.ask("move " + best, "moved");  // `go` does not play it
  std::cout << "The engine plays " << best << '\n';
} catch (const Refused& refusal) {  // such as illegal-move capture-mandatory: captures are mandatory: play 15x22
  std::cout << "Refused: " << refusal.what() << '\n';
}

int main(int count, char** arguments) try {
  if (count < 2) throw std::runtime_error("minimal GAME [HOST:PORT]; the command games of crownd lists the games");
  Engine engine(count > 2 ? arguments[2] : "");
  engine.send("position " + std::string(arguments[1]) + " startpos");  // answered only by an error
  std::cout << "Type a move, a square to see where its piece can go, go to let the engine play, undo [N] or quit.\n";
  for (std::string text; show(engine), std::getline(std::cin, text) && text != "quit";) handle_input(engine, text);
  engine.send("quit");
} catch (const std::exception& fault) {
  std::cerr << fault.what() << '\n';
  return 1;
}
