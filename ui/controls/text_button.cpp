#include "ui/controls/text_button.h"

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

} // namespace lightbench
