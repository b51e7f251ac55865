// The panels around the view: where they are docked at first, and how they are brought back.
#include <QDockWidget>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "ui/lab/dock_sizes.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/difference_panel.h"
#include "ui/panels/histogram_panel.h"
#include "ui/panels/timing_table.h"

namespace lightbench {

namespace {

/// A dock's title bar that is only a grip: the panels have headings of their own.
class DockGrip : public QWidget {
public:
    explicit DockGrip(QWidget* parent) : QWidget(parent) {
        setToolTip(LabWindow::tr("Drag to move this panel, double-click to float it"));
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

/// A dock's content on the panel's colour.
QWidget* onPanel(QWidget* content) {
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Window);
    return content;
}

/// Holds a panel whose content comes and goes: it scrolls, so that no content changes the size of its dock.
class PanelScroll : public QScrollArea {
public:
    explicit PanelScroll(QWidget* panel) {
        setWidget(panel);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
    }
    QSize sizeHint() const override { return {240, 200}; }
    QSize minimumSizeHint() const override { return {160, 64}; }
};

/// The scroll area itself is transparent: something behind it has the panel's colour.
QWidget* scrolling(QWidget* panel) {
    auto* behind = new QWidget;
    auto* column = new QVBoxLayout(behind);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(new PanelScroll(panel));
    return behind;
}

} // namespace

QDockWidget* LabWindow::addDock(Qt::DockWidgetArea area, const QString& name, const QString& title, QWidget* content) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setTitleBarWidget(new DockGrip(dock));
    dock->setWidget(onPanel(content));
    addDockWidget(area, dock);
    docks_ << dock;
    QAction* show = dock->toggleViewAction();
    show->setToolTip(tr("Show or hide the panel %1").arg(title));
    actions_.panels->addAction(show);
    return dock;
}

void LabWindow::buildDocks() {
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    histogram_ = new HistogramPanel(this);
    difference_ = new DifferencePanel(this);
    tabs_ = new QTabWidget(this);
    tabs_->setDocumentMode(true);
    timings_ = new TimingTable(tabs_);
    log_ = new LogPanel(tabs_);
    tabs_->addTab(timings_, tr("Timings"));
    tabs_->addTab(log_, tr("Log"));
    tabs_->tabBar()->setExpanding(false);
    tabs_->tabBar()->setDrawBase(false);
    addDock(Qt::LeftDockWidgetArea, QStringLiteral("dock.stack"), tr("Stack"), stackPanel_);
    addDock(Qt::RightDockWidgetArea, QStringLiteral("dock.histogram"), tr("Histogram"), scrolling(histogram_));
    addDock(Qt::RightDockWidgetArea, QStringLiteral("dock.difference"), tr("Difference"), scrolling(difference_));
    addDock(Qt::BottomDockWidgetArea, QStringLiteral("dock.times"), tr("Timings and Log"), tabs_);
    sizeDocks();
    connect(actions_.resetLayout, &QAction::triggered, this, &LabWindow::resetDocks);
    connect(log_, &LogPanel::entryAdded, this, [this](LogKind kind) {
        if (kind == LogKind::Error && tabs_->currentWidget() != log_) tabs_->setTabText(1, tr("Log ✗"));
    });
    connect(tabs_, &QTabWidget::currentChanged, this, [this] {
        if (tabs_->currentWidget() == log_) tabs_->setTabText(1, tr("Log"));
    });
}

void LabWindow::resetDocks() {
    restoreState(defaultLayout_);
    for (QDockWidget* dock : docks_)
        dock->show();
    docksByHand_ = false;
    sizeDocks();
}

/// Sizes that follow the window's, until the user chooses others.
void LabWindow::sizeDocks() {
    if (docksByHand_) return;
    const DockSizes sizes = dockSizesFor(size());
    resizeDocks({docks_[0], docks_[1], docks_[2]}, {sizes.left, sizes.right, sizes.right}, Qt::Horizontal);
    resizeDocks({docks_[1], docks_[2], docks_[3]}, {sizes.histogram, sizes.difference, sizes.bottom}, Qt::Vertical);
}

bool LabWindow::event(QEvent* event) {
    // What lies between the docks is the window's own: a press there begins to drag a separator.
    const auto* press = event->type() == QEvent::MouseButtonPress ? static_cast<QMouseEvent*>(event) : nullptr;
    if (press && isSeparator(press->position().toPoint())) docksByHand_ = true;
    return QMainWindow::event(event);
}

void LabWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (docks_.size() == 4) sizeDocks();
}

} // namespace lightbench
