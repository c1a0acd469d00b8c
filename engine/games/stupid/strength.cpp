#include "games/stupid/rules.hpp"

namespace crownd::stupid {

/// Every move is answered at once, so the node budget of a step has no meaning here; `blunder_rate` says how often a
/// capture is overlooked.
const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{{{1, 962},
                                        {1, 952},
                                        {1, 938},
                                        {1, 921},
                                        {1, 899},
                                        {1, 870},
                                        {1, 833},
                                        {1, 786},
                                        {1, 727},
                                        {1, 638},
                                        {1, 559},
                                        {1, 478},
                                        {1, 353},
                                        {1, 205},
                                        {1, 80},
                                        {1, 0}}};
  return scale;
}

}  // namespace crownd::stupid
