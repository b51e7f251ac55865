// What transpose and the rotations by a quarter turn share: a turn is a transposition with rows upside down.
#pragma once

#include <optional>

#include "core/filter/filter.h"

namespace lightbench {

/// Numbered as QUARTER_TURN in kernels/geometry/transpose.cl.
enum class PixelTurn { Transpose = 0, Clockwise = 1, Counterclockwise = 2 };

/// How a filter with these parameters turns; nothing where it is no quarter turn.
using TurnOf = std::optional<PixelTurn> (*)(const ParameterValues& parameters);

/// The variants of transpose; `otherwise` makes the plans where there is no quarter turn.
std::vector<Variant> turningVariants(TurnOf turn, const MakePlan& otherwise);
/// What is best of them.
ChoiceTable turningChoices();

} // namespace lightbench
