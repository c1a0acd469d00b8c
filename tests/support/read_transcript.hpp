#pragma once

#include "connection/transcript.hpp"

#include <fstream>
#include <string>

namespace crownd::connection {

/// Reads a file with one conversation.
[[nodiscard]] inline Transcript read_transcript(const std::string& path, const std::string& name) {
  Transcript transcript{name, {}, {}};
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) read_step(transcript, line, ++number);
  return transcript;
}

}  // namespace crownd::connection
