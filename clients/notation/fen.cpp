#include "notation/fen.hpp"

#include "wire/words.hpp"

#include <array>

namespace crownd::notation {

std::string epd_to_fen(const std::string& text) {
  wire::Words words(text);
  std::array<std::string, 4> fields;
  for (auto& field : fields) field = std::string(words.take());
  const bool chess = fields[0].find('/') != std::string::npos && (fields[1] == "w" || fields[1] == "b") &&
                     !fields[3].empty() && !wire::read_number(words.peek());
  if (!chess) return text;
  return fields[0] + ' ' + fields[1] + ' ' + fields[2] + ' ' + fields[3] + " 0 1";
}

int move_number(std::string_view position) {
  wire::Words words(position);
  constexpr int fields_before = 5;
  for (int i = 0; i < fields_before; ++i) (void)words.take();
  constexpr int highest = 1'000'000;  // the highest in a FEN that the engine accepts
  const auto number = wire::read_number(words.take());
  return number && *number >= 1 && *number <= highest ? static_cast<int>(*number) : 1;
}

}  // namespace crownd::notation
