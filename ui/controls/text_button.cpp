#include "ui/controls/text_button.h"

#include "ui/controls/layouts.h"
#include "ui/theme/theme.h"

namespace lightbench {

QToolButton* textButton(const QString& text, const QString& toolTip, const char* look) {
    QToolButton* button = namedButton(text, toolTip, "");
    button->setProperty(look, true);
    return button;
}

QToolButton* actionButton(QAction* action, const char* look) {
    auto* button = new QToolButton;
    showAction(button, action);
    button->setProperty(look, true);
    return button;
}

void showAction(QToolButton* button, QAction* action) {
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAccessibleName(action->text().remove('&'));
}

QToolButton* namedButton(const QString& text, const QString& toolTip, const char* name) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setObjectName(QLatin1String(name));
    return button;
}

QToolButton* toggle(const QString& text, const QString& toolTip) {
    QToolButton* button = textButton(text, toolTip, "segment");
    button->setAccessibleName(toolTip);
    button->setCheckable(true);
    button->setFont(interfaceFont(0.9));
    button->setProperty("compact", true);
    return button;
}

QFrame* segments(const QList<QToolButton*>& buttons) {
    auto* frame = new QFrame;
    frame->setProperty("segments", true);
    auto* row = layOut<QHBoxLayout>(frame, 0, {2, 2, 2, 2});
    for (QToolButton* button : buttons)
        row->addWidget(button);
    return frame;
}

} // namespace lightbench
