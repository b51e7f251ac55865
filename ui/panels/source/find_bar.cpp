// Enter steps through the matches or replaces one, and Esc ends the search and goes back to the text.
#include "ui/panels/source/find_bar.h"

#include <QKeyEvent>
#include <QLineEdit>

#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/panels/source/source_editor.h"

namespace lightbench {

FindBar::FindBar(SourceEditor* editor, QWidget* parent)
    : QWidget(parent), editor_(editor), search_(new QLineEdit), replacement_(new QLineEdit) {
    search_->setPlaceholderText(tr("Find (Ctrl+F)"));
    search_->setAccessibleName(tr("Find in the source"));
    search_->setToolTip(tr("Find in the source. Enter goes to the next place, Shift+Enter to the one before."));
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(80);
    search_->setMaximumWidth(240);
    replacement_->setPlaceholderText(tr("Replace with"));
    replacement_->setAccessibleName(tr("Replace with"));
    replacement_->setMaximumWidth(240);
    replacement_->setObjectName(QStringLiteral("replacement"));
    auto* row = layOut<QHBoxLayout>(this);
    row->addStretch(1);
    row->addWidget(replacement_, 1);
    auto* one = namedButton(tr("Replace"), tr("Replace this place and go to the next"), "replaceOne");
    auto* all = namedButton(tr("Replace all"), tr("Replace every place in this file"), "replaceAll");
    row->addWidget(one);
    row->addWidget(all);
    connect(one, &QToolButton::clicked, this, [this] { editor_->replaceMatch(replacement_->text()); });
    connect(all, &QToolButton::clicked, this, [this] { editor_->replaceAllMatches(replacement_->text()); });
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& sought) {
        editor_->setSought(sought);
        if (editor_->matches() > 0 && editor_->currentMatch() == 0) editor_->step(true);
        refresh();
        emit changed();
    });
    connect(editor_, &QsciScintilla::selectionChanged, this, &FindBar::changed);
    connect(editor_, &QsciScintilla::textChanged, this, &FindBar::changed);
    search_->installEventFilter(this);
    replacement_->installEventFilter(this);
    refresh();
}

void FindBar::begin() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void FindBar::refresh() { setVisible(!editor_->isReadOnly() && !search_->text().isEmpty() && search_->isEnabled()); }

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (!isOverride && event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (isOverride) { // in the window Esc cancels a run
        if (key->key() != Qt::Key_Escape) return false;
        event->accept();
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        search_->clear();
        editor_->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter) return false;
    if (watched == replacement_)
        editor_->replaceMatch(replacement_->text());
    else
        editor_->step(!(key->modifiers() & Qt::ShiftModifier));
    emit changed();
    return true;
}

} // namespace lightbench
