// The colours that tell stages apart in charts. Green, amber and red are left to verdicts.
#pragma once

#include <QColor>

namespace lightbench {

/// By the stage's position in the stack, from 0 on; they come again after six. Text on them is readable in textOn().
QColor stageColour(int stage);
/// Black or white, whichever is read better on that colour.
QColor textOn(const QColor& colour);
/// `a` with a share of `b`, 0..1.
QColor blended(const QColor& a, const QColor& b, double share);

} // namespace lightbench
