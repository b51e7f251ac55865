// Implements dragging itself, since one short list needs no system drag and drop.
#include "ui/panels/stack/stack_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/panels/stack/stack_card.h"
#include "ui/theme/theme.h"

namespace lightbench {

StackView::StackView(QWidget* parent) : QListView(parent) {
    setItemDelegate(new StackCard(this));
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setResizeMode(QListView::Adjust);
    setAccessibleName(tr("Stack"));
    setAccessibleDescription(tr("Stages in order. Return switches a stage on or off, Alt and the arrows move it"));
    setObjectName(QStringLiteral("stackView"));
}

QSize StackView::sizeHint() const {
    int height = 0;
    for (int row = 0; model() && row < model()->rowCount(); ++row)
        height += sizeHintForRow(row);
    return {260, height + 2};
}

void StackView::mousePressEvent(QMouseEvent* event) {
    const QModelIndex at = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && at.isValid() &&
        StackCard::switchRect(visualRect(at)).adjusted(-6, -10, 6, 10).contains(event->pos())) {
        setFocus(Qt::MouseFocusReason);
        emit toggleRequested(at.row());
        return;
    }
    QListView::mousePressEvent(event);
    pressedRow_ = event->button() == Qt::LeftButton && at.isValid() ? at.row() : -1;
    pressedAt_ = event->pos();
}

void StackView::mouseMoveEvent(QMouseEvent* event) {
    const QModelIndex at = indexAt(event->pos());
    const bool overHandle = at.isValid() && StackCard::handleRect(visualRect(at)).contains(event->pos());
    viewport()->setCursor(dropRow_ >= 0 ? Qt::ClosedHandCursor : overHandle ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (pressedRow_ < 0 || !(event->buttons() & Qt::LeftButton)) return;
    if (dropRow_ < 0 && (event->pos() - pressedAt_).manhattanLength() < QApplication::startDragDistance()) return;
    dropRow_ = dropRowAt(event->pos().y());
    viewport()->update();
}

void StackView::mouseReleaseEvent(QMouseEvent* event) {
    const bool dragged = dropRow_ >= 0;
    endDrag(true);
    if (!dragged) QListView::mouseReleaseEvent(event);
}

void StackView::endDrag(bool drop) {
    const int from = pressedRow_, dropRow = dropRow_;
    pressedRow_ = dropRow_ = -1;
    viewport()->update();
    viewport()->setCursor(Qt::ArrowCursor);
    if (!drop || from < 0 || dropRow < 0) return;
    const int to = dropRow > from ? dropRow - 1 : dropRow;
    if (to != from) emit moveRequested(from, to);
}

int StackView::dropRowAt(int y) const {
    int row = 0;
    while (row < model()->rowCount() && visualRect(model()->index(row, 0)).center().y() < y)
        ++row;
    return row;
}

int StackView::dropLineY(int dropRow) const {
    if (dropRow < model()->rowCount()) return visualRect(model()->index(dropRow, 0)).top() - 4;
    return visualRect(model()->index(dropRow - 1, 0)).bottom() - 2;
}

void StackView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && dropRow_ >= 0) return endDrag(false);
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && currentIndex().isValid()) return emit toggleRequested(currentIndex().row());
    QListView::keyPressEvent(event);
}

void StackView::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    if (dropRow_ < 0) return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().accent);
    const int y = std::max(1, dropLineY(dropRow_));
    painter.drawRoundedRect(QRectF(2, y - 1, viewport()->width() - 4, 3), 1.5, 1.5);
    painter.drawEllipse(QPointF(4, y + 0.5), 4, 4);
}

void StackView::resizeEvent(QResizeEvent* event) {
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // cards are as wide as the view
}

} // namespace lightbench
