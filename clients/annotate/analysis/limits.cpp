#include "annotate/analysis/limits.hpp"

namespace crownd::annotate {

namespace {

constexpr int more_nodes = 4;
constexpr int more_plies = 4;

}  // namespace

std::string Limits::words() const {
  std::string words;
  const auto add = [&](const char* name, const auto& limit) {
    if (limit) words += (words.empty() ? "" : " ") + std::string(name) + ' ' + std::to_string(*limit);
  };
  add("depth", depth);
  add("nodes", nodes);
  add("movetime", time);
  return words;
}

Limits Limits::deeper() const {
  auto limits = *this;
  if (nodes) limits.nodes = *nodes * more_nodes;
  if (depth) limits.depth = *depth + more_plies;
  if (time) limits.time = *time * more_nodes;
  return limits;
}

Limits Limits::to_depth(int plies, int room) const {
  auto limits = *this;
  limits.depth = plies;
  if (nodes) limits.nodes = *nodes * room;
  if (time) limits.time = *time * room;
  return limits;
}

}  // namespace crownd::annotate
