// Formats the figures of a difference for the difference panel. Numbers have units and three significant digits.
#pragma once

#include <QString>

#include "core/compare/difference.h"

namespace lightbench {

/// "1 of 255", "0.00012 of 1.0".
QString largestText(const Difference& difference, const Format& format);
/// "0.0004 · 0.021 steps"; float formats have no unit.
QString meanText(const Difference& difference, const Format& format);
/// "0 of 33 647 712".
QString mismatchedText(const Difference& difference);
/// "0.0006 %".
QString shareText(const Difference& difference);
/// The RMSE of each channel: "0.4 · 0.5 · 0.3 · 0"; an en dash if there is only one channel.
QString channelsText(const Difference& difference);
/// All figures of each channel, one line per channel.
QString channelsTip(const Difference& difference);
/// "0.0006 % differ", or "alpha: 12 % differ" if the colours are equal.
QString differText(const Difference& difference);
/// The verdict in the list of stages: "✓ match", "≈ within 1 · 214 differ", "✗ 12.3 % differ", "no reference".
QString sourceVerdictText(const Difference& difference);

} // namespace lightbench
