// Paints a check box. Stage cards and switch buttons share it, so that both look the same.
#pragma once

class QPainter;
class QRectF;

namespace lightbench {

/// Paints into an area of about 14 x 14 logical pixels, in the theme's accent colour if on.
void paintTickBox(QPainter& painter, const QRectF& area, bool on);

} // namespace lightbench
