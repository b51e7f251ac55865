// The bar over the view while setting A is pinned: it shows A's stack and buttons for the comparison. ViewArea places
// it; LabWindow gives it the commands.
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QHBoxLayout;

namespace lightbench {

class ElidedLabel;

class CompareBar : public QWidget {
    Q_OBJECT

public:
    explicit CompareBar(QWidget* parent = nullptr);
    /// Adds a button for each action, with its text and tooltip.
    void setActions(const QList<QAction*>& actions);
    /// Shows what differs between A and B. The tooltip has A's whole stack.
    void showSetting(const QString& a, const QString& b, const QString& stack);

private:
    ElidedLabel* setting_;
    QHBoxLayout* row_;
};

} // namespace lightbench
