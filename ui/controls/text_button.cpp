// Creates a tool button with text and tooltip.
#include "ui/controls/text_button.h"

namespace lightbench {

QToolButton* textButton(const QString& text, const QString& toolTip, const char* look) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setProperty(look, true);
    return button;
}

} // namespace lightbench
