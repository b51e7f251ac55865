#include "ui/controls/combo_box.h"

#include <QHelpEvent>
#include <QScopedValueRollback>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

namespace lightbench {

QString ComboBox::shownText() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    return fontMetrics().elidedText(currentText(), Qt::ElideRight, room.width());
}

bool ComboBox::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || shownText() == currentText()) return QComboBox::event(event);
    const QString rest = toolTip().isEmpty() ? QString() : QChar('\n') + toolTip();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), currentText() + rest, this);
    return true;
}

void ComboBox::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText = shownText();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void ComboBox::keyPressEvent(QKeyEvent* event) {
    const QScopedValueRollback<bool> stepping(isStepping_, true);
    QComboBox::keyPressEvent(event);
}

void ComboBox::wheelEvent(QWheelEvent* event) {
    const QScopedValueRollback<bool> stepping(isStepping_, true);
    QComboBox::wheelEvent(event);
}

} // namespace lightbench
