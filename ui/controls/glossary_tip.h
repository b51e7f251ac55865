// Tooltips that lead to the manual's glossary: while such a tooltip is shown, F1 opens the glossary at its term. Table
// headers and editors use them (ui/manual/manual_pages.h).
#pragma once

#include <QString>

namespace lightbench {

/// The tooltip, and a last line that names a heading of glossary.md.
QString withTerm(const QString& tip, const QString& term);

/// Such as "glossary.md#speed-up". Empty for a tooltip that names no term.
QString glossaryPageOf(const QString& tip);

} // namespace lightbench
