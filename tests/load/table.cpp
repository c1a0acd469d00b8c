#include "load/table.hpp"

#include <cstdio>

namespace crownd::load {

void print_head() {
  std::printf("%-30s %6s %5s %6s %9s %9s %9s %8s %8s\n", "what was tried", "times", "lost", "served", "MiB then",
              "highest", "MiB now", "threads", "");
}

void print(const Fault& fault, const Result& result) {
  std::printf("%-30.*s %6d %5d", static_cast<int>(fault.name.size()), fault.name.data(), result.times, result.lost);
  if (result.before) {
    std::printf(" %6s %9.1f %9.1f %9.1f %3d %3d ", result.served ? "yes" : "NO", result.before->kib / 1024,
                result.highest_kib / 1024, result.after.kib / 1024, result.before->threads, result.after.threads);
  } else {
    std::printf(" %6s %9s %9s %9s %8s", "ended", "-", "-", "-", "-");
  }
  std::printf(" %8s\n", result.ok() ? "ok" : "FAILED");
  if (!result.trouble.empty()) std::printf("  %s\n", result.trouble.c_str());
  std::fflush(stdout);
}

void print(const Fault& fault, const char* verdict, const char* why) {
  std::printf("%-30.*s %s: %s\n", static_cast<int>(fault.name.size()), fault.name.data(), verdict, why);
  std::fflush(stdout);
}

}  // namespace crownd::load
