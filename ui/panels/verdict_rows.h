// Draws the rows of the difference's list: the name has all the room that its own row's verdict leaves it.
#pragma once

#include <QStyledItemDelegate>

namespace lightbench {

/// For two columns, name and verdict: the name runs on into the verdict's column.
class VerdictRows : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// The name as it is written in a row of this width.
    static QString shownName(const QString& name, const QString& verdict, int width, const QFontMetrics& metrics);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace lightbench
