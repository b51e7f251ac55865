// Draws the sign for on or off before the text.
#include "ui/controls/switch_button.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

#include "ui/controls/tick_box.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int signSize = 14, signGap = 6;

void paintLamp(QPainter& painter, const QRectF& room, bool on) {
    painter.setPen(QPen(on ? theme().accent : theme().textDim, 1.4));
    painter.setBrush(on ? QBrush(theme().accent) : QBrush(Qt::NoBrush));
    painter.drawEllipse(room.adjusted(2.5, 2.5, -2.5, -2.5));
}

} // namespace

SwitchButton::SwitchButton(Sign sign, QWidget* parent) : QToolButton(parent), sign_(sign) {
    setToolButtonStyle(Qt::ToolButtonTextOnly);
}

QSize SwitchButton::sizeHint() const { return QToolButton::sizeHint() + QSize(signSize + signGap, 0); }

void SwitchButton::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const QString text = option.text;
    option.text.clear();
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
    const int wanted = signSize + signGap + fontMetrics().horizontalAdvance(text);
    const int left = std::max(4, (width() - wanted) / 2);
    const QRect sign(left, (height() - signSize) / 2, signSize, signSize);
    painter.setRenderHint(QPainter::Antialiasing);
    if (sign_ == Sign::Dot)
        paintLamp(painter, sign, isChecked());
    else
        paintTickBox(painter, sign, isChecked());
    painter.setPen(isEnabled() ? theme().text : theme().textDim);
    painter.drawText(rect().adjusted(sign.right() + 1 + signGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace lightbench
