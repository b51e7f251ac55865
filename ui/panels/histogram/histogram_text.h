// Texts about pixel counts and about values outside all bins. The histogram panel shows them.
#pragma once

#include <QString>

#include "core/image/histogram.h"

namespace lightbench {

/// The number of pixels of a channel. `outside` is null for integer formats, whose values all lie in bins.
quint64 pixelsOf(const Bins& bins, const OutsideCounts* outside);
/// Names each kind that occurs, such as "30 NaN, 5 above 1".
QString outsideWords(const OutsideCounts& outside);

} // namespace lightbench
