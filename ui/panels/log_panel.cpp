// Entries of the log.
#include "ui/panels/log_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTime>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int kindRole = Qt::UserRole + 1;
}

LogPanel::LogPanel(QWidget* parent) : QTreeWidget(parent) {
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
}

void LogPanel::colourEntry(QTreeWidgetItem* entry) const {
    const auto kind = LogKind(entry->data(0, kindRole).toInt());
    const Theme& t = theme();
    entry->setForeground(0, t.textDim);
    entry->setForeground(1, kind == LogKind::Error ? t.bad : kind == LogKind::Warning ? t.warning : t.text);
    for (int i = 0; i < entry->childCount(); ++i)
        entry->child(i)->setForeground(1, t.textDim);
}

void LogPanel::add(LogKind kind, const QString& text, const QString& details) {
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
    emit entryAdded(kind);
}

void LogPanel::addDriverWords(const QString& text) {
    const QString first = text.section('\n', 0, 0), more = text.section('\n', 1);
    if (!first.isEmpty()) add(LogKind::Info, tr("The driver says: %1").arg(first), more);
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

void LogPanel::changeEvent(QEvent* event) {
    QTreeWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    for (int i = 0; i < topLevelItemCount(); ++i)
        colourEntry(topLevelItem(i));
}

} // namespace lightbench
