// Draws a stage as a card: handle, switch, name, main settings, time, and an error below. StackView uses it as
// delegate.
#pragma once

#include <QStyledItemDelegate>

namespace lightbench {

class StackCard : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Areas of a card drawn in `row`, for clicks.
    static QRect switchRect(const QRect& row);
    static QRect handleRect(const QRect& row);
};

} // namespace lightbench
