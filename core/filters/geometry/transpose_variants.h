// Transposition and quarter turns, shared by transpose and rotate-90. A turn is a transposition with rows reversed; the
// programs are in kernels/geometry/transpose/.
#pragma once

#include <optional>

#include "core/framework/filter.h"

namespace lightbench {

/// Numbered like QUARTER_TURN in kernels/geometry/transpose/quarter_turns.clh.
enum class QuarterTurn { Transpose = 0, Clockwise = 1, Counterclockwise = 2 };

/// The quarter turn for these parameters; nullopt for other angles.
using QuarterTurnOf = std::optional<QuarterTurn> (*)(const ParameterValues& parameters);

/// The variants of transpose, for parameters with a quarter turn.
std::vector<Variant> transposeVariants(QuarterTurnOf turn);
/// The measured choices for these variants.
ChoiceTable transposeChoices();

} // namespace lightbench
