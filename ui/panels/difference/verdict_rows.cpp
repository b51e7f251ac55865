#include "ui/panels/difference/verdict_rows.h"

#include <QPainter>
#include <QTableView>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int verdictPadding = 6, verdictGap = 8;

int roomForName(const QString& verdict, int width, const QFontMetrics& metrics) {
    return width - 2 * verdictPadding - verdictGap - metrics.horizontalAdvance(verdict);
}

/// The whole row of a cell.
QRect rowOf(const QStyleOptionViewItem& option, const QModelIndex& cell) {
    const auto* table = qobject_cast<const QTableView*>(option.widget);
    if (!table) return option.rect;
    return table->visualRect(cell.siblingAtColumn(0)) | table->visualRect(cell.siblingAtColumn(1));
}
} // namespace

QString VerdictRows::shownVerdict(const QString& name, const QString& verdict, int width, const QFontMetrics& metrics) {
    const bool fits = metrics.horizontalAdvance(name) <= roomForName(verdict, width, metrics);
    return fits ? verdict : verdict.section(QStringLiteral(" · "), 0, 0);
}

QString VerdictRows::shownName(const QString& name, const QString& verdict, int width, const QFontMetrics& metrics) {
    return metrics.elidedText(name, Qt::ElideRight,
                              roomForName(shownVerdict(name, verdict, width, metrics), width, metrics));
}

/// The style draws background and verdict; paint() draws the name over both cells.
void VerdictRows::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant colour = index.data(Qt::ForegroundRole);
    if (colour.isValid()) option->palette.setColor(QPalette::HighlightedText, colour.value<QColor>());
    option->text = index.column() == 0 ? QString()
                                       : shownVerdict(index.siblingAtColumn(0).data().toString(), option->text,
                                                      rowOf(*option, index).width(), option->fontMetrics);
}

void VerdictRows::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    // Each cell draws its own part of the name, because cells may be painted separately.
    const QModelIndex name = index.siblingAtColumn(0), verdict = index.siblingAtColumn(1);
    const QRect row = rowOf(option, index);
    painter->save();
    painter->setClipRect(option.rect, Qt::IntersectClip);
    painter->setFont(option.font);
    painter->setPen(theme().text);
    painter->drawText(row.adjusted(verdictPadding, 0, -verdictPadding, 0), Qt::AlignVCenter | Qt::AlignLeft,
                      shownName(name.data().toString(), verdict.data().toString(), row.width(), option.fontMetrics));
    painter->restore();
}

} // namespace lightbench
