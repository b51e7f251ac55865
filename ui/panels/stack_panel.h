// The left side of the lab: the stack's cards, and the form of the chosen one.
#pragma once

#include <QWidget>

#include "ui/panels/filter_menu.h"
#include "ui/state/session.h"

class QAction;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace lightbench {

class StackView;
class StageForm;

class StackPanel : public QWidget {
    Q_OBJECT

public:
    explicit StackPanel(Session* session, QWidget* parent = nullptr);
    /// All filters, by group and by typing; for the button here and for the Edit menu.
    FilterMenu* filterMenu() const { return menu_; }
    /// For the button that opens a tab.
    void setTabAction(QAction* action);
    /// For the button in the form, and a double click on a card.
    void setShowAction(QAction* action);
    /// Beneath its button.
    void openFilterMenu();
    StackView* view() const { return view_; }
    StageForm* form() const { return form_; }
    /// The same whatever it holds: what does not fit scrolls.
    QSize sizeHint() const override { return {280, 480}; }
    QSize minimumSizeHint() const override { return {160, 160}; }
    /// One more button above the samples, for the last session; empty: none.
    void offerRestore(const QString& label);

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void restoreRequested();
    void contextMenuRequested(QPoint global);

private:
    void buildHeading(QVBoxLayout* column);
    void buildEmpty(QVBoxLayout* column);
    void buildView(QVBoxLayout* column);
    void syncSelection();
    void refresh();
    void offerSamples();

    Session* session_;
    FilterMenu* menu_;
    QToolButton* add_ = nullptr;
    QToolButton* tab_ = nullptr;
    StackView* view_;
    StageForm* form_;
    QScrollArea* scroll_;
    QWidget* empty_;
    QVBoxLayout* offers_;
    QPushButton* restore_;
};

} // namespace lightbench
