// How many pixels a histogram counts, and what the histogram panel says of those that are in no bin.
#pragma once

#include <QString>

#include "core/image/histogram.h"

namespace lightbench {

/// All pixels of a channel. `outside` is null for integers, whose samples are all in bins.
quint64 pixelsOf(const Bins& bins, const OutsideCounts* outside);
/// Such as "30 NaN, 5 above 1": each kind that there is.
QString outsideWords(const OutsideCounts& outside);

} // namespace lightbench
