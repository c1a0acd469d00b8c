#include "match/engines/cores.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace crownd::match {

std::vector<int> usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

std::vector<int> read_cores(const std::string& text) {
  std::vector<int> cores;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const auto first = wire::read_number(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : wire::read_number(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last >= CPU_SETSIZE)
      throw std::invalid_argument("'" + text + "' is no list of cores, such as 0-3,6");
    for (auto core = *first; core <= *last; ++core)
      if (const auto number = static_cast<int>(core); std::find(cores.begin(), cores.end(), number) == cores.end())
        cores.push_back(number);
  }
  return cores;
}

OnCores::OnCores(const std::vector<int>& cores) {
  if (cores.empty() || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  changed_ = ::sched_setaffinity(0, sizeof set, &set) == 0;
}

OnCores::~OnCores() {
  if (changed_) ::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace crownd::match
