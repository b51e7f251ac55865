#include "ui/lab/docks.h"

#include <QAction>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/controls/window_habits.h"
#include "ui/manual/manual_pages.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int barHeights = 68; ///< of the top bar and the status bar

/// A title bar that is only a grip, because panels have their own headings.
class DockGrip : public QWidget {
public:
    explicit DockGrip(QWidget* parent) : QWidget(parent) {
        setToolTip(Docks::tr("Drag to move this panel, double-click to float it"));
        setCursor(Qt::SizeAllCursor);
        setFixedHeight(9);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), theme().panel);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(underMouse() ? theme().textDim : theme().border);
        for (int i = -2; i <= 2; ++i)
            painter.drawEllipse(QPointF(width() / 2.0 + 6 * i, 5), 1.3, 1.3);
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }
};

/// Puts a dock's content on the panel's colour.
QWidget* onPanel(QWidget* content) {
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Window);
    return content;
}

/// A scroll area for a panel whose content varies, so that it never changes the dock's size.
class PanelScroll : public QScrollArea {
public:
    explicit PanelScroll(QWidget* panel) {
        setWidget(panel);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
    }
    QSize sizeHint() const override { return {240, 200}; }
    /// The panel's own minimum width, so that nothing is cut off.
    QSize minimumSizeHint() const override { return {std::max(160, widget()->minimumWidth()), 64}; }
};

/// A tab widget without the line that Qt paints above a corner widget, whatever the style sheet says.
class FramelessTabs : public QTabWidget {
public:
    using QTabWidget::QTabWidget;

protected:
    void paintEvent(QPaintEvent*) override {}
};
} // namespace

QWidget* scrolling(QWidget* panel) {
    auto* behind = new QWidget; // gives the transparent scroll area the panel's colour
    auto* column = layOut<QVBoxLayout>(behind);
    column->addWidget(new PanelScroll(panel));
    return behind;
}

Docks::Docks(QMainWindow* window)
    : QObject(window), window_(window), tabs_(new FramelessTabs(window)),
      panelsMenu_(new QMenu(tr("Pane&ls"), window)) {
    window->setDockNestingEnabled(true);
    window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setExpanding(false);
    tabs_->tabBar()->setDrawBase(false);
}

void Docks::addDock(Qt::DockWidgetArea area, double size, const QString& id, const QString& title, const QString& page,
                    QWidget* panel) {
    panels_[id] = panel;
    setManualPage(panel, page);
    if (area == Qt::BottomDockWidgetArea) return addTab(id, title, panel);
    docks_.push_back({makeDock(area, id, title, panel), area, size});
    setManualPage(docks_.back().widget, page); // its title bar does not lie in the panel
}

/// Adds a tab to the dock below the image. The menu lists it, and choosing it brings it to the front.
void Docks::addTab(const QString& id, const QString& title, QWidget* panel) {
    if (tabs_->count() == 0) {
        docks_.push_back({makeDock(Qt::BottomDockWidgetArea, QStringLiteral("dock.times"), tr("Measurements"), tabs_),
                          Qt::BottomDockWidgetArea, 1});
        panelsMenu_->addSeparator();
    }
    tabs_->addTab(panel, title);
    QAction* show = panelsMenu_->addAction(title, this, [this, id] { this->show(id); });
    show->setToolTip(tr("Show the tab %1 of Measurements").arg(title));
    connect(panel, &QWidget::windowTitleChanged, this,
            [this, panel](const QString& text) { tabs_->setTabText(tabs_->indexOf(panel), text); });
}

QDockWidget* Docks::makeDock(Qt::DockWidgetArea area, const QString& id, const QString& title, QWidget* content) {
    auto* dock = new QDockWidget(title, window_);
    dock->setObjectName(id);
    dock->setTitleBarWidget(new DockGrip(dock));
    dock->setWidget(onPanel(content));
    window_->addDockWidget(area, dock);
    QAction* show = dock->toggleViewAction();
    show->setToolTip(tr("Show or hide the panel %1").arg(title));
    panelsMenu_->addAction(show);
    return dock;
}

QList<QDockWidget*> Docks::all() const {
    QList<QDockWidget*> all;
    for (const Dock& dock : docks_)
        all << dock.widget;
    return all;
}

void Docks::show(const QString& id) {
    QWidget* panel = panels_.value(id);
    for (const Dock& dock : docks_)
        if (dock.widget->isAncestorOf(panel)) dock.widget->show();
    if (tabs_->indexOf(panel) >= 0) tabs_->setCurrentWidget(panel);
    panel->setFocus();
}

void Docks::setMaximised(bool maximised) {
    if (maximised == isMaximised_) return;
    QDockWidget* bottom = nullptr;
    for (const Dock& dock : docks_)
        if (dock.area == Qt::BottomDockWidgetArea) bottom = dock.widget;
    if (!bottom || bottom->isFloating()) return;
    isMaximised_ = maximised;
    if (maximised) {
        height_ = bottom->height();
        bottom->show();
        for (const Dock& dock : docks_)
            if (dock.widget != bottom && !dock.widget->isFloating() && dock.widget->isVisible()) hidden_ << dock.widget;
        hidden_ << window_->centralWidget();
        for (QWidget* widget : std::as_const(hidden_))
            widget->hide();
        tabs_->currentWidget()->setFocus();
    } else {
        for (QWidget* widget : std::exchange(hidden_, {}))
            widget->show();
        window_->resizeDocks({bottom}, {height_}, Qt::Vertical);
        followWindow();
    }
    emit maximisedChanged();
}

void Docks::setMaximiseAction(QAction* action) {
    tabs_->setCornerWidget(actionButton(action));
    connect(tabs_->tabBar(), &QTabBar::tabBarDoubleClicked, action, &QAction::trigger);
    connect(action, &QAction::toggled, this,
            [action](bool on) { action->setIconText(on ? tr("Restore") : tr("Maximise")); });
    window_->installEventFilter(this);
}

bool Docks::eventFilter(QObject*, QEvent* event) {
    const bool isEscape = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (!isEscape || !isMaximised_) return false;
    setMaximised(false);
    return true;
}

void Docks::restoreLayout() {
    const QSettings settings;
    atFirst_ = window_->saveState();
    const bool isPlaced = window_->restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    const bool restored = window_->restoreState(settings.value(QStringLiteral("window/layout")).toByteArray());
    if (isPlaced) fitToScreen(window_); // it may have been saved on a larger one
    isByHand_ = settings.value(QStringLiteral("window/docksByHand"), restored).toBool();
    followWindow();
}

void Docks::keepLayout() {
    setMaximised(false);
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), window_->saveGeometry());
    settings.setValue(QStringLiteral("window/layout"), window_->saveState());
    settings.setValue(QStringLiteral("window/docksByHand"), isByHand_);
}

void Docks::reset() {
    setMaximised(false);
    window_->restoreState(atFirst_);
    for (const Dock& dock : docks_)
        dock.widget->show();
    isByHand_ = false;
    followWindow();
}

void Docks::pressed(QPoint position) {
    if (window_->isSeparator(position)) isByHand_ = true;
}

void Docks::followWindow() {
    if (isByHand_ || isMaximised_) return;
    const auto share = [](int whole, double part, int minimum, int maximum) {
        return std::clamp(int(std::lround(whole * part)), minimum, maximum);
    };
    // The image keeps at least half of the width. Below 800 pixels all panels shrink a little.
    const int width = window_->width(), room = std::max(0, window_->height() - barHeights);
    const int left = share(width, 0.235, std::min(216, width / 3), 400);
    const int right = share(width, 0.21, std::min(220, width * 11 / 40), 420);
    const int bottom = share(room, 0.35, 96, 480);
    QList<QDockWidget*> columns, rows;
    QList<int> widths, heights;
    for (const Dock& dock : docks_) {
        const int height = dock.area == Qt::BottomDockWidgetArea ? bottom : int((room - bottom) * dock.size);
        if (dock.area != Qt::BottomDockWidgetArea) {
            columns << dock.widget;
            widths << (dock.area == Qt::LeftDockWidgetArea ? left : right);
        }
        if (dock.area != Qt::BottomDockWidgetArea && dock.size == 1)
            continue; // nothing else in its column to resize against
        rows << dock.widget;
        heights << height;
    }
    window_->resizeDocks(columns, widths, Qt::Horizontal);
    window_->resizeDocks(rows, heights, Qt::Vertical);
}

} // namespace lightbench
