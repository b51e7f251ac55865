// The session's stacks as tabs above the list of stages. StackPanel shows it; it is hidden while there is only one
// stack.
#pragma once

#include <QFontMetrics>
#include <QStringList>
#include <QTabBar>

namespace lightbench {

class Session;

/// The name of a tab, shortened to this width in pixels: what it shares with another name goes first, then its middle.
/// The number and the mark of a change stay.
QString shortTabName(const QStringList& names, int tab, const QFontMetrics& metrics, int width);

class StackTabs : public QTabBar {
    Q_OBJECT

public:
    explicit StackTabs(Session& session, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    /// Shrinks the tabs to the available width, so that about five fit into a narrow panel without scroll arrows.
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;

private:
    void refresh();
    void fitTexts();
    int room() const;
    Session& session_;
};

} // namespace lightbench
