// Updates the tabs when the session's tabs change.
#include "ui/panels/stack/stack_tabs.h"

#include <QMouseEvent>
#include <QSignalBlocker>

#include <algorithm>

#include "core/run/stack_text.h"
#include "ui/state/session/session.h"
#include "ui/theme/plain_text.h"

namespace lightbench {

namespace {
constexpr int minimum = 56, maximum = 160; // in logical pixels
} // namespace

StackTabs::StackTabs(Session& session, QWidget* parent) : QTabBar(parent), session_(session) {
    setObjectName(QStringLiteral("stackTabs"));
    setAccessibleName(tr("Stacks"));
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setElideMode(Qt::ElideRight);
    setUsesScrollButtons(true);
    connect(this, &QTabBar::currentChanged, &session, &Session::chooseTab);
    connect(&session, &Session::tabsChanged, this, &StackTabs::refresh);
    refresh();
}

void StackTabs::refresh() {
    const QSignalBlocker quiet(this);
    while (count() > session_.tabCount())
        removeTab(count() - 1);
    while (count() < session_.tabCount())
        addTab(QString());
    for (int i = 0; i < count(); ++i) {
        setTabText(i, plainLabel(session_.tabName(i)));
        const QString stack = QString::fromStdString(stackLine(session_.tabStack(i).stack, session_.filters()));
        setTabToolTip(
            i,
            plainToolTip(tr("%1\nCtrl+PgUp and Ctrl+PgDown go from tab to tab, the middle button closes").arg(stack)));
    }
    setCurrentIndex(session_.tab());
    setVisible(count() > 1);
}

void StackTabs::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton) session_.closeTab(tabAt(event->position().toPoint()));
    QTabBar::mouseReleaseEvent(event);
}

QSize StackTabs::tabSizeHint(int index) const {
    const QSize size = QTabBar::tabSizeHint(index);
    return {std::clamp(width() / std::max(1, count()), minimum, std::min(maximum, std::max(minimum, size.width()))),
            size.height()};
}

QSize StackTabs::minimumTabSizeHint(int index) const { return {minimum, QTabBar::minimumTabSizeHint(index).height()}; }

} // namespace lightbench
