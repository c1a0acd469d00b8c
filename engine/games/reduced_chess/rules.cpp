#include "games/reduced_chess/rules.hpp"

namespace crownd::reduced_chess {

template struct Rules<1>;
template struct Rules<2>;
template struct Rules<4>;
template struct Rules<11>;

namespace {

template <class R>
constexpr bool complete =
    crownd::Rules<R>&& HasNoisyMoves<R>&& HasQuickMoveTest<R>&& HasQuickCount<R>&& HasCheck<R>&& HasOrderHint<R>&&
        HasNullMove<R>&& HasEvaluationTerms<R>&& HasFeatures<R>&& HasStandardText<R>&& HasEndings<R>&& HasNetwork<R> &&
    sizeof(typename R::Move) == 4;

static_assert(complete<Rules<1>> && complete<Rules<2>> && complete<Rules<4>> && complete<Rules<11>>);

}  // namespace

}  // namespace crownd::reduced_chess
