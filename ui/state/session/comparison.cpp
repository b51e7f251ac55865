#include "ui/state/session/comparison.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

#include "core/run/stack_text.h"
#include "ui/state/session/results.h"
#include "ui/texts/texts.h"

namespace lightbench {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("Comparison", text); }

/// The settings in which a stage differs from another one of the same filter.
QString settingsBeside(const Stage& stage, const Stage& other) {
    QStringList parts{words(stage.filter)};
    const auto& others = other.parameters.all(); // an earlier version of a kernel file may have other parameters
    for (const auto& [name, value] : stage.parameters.all())
        if (const auto found = others.find(name); found == others.end() || !(value == found->second))
            parts << words(name) + QChar('=') + words(valueText(value));
    if (stage.variant != other.variant) parts << QStringLiteral("variant=") + words(stage.variant);
    if (stage.workgroup != other.workgroup)
        parts << QStringLiteral("workgroup=") + (stage.workgroup ? words(workgroupText(*stage.workgroup)) : tr("auto"));
    if (stage.enabled != other.enabled) parts << (stage.enabled ? tr("on") : tr("off"));
    return parts.join(QChar(' '));
}
} // namespace

std::pair<QString, QString> settingsThatDiffer(const Stack& a, const FilterCatalog& filtersOfA, const Stack& b,
                                               const FilterCatalog& filtersOfB) {
    const bool areAlike = std::ranges::equal(a, b, {}, &Stage::filter, &Stage::filter);
    QStringList ofA, ofB;
    for (std::size_t i = 0; areAlike && i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        const QString number = a.size() > 1 ? QString::number(i + 1) + QChar(' ') : QString();
        ofA << number + settingsBeside(a[i], b[i]);
        ofB << number + settingsBeside(b[i], a[i]);
    }
    if (ofA.isEmpty()) return {words(stackLine(a, filtersOfA)), words(stackLine(b, filtersOfB))};
    return {ofA.join(QStringLiteral(" | ")), ofB.join(QStringLiteral(" | "))};
}

bool canPin(const Results& results) { return results.isCurrent() && results.report()->output; }

void swapSettings(Session& session, Results& results) {
    const ReportPtr a = results.pinned();
    if (!a || !canPin(results)) return;
    results.pin();
    session.replace(a->stack, tr("Swap A and B"));
    results.setReport(a); // equals what a run would compute
}

void copyPinnedSetting(Session& session, const Results& results) {
    if (results.pinned()) session.replace(results.pinned()->stack, tr("Copy A to B"));
}

} // namespace lightbench
