// Axes for histograms: values of bins in the units of an image format, and ticks such as "20 k" or "1e5". The histogram
// panel and the difference plot use it.
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

/// Ticks at 0, a quarter, half, three quarters and full scale, or fewer if they do not fit into `width` logical pixels.
QSharedPointer<QCPAxisTicker> valueTicker(const Format& format, int width, const QFont& font);
/// Ticks for pixel counts up to `maximum`: "20 k", "1.5 M"; on a logarithmic axis "1e5". At most `lines` ticks.
QSharedPointer<QCPAxisTicker> countTicker(bool logarithmic, double maximum, int lines);
/// The upper end of a linear count axis, chosen so that a few spikes do not flatten the rest. `counts` holds all shown
/// bins; higher bins are cut off.
double linearTop(std::vector<double> counts);

} // namespace lightbench
