#include "games/towers/rules.hpp"

namespace crownd::towers {

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{{{207, 668},
                                        {207, 640},
                                        {207, 614},
                                        {207, 590},
                                        {207, 567},
                                        {207, 545},
                                        {207, 524},
                                        {232, 505},
                                        {264, 484},
                                        {293, 466},
                                        {321, 451},
                                        {350, 437},
                                        {393, 419},
                                        {427, 406},
                                        {472, 390},
                                        {535, 371}}};
  return scale;
}

}  // namespace crownd::towers
