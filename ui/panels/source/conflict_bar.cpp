#include "ui/panels/source/conflict_bar.h"

#include <QLabel>

#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/files/file_name.h"
#include "ui/state/files/kernel_texts.h"

namespace lightbench {

ConflictBar::ConflictBar(KernelTexts& texts, QWidget* parent) : QFrame(parent), texts_(texts), text_(new QLabel) {
    setObjectName(QStringLiteral("conflict"));
    auto* row = layOut<QHBoxLayout>(this);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    row->addWidget(text_, 1);
    auto* take = namedButton(tr("Take the file"), tr("Show the text on disk; Undo brings yours back"), "takeDisk");
    auto* keep = namedButton(tr("Keep mine"), tr("Keep your text; Save then replaces the one on disk"), "keepMine");
    row->addWidget(take);
    row->addWidget(keep);
    connect(take, &QToolButton::clicked, this, [this] { texts_.takeDisk(path_); });
    connect(keep, &QToolButton::clicked, this, [this] { texts_.keepEdited(path_); });
    hide();
}

void ConflictBar::refreshFor(const QString& path) {
    path_ = path;
    const bool isConflicting = !path.isEmpty() && texts_.isConflicting(path);
    if (isConflicting) text_->setText(tr("%1 has changed on disk, and your text is not saved.").arg(shownFile(path)));
    setVisible(isConflicting);
}

} // namespace lightbench
