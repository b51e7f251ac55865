// Stores the glossary's term as the tooltip's last line, so that no other data is needed.
#include "ui/controls/glossary_tip.h"

#include <QCoreApplication>

namespace lightbench {

static QString lastLine() { return QCoreApplication::translate("lightbench::GlossaryTip", "F1: glossary, %1"); }

QString withTerm(const QString& tip, const QString& term) { return tip + '\n' + lastLine().arg(term); }

QString glossaryPageOf(const QString& tip) {
    const QString start = '\n' + lastLine().arg(QString());
    const qsizetype at = tip.lastIndexOf(start);
    if (at < 0) return {};
    return QStringLiteral("glossary.md#") + tip.mid(at + start.size()).toLower().replace(' ', '-');
}

} // namespace lightbench
