#include "match/command_line.hpp"
#include "version/version.hpp"

namespace crownd::match {

namespace {

Exit run(const ArgumentWords& arguments) {
  if (!arguments.empty() && arguments.front() == "merge")
    return merge_state_files({arguments.begin() + 1, arguments.end()});
  if (!arguments.empty() && arguments.front() == "compliance")
    return check_compliance({arguments.begin() + 1, arguments.end()});
  return play_match(arguments, version::text("crown-match"));
}

}  // namespace

}  // namespace crownd::match

/// crown-match: plays matches between engines.
int main(int argc, char** argv) {
  using namespace crownd;
  return help::run_program("crown-match", [&] { return static_cast<int>(match::run({argv + 1, argv + argc})); });
}
