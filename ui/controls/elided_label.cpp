#include "ui/controls/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>

#include "ui/theme/plain_text.h"

namespace lightbench {

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), mode_(mode) {
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::setMaxLines(int lines) {
    maxLines_ = lines;
    setWordWrap(lines > 1); // makes the height depend on the width
}

QStringList ElidedLabel::linesAt(int width) const {
    if (maxLines_ == 1) return {fontMetrics().elidedText(text(), mode_, width)};
    QTextLayout layout(text(), font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    while (lines.size() < maxLines_) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(std::max(1, width));
        const bool isLast = lines.size() + 1 == maxLines_;
        lines << (isLast ? fontMetrics().elidedText(text().mid(line.textStart()), mode_, width)
                         : text().mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return lines;
}

QSize ElidedLabel::sizeHint() const {
    if (maxLines_ == 1) return QLabel::sizeHint();
    const int width = fontMetrics().horizontalAdvance(text()) / maxLines_ + margin() * 2;
    return {width, heightForWidth(width)};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {0, maxLines_ == 1 ? QLabel::minimumSizeHint().height() : fontMetrics().height()};
}

int ElidedLabel::heightForWidth(int width) const {
    if (maxLines_ == 1) return QLabel::heightForWidth(width);
    const int room = width - (this->width() - contentsRect().width());
    return int(std::max<qsizetype>(1, linesAt(room).size())) * fontMetrics().lineSpacing();
}

bool ElidedLabel::event(QEvent* event) {
    const bool isElided = event->type() == QEvent::ToolTip && linesAt(contentsRect().width()).last() != text() &&
                          linesAt(contentsRect().width()).last().contains(QChar(0x2026));
    if (!isElided) return QLabel::event(event);
    const QString rest = Qt::mightBeRichText(toolTip()) ? toolTip() : plainToolTip(toolTip());
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(text()) + rest, this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QRect room = contentsRect();
    const QStringList lines = linesAt(room.width());
    const int step = fontMetrics().lineSpacing();
    if (maxLines_ > 1) room = QRect(room.x(), room.center().y() - int(lines.size()) * step / 2, room.width(), step);
    for (const QString& line : lines) {
        style()->drawItemText(&painter, room, Qt::AlignVCenter | Qt::AlignLeft, palette(), isEnabled(), line,
                              foregroundRole());
        room.translate(0, step);
    }
}

} // namespace lightbench
