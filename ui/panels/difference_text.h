// The figures of a difference as the panel writes them: with units, three significant digits.
#pragma once

#include <QString>

#include "core/image/difference.h"

namespace lightbench {

/// "1 of 255", "0.00012 of 1.0".
QString largestText(const Difference& difference, const Format& format);
/// "0.0004 · 0.021 steps"; floats without a unit.
QString meanText(const Difference& difference, const Format& format);
/// "∞ dB", "62.3 dB".
QString psnrText(const Difference& difference);
/// "0 of 33 647 712".
QString mismatchedText(const Difference& difference);
/// "0.0006 %".
QString shareText(const Difference& difference);
/// The RMSE of each channel: "0.4 · 0.5 · 0.3 · 0"; an en dash for one channel alone.
QString channelsText(const Difference& difference);
/// All figures of each channel, a line each.
QString channelsTip(const Difference& difference);
/// "0.0006 % of samples differ", or "alpha: 12 % of samples differ" where the colours are equal.
QString differText(const Difference& difference);
/// For the list of stages: "✓ match", "≈ within 1 · 214 samples", "✗ 12.3 % of samples", "not checked".
QString sourceVerdictText(const Difference& difference);
/// Of a chain whose stages are all within their tolerances: "≈ 12.3 % of samples differ".
QString grownText(const Difference& difference);

} // namespace lightbench
