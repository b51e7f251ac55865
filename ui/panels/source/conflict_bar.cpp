// Two buttons beside a sentence.
#include "ui/panels/source/conflict_bar.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/files/file_name.h"
#include "ui/state/files/kernel_texts.h"

namespace lightbench {

ConflictBar::ConflictBar(KernelTexts& texts, QWidget* parent) : QFrame(parent), texts_(texts), text_(new QLabel) {
    setObjectName(QStringLiteral("conflict"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    row->addWidget(text_, 1);
    const auto add = [&](const QString& text, const QString& tip, const char* name, auto act) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(tip);
        button->setObjectName(QLatin1String(name));
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, act);
    };
    add(tr("Take the file"), tr("Show the text on disk; Undo brings yours back"), "takeDisk",
        [this] { texts_.takeDisk(path_); });
    add(tr("Keep mine"), tr("Keep your text; Save then replaces the one on disk"), "keepMine",
        [this] { texts_.keepEdited(path_); });
    hide();
}

void ConflictBar::follow(const QString& path) {
    path_ = path;
    const bool isConflicting = !path.isEmpty() && texts_.isConflicting(path);
    if (isConflicting)
        text_->setText(
            tr("%1 has changed on disk, and your text is not saved.").arg(shownName(QFileInfo(path).fileName())));
    setVisible(isConflicting);
}

} // namespace lightbench
