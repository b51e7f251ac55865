// Elides the text to the label's width.
#include "ui/controls/elided_label.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>

namespace lightbench {

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), mode_(mode) {
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const { return {0, QLabel::minimumSizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRect room = contentsRect();
    style()->drawItemText(&painter, room, Qt::AlignVCenter | Qt::AlignLeft, palette(), isEnabled(),
                          fontMetrics().elidedText(text(), mode_, room.width()), foregroundRole());
}

} // namespace lightbench
