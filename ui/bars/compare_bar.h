// Two settings side by side: what A is, and what can be done with it. It lies over the view while A is pinned.
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
    /// Buttons for them, with their texts and tips.
    void setActions(const QList<QAction*>& actions);
    /// What tells A from B in words, and A's whole stack for the tooltip.
    void showSetting(const QString& a, const QString& b, const QString& stack);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ElidedLabel* setting_;
    QHBoxLayout* row_;
};

} // namespace lightbench
