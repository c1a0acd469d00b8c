#include "games/reduced_chess/strength.hpp"

namespace crownd::reduced_chess {

const StrengthScale& strength_scale_of(unsigned size) {
  static constexpr unsigned largest_small = 8;
  static constexpr StrengthScale small{{{130, 1000, 1000},
                                        {130, 942},
                                        {130, 893},
                                        {130, 841},
                                        {130, 777},
                                        {130, 694},
                                        {130, 600},
                                        {174, 552},
                                        {233, 504},
                                        {310, 457},
                                        {411, 411},
                                        {531, 369},
                                        {705, 323},
                                        {936, 276},
                                        {1195, 236},
                                        {1492, 200}}};
  static constexpr StrengthScale large{{{130, 1000, 1000},
                                        {130, 942},
                                        {130, 893},
                                        {130, 841},
                                        {130, 777},
                                        {130, 694},
                                        {130, 600},
                                        {180, 549},
                                        {233, 504},
                                        {310, 457},
                                        {410, 411},
                                        {536, 367},
                                        {695, 325},
                                        {923, 278},
                                        {1226, 231},
                                        {1530, 195}}};
  return size <= largest_small ? small : large;
}

}  // namespace crownd::reduced_chess
