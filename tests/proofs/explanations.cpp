// Explains random bad moves of each game and checks all facts, see explain/explanation_examiner.hpp.
// `prove_explanations [MISTAKES-A-GAME [GAME [SEED [NODES]]]]`; exit code 1 if a fact was wrong, or if an engine with
// ten times the nodes avoided more than one of 100 swings.

#include "explain/explanation_examiner.hpp"

#include <cstdlib>
#include <iostream>

namespace {

using namespace crownd;

template <Rules R>
bool examine(std::size_t mistakes, std::uint64_t seed, std::uint64_t nodes) {
  testing::ExplanationExaminer<R> examiner(seed, nodes);
  examiner.examine(mistakes);
  std::cout << R::name << ": " << examiner.mistakes() << " mistakes, " << examiner.explained() << " explained; facts:";
  for (const auto& [name, count] : examiner.facts()) std::cout << ' ' << name << ' ' << count;
  std::cout << "; " << examiner.played() << " swings played on, " << examiner.avoided().size() << " avoided, "
            << examiner.faults().size() << " faults" << std::endl;
  for (const auto& fault : examiner.faults()) std::cout << "  " << fault << '\n';
  for (const auto& avoided : examiner.avoided()) std::cout << "  avoided: " << avoided << '\n';
  return examiner.faults().empty() && 100 * examiner.avoided().size() <= examiner.played();
}

}  // namespace

int main(int argc, char** argv) {
  const int mistakes = argc > 1 ? std::atoi(argv[1]) : 20'000;
  const auto seed = static_cast<std::uint64_t>(argc > 3 ? std::atoi(argv[3]) : 1);
  const auto nodes = static_cast<std::uint64_t>(argc > 4 ? std::atoi(argv[4]) : 4'000);
  bool right = true;
  int games = 0;
  games::AllRules::for_each([&]<class R>() {
    if (argc > 2 && R::name != std::string_view(argv[2])) return;
    ++games;
    right = examine<R>(static_cast<std::size_t>(mistakes), seed, nodes) && right;
  });
  if (mistakes < 1 || games == 0) {
    std::cerr << "usage: prove_explanations [MISTAKES-A-GAME [GAME [SEED [NODES]]]]\n";
    return 2;
  }
  return right ? 0 : 1;
}
