// Draws rows of name and verdict in the difference panel. A name may extend into the verdict's column as far as the
// verdict leaves space.
#pragma once

#include <QStyledItemDelegate>

namespace lightbench {

/// For two columns, name and verdict.
class VerdictRows : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// The name, elided to fit into a row of this width.
    static QString shownName(const QString& name, const QString& verdict, int width, const QFontMetrics& metrics);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace lightbench
