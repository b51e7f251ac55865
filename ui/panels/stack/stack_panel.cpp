#include "ui/panels/stack/stack_panel.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "ui/controls/layouts.h"
#include "ui/panels/stack/stack_tabs.h"
#include "ui/panels/stack/stack_view.h"
#include "ui/panels/stage/stage_form.h"
#include "ui/state/files/samples.h"

namespace lightbench {

namespace {
constexpr int minWidth = 264; // fits names, a slider and its number beside a scroll bar; equal for all filters
constexpr int minList = 56, minForm = 96; // one card; the heading and two rows of the form
constexpr int enoughForm = 360;           // what most forms need
const QString dividerSetting = QStringLiteral("window/stackDivider");
/// Says when it has taken another size.
class Halves : public QSplitter {
public:
    Halves(std::function<void()> resized, QWidget* parent)
        : QSplitter(Qt::Vertical, parent), resized_(std::move(resized)) {}

protected:
    void resizeEvent(QResizeEvent* event) override {
        QSplitter::resizeEvent(event);
        resized_();
    }

private:
    std::function<void()> resized_;
};
} // namespace

StackPanel::StackPanel(Session* session, QWidget* parent)
    : QWidget(parent), session_(session), menu_(new FilterMenu(tr("Add filter"), session->filterStore(), this)),
      view_(new StackView(*session, this)), form_(new StageForm(session)), scroll_(new QScrollArea(this)),
      halves_(new Halves([this] { divide(); }, this)), emptyState_(new QWidget(this)) {
    auto* column = layOut<QVBoxLayout>(this, 8, {10, 8, 10, 8});
    buildHeading(column);
    buildEmpty(column);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    halves_->addWidget(view_);
    connect(view_, &QWidget::customContextMenuRequested, this,
            [this](QPoint at) { emit contextMenuRequested(view_->viewport()->mapToGlobal(at)); });
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (now.isValid()) session_->setCurrent(now.row());
    });
    // A card with an error is taller.
    connect(session_->model(), &QAbstractItemModel::dataChanged, this, &StackPanel::refresh);
    scroll_->setWidget(form_);
    scroll_->setWidgetResizable(true);
    scroll_->setMinimumHeight(minForm);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    form_->setContentsMargins(0, 4, 8, 0);
    setMinimumWidth(minWidth);
    halves_->addWidget(scroll_);
    halves_->setObjectName(QStringLiteral("stackDivider"));
    halves_->setChildrenCollapsible(false);
    halves_->setStretchFactor(0, 0);
    halves_->setStretchFactor(1, 1);
    halves_->handle(1)->setToolTip(
        tr("Drag to divide the panel; a double click gives the stages the height that they need"));
    halves_->handle(1)->installEventFilter(this);
    isDividedByHand_ = halves_->restoreState(QSettings().value(dividerSetting).toByteArray());
    connect(halves_, &QSplitter::splitterMoved, this, [this] {
        isDividedByHand_ = true;
        QSettings().setValue(dividerSetting, halves_->saveState());
    });
    column->addWidget(halves_, 1);
    connect(session, &Session::stackChanged, this, &StackPanel::refresh);
    connect(session, &Session::currentChanged, this, &StackPanel::syncSelection);
    // The form of another stage starts at its top.
    connect(session, &Session::currentChanged, scroll_, [this] { scroll_->verticalScrollBar()->setValue(0); });
    connect(session, &Session::imageChanged, this, [this] { offerRestore({}); });
    refresh();
}

void StackPanel::buildHeading(QVBoxLayout* column) {
    auto* row = new QHBoxLayout;
    auto* heading = new QLabel(tr("STACK"), this);
    heading->setProperty("role", "heading");
    auto* add = addButton_ = new QToolButton(this);
    connect(menu_, &FilterMenu::chosen, this,
            [this](const QString& id) { session_->add(makeAddedStage(id.toStdString(), session_->filters())); });
    add->setText(tr("+ Add filter"));
    add->setProperty("flat", true);
    add->setMenu(menu_);
    add->setPopupMode(QToolButton::InstantPopup);
    add->setToolTip(tr("Add a filter after the chosen stage (Ctrl+Shift+A)"));
    add->setObjectName(QStringLiteral("addFilter"));
    row->addWidget(heading, 1);
    row->addWidget(newTabButton_ = new QToolButton(this));
    newTabButton_->setProperty("flat", true);
    row->addWidget(add);
    column->addLayout(row);
    column->addWidget(new StackTabs(*session_, this));
}

void StackPanel::buildEmpty(QVBoxLayout* column) {
    emptyLayout_ = layOut<QVBoxLayout>(emptyState_, 8);
    auto* hint = new QLabel(tr("No filters yet. Add one, or try a stack:"), emptyState_);
    hint->setWordWrap(true);
    hint->setProperty("role", "dim");
    restoreButton_ = new QPushButton(emptyState_);
    restoreButton_->setObjectName(QStringLiteral("restoreSession"));
    restoreButton_->hide();
    connect(restoreButton_, &QPushButton::clicked, this, &StackPanel::restoreRequested);
    emptyLayout_->addWidget(restoreButton_);
    emptyLayout_->addWidget(hint);
    for (const SampleStack& sample : sampleStacks()) {
        auto* button = new QPushButton(sample.label, emptyState_);
        button->setToolTip(sample.doc);
        button->setStyleSheet(QStringLiteral("text-align: left;"));
        connect(button, &QPushButton::clicked, this, [this, sample] {
            // The stack has no file, so saving it asks for a name.
            session_->replace(parseStack(sample.text.toStdString(), session_->filters()),
                              tr("Use the stack %1").arg(sample.label), QString());
        });
        emptyLayout_->addWidget(button);
    }
    column->addWidget(emptyState_);
}

void StackPanel::setTabAction(QAction* action) {
    newTabButton_->setDefaultAction(action);
    newTabButton_->setText(tr("+ Tab"));
    newTabButton_->setAccessibleName(tr("New tab"));
}

void StackPanel::setShowAction(QAction* action) {
    form_->setShowAction(action);
    connect(view_, &QAbstractItemView::doubleClicked, action, &QAction::trigger);
}

void StackPanel::openFilterMenu() {
    const bool isSeen = addButton_->isVisible() && !addButton_->visibleRegion().isEmpty();
    menu_->popup(isSeen ? addButton_->mapToGlobal(QPoint(0, addButton_->height()))
                        : window()->mapToGlobal(QPoint(40, 60)));
}

void StackPanel::offerRestore(const QString& label) {
    restoreButton_->setText(label);
    restoreButton_->setVisible(!label.isEmpty());
}

void StackPanel::syncSelection() {
    const int row = session_->current();
    const bool isShown = view_->currentIndex().row() == row && (row < 0 || view_->selectionModel()->isRowSelected(row));
    if (!isShown) view_->setCurrentIndex(session_->model()->index(row, 0));
}

void StackPanel::refresh() {
    const bool any = !session_->stack().empty();
    emptyState_->setVisible(!any);
    view_->setVisible(any);
    syncSelection();
    view_->doItemsLayout();
    view_->setMinimumHeight(any ? minList : 0);
    view_->setMaximumHeight(any ? std::max(minList, view_->sizeHint().height()) : 0);
    divide();
}

/// The list gets the height that it needs, and the form the rest. If that is too little for the form, the list scrolls.
/// What the form shows has no part in it, so that nothing moves when another stage is chosen. A divider that the user
/// moved stays where it is.
void StackPanel::divide() {
    if (isDividedByHand_ || view_->isHidden()) return;
    const int all = halves_->height() - halves_->handleWidth();
    const int list = std::min(view_->maximumHeight(), std::max(all / 2, all - enoughForm));
    halves_->setSizes({list, all - list});
}

void StackPanel::divideByContent() {
    isDividedByHand_ = false;
    QSettings().remove(dividerSetting);
    divide();
}

bool StackPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick) divideByContent();
    return QWidget::eventFilter(watched, event);
}

} // namespace lightbench
