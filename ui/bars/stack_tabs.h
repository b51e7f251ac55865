// The session's stacks as tabs above the list of stages; out of sight while there is one.
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
    /// A tab is as wide as there is room, so that none needs arrows before eight or so.
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;

private:
    void refresh();
    Session& session_;
};

} // namespace lightbench
