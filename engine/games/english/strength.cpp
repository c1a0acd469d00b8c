#include "games/english/rules.hpp"

namespace crownd::english {

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{{{130, 558},
                                        {166, 521},
                                        {211, 484},
                                        {262, 451},
                                        {324, 418},
                                        {402, 385},
                                        {498, 353},
                                        {619, 319},
                                        {742, 292},
                                        {885, 265}}};
  return scale;
}

}  // namespace crownd::english
