// Colours of stages in charts. The timeline and plots use them. Green, amber and red are reserved for verdicts.
#pragma once

#include <QColor>

namespace lightbench {

/// The colour of a stage by its position in the stack, from 0; colours repeat after six. Text on it is readable in
/// textOn().
QColor stageColour(int stage);
/// Black or white, whichever is more readable on that colour.
QColor textOn(const QColor& colour);
/// Mixes a share of `b`, 0..1, into `a`.
QColor blended(const QColor& a, const QColor& b, double share);

} // namespace lightbench
