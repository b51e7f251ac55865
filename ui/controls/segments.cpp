#include "ui/controls/segments.h"

#include <QHBoxLayout>

#include "ui/theme/theme.h"

namespace lightbench {

QToolButton* toggle(const QString& text, const QString& toolTip) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(true);
    button->setFont(interfaceFont(0.9));
    button->setProperty("segment", true);
    button->setProperty("compact", true);
    return button;
}

QFrame* segments(const QList<QToolButton*>& buttons) {
    auto* frame = new QFrame;
    frame->setProperty("segments", true);
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(2, 2, 2, 2);
    row->setSpacing(0);
    for (QToolButton* button : buttons)
        row->addWidget(button);
    return frame;
}

} // namespace lightbench
