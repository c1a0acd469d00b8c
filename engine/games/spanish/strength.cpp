#include "games/spanish/rules.hpp"

namespace crownd::spanish {

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{{{130, 1000, 230},
                                        {130, 915},
                                        {130, 850},
                                        {130, 780},
                                        {130, 707},
                                        {130, 637},
                                        {130, 560},
                                        {174, 515},
                                        {233, 470},
                                        {315, 423},
                                        {435, 374},
                                        {546, 339},
                                        {709, 300},
                                        {925, 259},
                                        {1230, 216},
                                        {1660, 170}}};
  return scale;
}

}  // namespace crownd::spanish
