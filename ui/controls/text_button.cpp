#include "ui/controls/text_button.h"

namespace lightbench {

QToolButton* textButton(const QString& text, const QString& toolTip, const char* look) {
    QToolButton* button = namedButton(text, toolTip, "");
    button->setProperty(look, true);
    return button;
}

QToolButton* namedButton(const QString& text, const QString& toolTip, const char* name) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setObjectName(QLatin1String(name));
    return button;
}

} // namespace lightbench
