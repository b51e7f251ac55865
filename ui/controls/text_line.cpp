#include "ui/controls/text_line.h"

#include <QLabel>

namespace lightbench {

QLabel* textLine(QWidget* parent, const char* role, const char* name) {
    auto* line = new QLabel(parent);
    line->setObjectName(QLatin1String(name));
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText); // it shows typed text and file names
    line->setProperty("role", role);
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    line->hide();
    return line;
}

void showTextOn(QLabel* line, const QString& text) {
    line->setText(text);
    line->setVisible(!text.isEmpty());
}

} // namespace lightbench
