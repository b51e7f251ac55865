#include "ui/panels/source/problem_list.h"

#include <QResizeEvent>

#include <algorithm>

#include "ui/files/file_name.h"
#include "ui/theme/theme.h"

namespace lightbench {

static constexpr int maxLines = 3;

ProblemList::ProblemList(QWidget* parent) : QListWidget(parent) {
    setAccessibleName(tr("Errors and warnings"));
    setObjectName(QStringLiteral("problems"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    hide();
    whenThemeChanges(this, [this] { colour(); });
    for (const auto isChosen : {&QListWidget::itemClicked, &QListWidget::itemActivated})
        connect(this, isChosen, this,
                [this](const QListWidgetItem* item) { emit chosen(problems_[std::size_t(row(item))]); });
}

void ProblemList::show(const std::vector<KernelProblem>& problems) {
    setVisible(!problems.empty());
    if (problems == problems_) return;
    problems_ = problems;
    clear();
    for (const KernelProblem& problem : problems) {
        const QString kind = problem.kind == BuildMessage::Error ? tr("error") : tr("warning");
        const QString text =
            QStringLiteral("%1:%2: %3: %4").arg(shownFile(problem.path)).arg(problem.line).arg(kind, problem.text);
        addItem(text);
        item(count() - 1)->setToolTip(text);
    }
    colour();
    fitHeight();
}

void ProblemList::fitHeight() {
    int height = 0;
    for (int i = 0; i < count(); ++i)
        height += sizeHintForRow(i);
    if (height > 0) setFixedHeight(std::min(height, maxLines * (fontMetrics().height() + 2)) + 2 * frameWidth() + 2);
}

void ProblemList::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitHeight(); // other words are wrapped
}

void ProblemList::colour() {
    for (int i = 0; i < count(); ++i)
        item(i)->setForeground(problems_[std::size_t(i)].kind == BuildMessage::Error ? theme().bad : theme().warning);
}

} // namespace lightbench
