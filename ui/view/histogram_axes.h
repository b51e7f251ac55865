// The axes of the histogram: which value a bin stands for, and ticks that read as "20 k" or "1e5".
#pragma once

#include <qcustomplot.h>

#include "core/image.h"

namespace lightbench {

/// The first value that falls into a bin, and the width of a bin, in the format's units.
double binStart(int bin, const Format& format);
double binWidth(const Format& format);
/// "143" for 8-bit, "36 608–36 863" for 16-bit, "0.559–0.563" for float.
QString binText(int bin, const Format& format);

/// 0, a quarter, the half, three quarters and full scale.
QSharedPointer<QCPAxisTicker> valueTicker(const Format& format);
/// Counts of pixels: "20 k", "1.5 M"; on a logarithmic axis "1e5".
QSharedPointer<QCPAxisTicker> countTicker(bool logarithmic);

} // namespace lightbench
