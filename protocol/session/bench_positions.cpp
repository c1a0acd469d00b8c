#include "session/bench_positions.hpp"

namespace crownd::session {

namespace {

constexpr BenchPosition positions[] = {
    {"english", "start", "startpos", 13},
    {"english", "middle", "B:W18,21,22,24,26,28,30,31,32:B1,2,3,5,7,8,11,12,15", 13},
    {"english", "kings", "W:WK4,23,27,28,29:B1,7,9,10,12,K30", 15},
    {"spanish", "start", "startpos", 13},
    {"spanish", "kings", "W:W2,6,9,K23,24,26:BK1,21,31,32", 13},
    {"stupid", "start", "startpos", 1},
    {"stupid", "behind", "r......./......../......../......../......../......../.b....../b....... r", 1},
    {"towers", "start", "startpos", 15},
    {"towers", "towers", "......w.......B....w..b..b..W...:b", 15},
    {"reduced-chess", "5x5", "startpos", 8},
    {"reduced-chess", "6x6", "6 Kc6,Ra2,Ba1,Be2 Kb3,Rd3,Re5 w", 10},
    {"reduced-chess", "8x8", "r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1", 11},
    {"reduced-chess", "10x10", "rb1b1k1b1r/10/3r6/10/10/10/10/6R3/10/RB1B1K1B1R w - - 0 1", 8},
    {"reduced-chess", "26x26", "26 Km1,Rl1 Km26 w", 8},
};

}  // namespace

std::span<const BenchPosition> bench_positions() { return positions; }

}  // namespace crownd::session
