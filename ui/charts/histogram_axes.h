// The axes of the histogram: which value a bin stands for, and ticks that read as "20 k" or "1e5".
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// The first value that falls into a bin, and the width of a bin, in the format's units.
double binStart(int bin, const Format& format);
double binWidth(const Format& format);
/// "143" for 8-bit, "36 608–36 863" for 16-bit, "0.559–0.563" for float.
QString binText(int bin, const Format& format);

/// 0, a quarter, the half, three quarters and full scale; of these as many as have room in `width` logical pixels.
QSharedPointer<QCPAxisTicker> valueTicker(const Format& format, int width, const QFont& font);
/// Counts of pixels up to `most`: "20 k", "1.5 M"; on a logarithmic axis "1e5". At most `lines` of them have room.
QSharedPointer<QCPAxisTicker> countTicker(bool logarithmic, double most, int lines);
/// Where a linear axis of counts ends, so that a few spikes do not press all else flat: `counts` are those of all bins
/// shown. Bins above are cut off.
double linearTop(std::vector<double> counts);

} // namespace lightbench
