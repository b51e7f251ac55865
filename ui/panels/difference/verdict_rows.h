// Draws rows of name and verdict in the difference panel. A name may extend into the verdict's column as far as the
// verdict leaves space. Where there is little, the verdict is shortened before the name.
#pragma once

#include <QStyledItemDelegate>

namespace lightbench {

/// For two columns, name and verdict.
class VerdictRows : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// The verdict, or its first part alone where the name would not fit beside all of it into a row of this width.
    static QString shownVerdict(const QString& name, const QString& verdict, int width, const QFontMetrics& metrics);
    /// The name, elided to fit beside what is shown of the verdict.
    static QString shownName(const QString& name, const QString& verdict, int width, const QFontMetrics& metrics);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace lightbench
