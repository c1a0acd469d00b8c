#include "web/room.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

namespace crownd::web {

namespace {

/// One to the browser, one to the daemon.
constexpr std::int64_t descriptors_each_tab = 2;
/// More connections without a WebSocket are not useful: browsers open six each, for a short time.
constexpr std::int64_t most_visits = 1000;
/// Standard streams, listener, files, our own daemon.
constexpr std::int64_t spare_descriptors = 32;

/// If there are few, half of them are for visits.
Room room_in(std::int64_t descriptors) {
  const auto rest = std::max<std::int64_t>(descriptors - spare_descriptors, 4);
  const auto visits = std::min(most_visits, rest / 2);
  return {static_cast<int>((rest - visits) / descriptors_each_tab), static_cast<int>(visits)};
}

}  // namespace

Room make_room(int tabs) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const auto needed = static_cast<rlim_t>(descriptors_each_tab * tabs + most_visits + spare_descriptors);
  if (files.rlim_cur < needed) {
    files.rlim_cur = std::min(needed, files.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  auto room = room_in(static_cast<std::int64_t>(std::min(files.rlim_cur, needed)));
  room.tabs = std::min(room.tabs, tabs);
  return room;
}

}  // namespace crownd::web
