// The box with or without a tick that cards and buttons share.
#pragma once

class QPainter;
class QRectF;

namespace lightbench {

/// About 14 logical pixels square, in the theme's accent while on.
void paintTickBox(QPainter& painter, const QRectF& area, bool on);

} // namespace lightbench
