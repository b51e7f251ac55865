#include "ui/panels/stack/stack_tabs.h"

#include <QMouseEvent>
#include <QSignalBlocker>

#include <algorithm>

#include "core/run/stack_text.h"
#include "ui/state/session/session.h"
#include "ui/theme/plain_text.h"

namespace lightbench {

namespace {
constexpr int minimum = 46, maximum = 160; // in logical pixels
constexpr int padding = 8;                 // on each side, in the style sheet
const QString ellipsis = QStringLiteral("…");

/// How much of a name another one begins with, to the end of a word: a number is never cut.
qsizetype sharedStart(const QString& name, const QString& other) {
    const auto end = std::ranges::mismatch(name, other).in1;
    qsizetype shared = end - name.begin();
    while (shared > 0 && name[shared - 1].isLetterOrNumber())
        --shared;
    return shared;
}
} // namespace

QString shortTabName(const QStringList& names, int tab, const QFontMetrics& metrics, int width) {
    const QString& whole = names[tab];
    if (metrics.horizontalAdvance(whole) <= width) return whole;
    qsizetype shared = 0;
    for (int other = 0; other < names.size(); ++other)
        if (other != tab) shared = std::max(shared, sharedStart(whole, names[other]));
    const QString mark = whole.endsWith(changedMark()) ? changedMark() : QString();
    const QString own = whole.mid(shared).chopped(mark.size());
    const int room = width - metrics.horizontalAdvance(mark);
    const bool isBegun = shared > 0 && metrics.horizontalAdvance(ellipsis + own) <= room;
    return metrics.elidedText((isBegun ? ellipsis : QString()) + own, Qt::ElideMiddle, room) + mark;
}

StackTabs::StackTabs(Session& session, QWidget* parent) : QTabBar(parent), session_(session) {
    setObjectName(QStringLiteral("stackTabs"));
    setAccessibleName(tr("Stacks"));
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setElideMode(Qt::ElideMiddle);
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
    fitTexts();
    for (int i = 0; i < count(); ++i) {
        const QString stack = QString::fromStdString(stackLine(session_.tabStack(i).stack, session_.filters()));
        setTabToolTip(i,
                      plainToolTip(tr("%1: %2\nCtrl+PgUp and Ctrl+PgDown go from tab to tab, the middle button closes")
                                       .arg(session_.tabName(i), stack)));
    }
    setCurrentIndex(session_.tab());
    setVisible(count() > 1);
}

/// The width of one tab if all had the same.
int StackTabs::room() const { return std::max(minimum, width() / std::max(1, count())); }

void StackTabs::fitTexts() {
    QStringList names;
    for (int i = 0; i < count(); ++i)
        names << session_.tabName(i);
    for (int i = 0; i < count(); ++i)
        setTabText(i, plainLabel(shortTabName(names, i, fontMetrics(), std::min(room(), maximum) - 2 * padding)));
}

void StackTabs::resizeEvent(QResizeEvent* event) {
    fitTexts();
    QTabBar::resizeEvent(event);
}

void StackTabs::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton) session_.closeTab(tabAt(event->position().toPoint()));
    QTabBar::mouseReleaseEvent(event);
}

QSize StackTabs::tabSizeHint(int index) const {
    const QSize size = QTabBar::tabSizeHint(index);
    return {std::clamp(size.width(), minimum, std::min(maximum, room())), size.height()};
}

QSize StackTabs::minimumTabSizeHint(int index) const { return {minimum, QTabBar::minimumTabSizeHint(index).height()}; }

} // namespace lightbench
