// The session's stacks as tabs above the list of stages. StackPanel shows it; it is hidden while there is only one
// stack.
#pragma once

#include <QTabBar>

namespace lightbench {

class Session;

class StackTabs : public QTabBar {
    Q_OBJECT

public:
    explicit StackTabs(Session& session, QWidget* parent = nullptr);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    /// Shrinks the tabs to the available width, so that about eight fit without scroll arrows.
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;

private:
    void refresh();
    Session& session_;
};

} // namespace lightbench
