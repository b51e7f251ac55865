// The left side of the lab: the stack's cards and the form of the chosen stage. LabWindow creates it, and commands act
// on it.
#pragma once

#include <QWidget>

#include "ui/panels/stack/filter_menu.h"
#include "ui/state/session/session.h"

class QAction;
class QPushButton;
class QScrollArea;
class QSplitter;
class QToolButton;
class QVBoxLayout;

namespace lightbench {

class StackView;
class StageForm;

class StackPanel : public QWidget {
    Q_OBJECT

public:
    explicit StackPanel(Session* session, QWidget* parent = nullptr);
    /// The menu of all filters, shared by the panel's button and the Edit menu.
    FilterMenu* filterMenu() const { return menu_; }
    /// Sets the action of the button that opens a tab.
    void setTabAction(QAction* action);
    /// The action of the button in the form; a double click on a card triggers it, too.
    void setShowAction(QAction* action);
    void openFilterMenu();
    /// Forgets where the user moved the divider of list and form.
    void divideByContent();
    StackView* view() const { return view_; }
    StageForm* form() const { return form_; }
    /// Does not depend on the content, which scrolls.
    QSize sizeHint() const override { return {280, 480}; }
    QSize minimumSizeHint() const override { return {160, 160}; }
    /// Shows a button above the samples that restores the last session; an empty label removes it.
    void offerRestore(const QString& label);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void restoreRequested();
    void contextMenuRequested(QPoint global);

private:
    void buildHeading(QVBoxLayout* column);
    void buildEmpty(QVBoxLayout* column);
    void syncSelection();
    void divide();
    void refresh();

    Session* session_;
    FilterMenu* menu_;
    QToolButton* addButton_ = nullptr;
    QToolButton* newTabButton_ = nullptr;
    StackView* view_;
    StageForm* form_;
    QScrollArea* scroll_;
    QSplitter* halves_; ///< the list of stages above the form
    bool isDividedByHand_ = false;
    QWidget* emptyState_;
    QVBoxLayout* emptyLayout_;
    QPushButton* restoreButton_;
};

} // namespace lightbench
