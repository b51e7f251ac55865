// The list of stage cards in StackPanel. The user chooses a stage, switches it on or off, or drags it to another place.
// The keys that move a stage are commands of the window (ui/lab/lab_commands.cpp).
#pragma once

#include <QListView>
#include <QStyledItemDelegate>

namespace lightbench {

class Session;

/// Draws a stage as a card: handle, switch, name, main settings, time, and an error below.
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

class StackView : public QListView {
    Q_OBJECT

public:
    explicit StackView(Session& session, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, 60}; }

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int dropRowAt(int y) const;
    int dropLineY(int dropRow) const;
    void endDrag(bool drop);
    void toggle(int row);

    Session& session_;
    int pressedRow_ = -1;
    int dropRow_ = -1; ///< while dragging: the row before which the card would be dropped
    QPoint pressedAt_;
};

} // namespace lightbench
