#include "notation/fen.hpp"

#include "wire/words.hpp"

namespace crownd::notation {

int move_number(std::string_view position) {
  wire::Words words(position);
  constexpr int fields_before = 5;
  for (int i = 0; i < fields_before; ++i) (void)words.take();
  constexpr int highest = 1'000'000;  // the highest in a FEN that the engine accepts
  const auto number = wire::read_number(words.take());
  return number && *number >= 1 && *number <= highest ? static_cast<int>(*number) : 1;
}

}  // namespace crownd::notation
