#include "games/english/rules.hpp"

namespace crownd::english {

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{{{130, 1000, 230},
                                        {130, 930},
                                        {130, 858},
                                        {130, 790},
                                        {130, 715},
                                        {130, 642},
                                        {130, 558},
                                        {160, 529},
                                        {211, 484},
                                        {264, 450},
                                        {343, 409},
                                        {441, 371},
                                        {544, 339},
                                        {644, 313},
                                        {773, 286},
                                        {885, 265}}};
  return scale;
}

}  // namespace crownd::english
