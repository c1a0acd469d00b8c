#include "games/towers/rules.hpp"

namespace crownd::towers {

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{{{207, 524},
                                        {237, 501},
                                        {264, 484},
                                        {290, 468},
                                        {319, 452},
                                        {350, 437},
                                        {385, 422},
                                        {427, 406},
                                        {472, 390},
                                        {516, 377}}};
  return scale;
}

}  // namespace crownd::towers
