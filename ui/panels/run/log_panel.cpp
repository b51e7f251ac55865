#include "ui/panels/run/log_panel.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTime>

#include "core/device/device_label.h"
#include "core/run/report.h"
#include "ui/panels/run/timing_model.h"
#include "ui/state/engine/run_control.h"
#include "ui/theme/theme.h"

namespace lightbench {

static constexpr int kindRole = Qt::UserRole + 1;

LogPanel::LogPanel(const LabContext& lab, QWidget* parent) : QTreeWidget(parent) {
    setColumnCount(2);
    setHeaderHidden(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setWordWrap(true);
    setUniformRowHeights(false);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setIndentation(14);
    header()->setStretchLastSection(true);
    header()->resizeSection(0, 96);
    setAccessibleName(tr("Log"));
    setObjectName(QStringLiteral("log"));
    setWindowTitle(tr("Log"));
    whenThemeChanges(this, [this] {
        for (int i = 0; i < topLevelItemCount(); ++i)
            colourEntry(topLevelItem(i));
    });
    connect(&lab.messages, &Messages::logged, this, &LogPanel::add);
    connect(&lab.messages, &Messages::errorsCleared, this, [this](ErrorTopic success) {
        std::erase_if(unseen_, [success](ErrorTopic error) { return Messages::clears(success, error); });
        showMark();
    });
    connect(&lab.runs, &RunControl::ended, this, [this](const ReportPtr& report) { addRun(*report); });
}

void LogPanel::showEvent(QShowEvent* event) {
    QTreeWidget::showEvent(event);
    unseen_.clear();
    showMark();
}

void LogPanel::showMark() { setWindowTitle(unseen_.empty() ? tr("Log") : tr("Log ✗")); }

void LogPanel::addRun(const Report& report) {
    QStringList details;
    for (const StageReport& stage : report.stages)
        details << tr("%1 %2, variant %3, workgroup %4: %5 (%6)")
                       .arg(stage.stackIndex + 1)
                       .arg(words(stage.filter), words(stage.variant), words(workgroupText(stage.workgroup)),
                            timeText(stage.gpuMs),
                            stage.finding.empty() ? verdictText(stage) : words(checkSummary(stage)));
    details << partsText(report);
    const auto count = report.stages.size();
    const auto reused = std::size_t(std::ranges::count_if(report.stages, &StageReport::reused));
    const QString device = words(deviceLabel(report.device));
    const QString text = count > 0 && reused == count
                             ? tr("Nothing had to run on %1: all %2 stages were reused").arg(device)
                             : tr("Ran in %1 on %2, stages: %3").arg(timeText(report.wallMs), device);
    const QString kept = reused > 0 && reused < count ? tr(" (%1 of them not run again)").arg(reused) : QString();
    add(LogKind::Info, text.arg(count) + kept, details.join('\n'));
    for (const std::string& warning : report.warnings)
        add(LogKind::Warning, words(warning));
    QStringList unproven;
    for (const StageReport& stage : report.stages)
        if (stage.difference.verdict == Verdict::ReferenceWaits || stage.difference.verdict == Verdict::ReferenceFailed)
            unproven << tr("%1 %2: %3").arg(stage.stackIndex + 1).arg(words(stage.filter), words(checkSummary(stage)));
    for (const QString& reason : unproven) // of a live stack each reason once
        if (!unproven_.contains(reason)) add(LogKind::Warning, reason);
    if (report.checked) unproven_ = unproven;
    if (report.verdict() == Verdict::Mismatch)
        add(LogKind::Warning, tr("A stage differs from its reference beyond its tolerance; Difference shows where"));
}

void LogPanel::colourEntry(QTreeWidgetItem* entry) const {
    const auto kind = LogKind(entry->data(0, kindRole).toInt());
    const Theme& t = theme();
    entry->setForeground(0, t.textDim);
    entry->setForeground(1, kind == LogKind::Error ? t.bad : kind == LogKind::Warning ? t.warning : t.text);
    for (int i = 0; i < entry->childCount(); ++i)
        entry->child(i)->setForeground(1, t.textDim);
}

void LogPanel::add(LogKind kind, const QString& text, const QString& details, ErrorTopic about) {
    const QString sign = kind == LogKind::Error     ? QStringLiteral("✗ ")
                         : kind == LogKind::Warning ? QStringLiteral("! ")
                                                    : QString();
    auto* entry = new QTreeWidgetItem({QTime::currentTime().toString(QStringLiteral("HH:mm:ss")), sign + text});
    entry->setData(0, kindRole, int(kind));
    if (!details.trimmed().isEmpty()) {
        auto* child = new QTreeWidgetItem(entry, {QString(), details.trimmed()});
        child->setFont(1, QFontDatabase::systemFont(QFontDatabase::FixedFont));
    }
    colourEntry(entry);
    addTopLevelItem(entry);
    while (topLevelItemCount() > longest)
        delete takeTopLevelItem(0);
    if (kind == LogKind::Error) entry->setExpanded(true);
    scrollToItem(entry);
    if (kind == LogKind::Error && !isVisible()) unseen_.insert(about);
    showMark();
}

QString LogPanel::text(const QList<QTreeWidgetItem*>& entries) const {
    QStringList lines;
    for (const QTreeWidgetItem* entry : entries) {
        lines << (entry->text(0) + QChar(' ') + entry->text(1)).trimmed();
        for (int i = 0; i < entry->childCount(); ++i)
            lines << entry->child(i)->text(1);
    }
    return lines.join('\n') + '\n';
}

void LogPanel::copy() const {
    QList<QTreeWidgetItem*> entries = selectedItems();
    if (entries.isEmpty())
        for (int i = 0; i < topLevelItemCount(); ++i)
            entries << topLevelItem(i);
    QApplication::clipboard()->setText(text(entries));
}

void LogPanel::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy();
    QTreeWidget::keyPressEvent(event);
}

} // namespace lightbench
