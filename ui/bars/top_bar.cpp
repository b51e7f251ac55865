// The bar's buttons, and which of them a narrow window moves into the menu at the end.
#include "ui/bars/top_bar.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/bars/device_box.h"
#include "ui/bars/zoom_box.h"
#include "ui/controls/switch_button.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

/// What gives way as the bar gets narrower, in this order. Each step includes those before it, but that the modes as a
/// menu leave room for live and check again.
enum Step { Everything, BriefCheck, NoExport, NoOpen, NoFit, NoCheck, NoLive, CompactModes, ModesAsMenu, Least };

/// Five buttons, each 6 pixels less on either side than the theme's padding of a segment.
constexpr int compactSaving = 5 * 2 * 6;

QToolButton* menuButton(const QString& text, const QString& name, const QString& toolTip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(name);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    button->setMenu(new QMenu(button));
    return button;
}

void showAction(QToolButton* button, QAction* action) {
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text().remove('&'));
}

} // namespace

TopBar::TopBar(const LabActions& actions, QWidget* parent) : QWidget(parent), actions_(actions) {
    setObjectName(QStringLiteral("topBar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    addMenuButton(row);
    open_ = addButton(row, actions.open);
    exports_ = addButton(row, actions.exports->menuAction());
    exports_->setPopupMode(QToolButton::InstantPopup);
    addDevices(row);
    addRun(row);
    addSwitches(row);
    row->addStretch(1);
    addModes(row);
    addZoom(row);
    addOverflow(row);
    arrange();
}

QToolButton* TopBar::addButton(QHBoxLayout* row, QAction* action) {
    auto* button = new QToolButton(this);
    showAction(button, action);
    row->addWidget(button);
    return button;
}

void TopBar::addMenuButton(QHBoxLayout* row) {
    QToolButton* button = menu_ = menuButton(QStringLiteral("☰"), tr("Menu"), tr("Menu (F10)"), this);
    button->setObjectName(QStringLiteral("menuButton"));
    button->setShortcut(QKeySequence(Qt::Key_F10));
    button->setProperty("flat", true);
    button->setStyleSheet(QStringLiteral("color: palette(window-text);"));
    for (QMenu* part : {actions_.file, actions_.edit, actions_.view, actions_.help})
        button->menu()->addMenu(part);
    row->addWidget(button);
}

void TopBar::addDevices(QHBoxLayout* row) {
    devices_ = new DeviceBox(this);
    row->addWidget(devices_, 2);
    connect(devices_, &DeviceBox::deviceChosen, this, &TopBar::deviceChosen);
}

void TopBar::addRun(QHBoxLayout* row) {
    runOrCancel_ = new QStackedWidget(this);
    for (QAction* action : {actions_.run, actions_.cancel}) {
        auto* button = new QToolButton(runOrCancel_);
        showAction(button, action);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setProperty("primary", action == actions_.run);
        runOrCancel_->addWidget(button);
    }
    runOrCancel_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(runOrCancel_);
}

void TopBar::addSwitches(QHBoxLayout* row) {
    live_ = new SwitchButton(SwitchButton::Sign::Dot, this);
    check_ = new SwitchButton(SwitchButton::Sign::Tick, this);
    showAction(live_, actions_.live);
    showAction(check_, actions_.check);
    check_->setObjectName(QStringLiteral("check"));
    row->addWidget(live_);
    row->addWidget(check_);
}

void TopBar::addModes(QHBoxLayout* row) {
    auto* frame = new QFrame(this);
    frame->setProperty("segments", true);
    auto* inner = new QHBoxLayout(frame);
    inner->setContentsMargins(2, 2, 2, 2);
    inner->setSpacing(0);
    for (QAction* action : actions_.modes->actions())
        addButton(inner, action)->setProperty("segment", true);
    modes_ = frame;
    row->addWidget(frame);
    buildModeMenu();
    row->addWidget(modeMenu_);
}

/// The same choice in the room of one button.
void TopBar::buildModeMenu() {
    modeMenu_ = menuButton({}, tr("View"), tr("How the image is viewed (1 to 5)"), this);
    modeMenu_->menu()->addActions(actions_.modes->actions());
    const auto showMode = [this](const QAction* action) {
        modeMenu_->setText(action->text().remove('&') + QStringLiteral(" ▾"));
    };
    int widest = 0;
    for (const QAction* action : actions_.modes->actions()) {
        showMode(action);
        widest = std::max(widest, modeMenu_->sizeHint().width());
        connect(action, &QAction::toggled, this, [=](bool on) {
            if (on) showMode(action);
        });
    }
    modeMenu_->setMinimumWidth(widest);
    showMode(actions_.modes->checkedAction());
}

void TopBar::addZoom(QHBoxLayout* row) {
    fit_ = addButton(row, actions_.fit);
    fit_->setObjectName(QStringLiteral("fit"));
    zoom_ = new ZoomBox(this);
    row->addWidget(zoom_);
    connect(zoom_, &ZoomBox::fitChosen, actions_.fit, &QAction::trigger);
}

void TopBar::addOverflow(QHBoxLayout* row) {
    overflow_ = menuButton(QStringLiteral("»"), tr("More"), tr("What does not fit into the bar"), this);
    overflow_->setObjectName(QStringLiteral("overflow"));
    row->addWidget(overflow_);
}

void TopBar::setDevices(const DeviceList& list, int chosen) { devices_->setDevices(list, chosen); }

void TopBar::setRunning(bool running) { runOrCancel_->setCurrentIndex(running ? 1 : 0); }

void TopBar::setFitted(bool fitted) {
    if (fit_->property("on").toBool() == fitted) return;
    fit_->setProperty("on", fitted);
    fit_->style()->unpolish(fit_);
    fit_->style()->polish(fit_);
}

/// The parts that leave the bar, and whether they are in it at this step.
QList<std::pair<QToolButton*, bool>> TopBar::leavingParts(int step) const {
    return {{open_, step < NoOpen},
            {exports_, step < NoExport},
            {live_, step < NoLive || step == ModesAsMenu},
            {check_, step < NoCheck || step == ModesAsMenu},
            {fit_, step < NoFit}};
}

/// The width that the bar needs at a step. It is added up, not tried: showing and hiding would lay the bar out again.
int TopBar::widthAt(int step) const {
    const int spacing = layout()->spacing();
    int width = layout()->contentsMargins().left() + layout()->contentsMargins().right() - spacing;
    const auto add = [&](const QWidget* part) { width += part->sizeHint().width() + spacing; };
    width += devices_->minimumWidth() + spacing;
    for (const QWidget* part : {static_cast<QWidget*>(menu_), static_cast<QWidget*>(runOrCancel_)})
        add(part);
    width += zoom_->width() + spacing; // a fixed one
    for (const auto& [button, stays] : leavingParts(step))
        if (stays) add(button);
    // Check may be showing the other of its texts, the modes their other padding.
    const QFontMetrics metrics = check_->fontMetrics();
    if (step < NoCheck || step == ModesAsMenu)
        width += metrics.horizontalAdvance(step < BriefCheck ? actions_.check->text() : briefCheck()) -
                 metrics.horizontalAdvance(check_->text());
    add(step < ModesAsMenu ? modes_ : modeMenu_);
    if (step < ModesAsMenu) width += compactSaving * (int(step_ == CompactModes) - int(step == CompactModes));
    if (step >= NoExport) add(overflow_);
    return width;
}

void TopBar::setCompact(bool compact) {
    for (auto* button : modes_->findChildren<QToolButton*>()) {
        if (button->property("compact").toBool() == compact) continue;
        button->setProperty("compact", compact);
        button->style()->unpolish(button);
        button->style()->polish(button);
        button->updateGeometry();
    }
}

QString TopBar::briefCheck() const { return tr("Check"); }

void TopBar::showStep(int step) {
    if (step == step_) return;
    step_ = step;
    overflow_->menu()->clear();
    for (const auto& [button, stays] : leavingParts(step)) {
        button->setVisible(stays);
        if (!stays) overflow_->menu()->addAction(button->defaultAction());
    }
    overflow_->setVisible(!overflow_->menu()->isEmpty());
    actions_.check->setIconText(step < BriefCheck ? actions_.check->text() : briefCheck());
    setCompact(step == CompactModes);
    modes_->setVisible(step < ModesAsMenu);
    modeMenu_->setVisible(step >= ModesAsMenu);
}

void TopBar::arrange() {
    constexpr int roomForName = 24; // beyond the least that the device's name needs
    int step = Everything;
    while (step < Least && widthAt(step) + (step < CompactModes ? roomForName : 0) > width())
        ++step;
    showStep(step);
}

/// As narrow as it can be made, whatever it shows now.
QSize TopBar::minimumSizeHint() const { return {widthAt(Least), layout()->minimumSize().height()}; }

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void TopBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && overflow_) arrange();
}

void TopBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme().border);
}

} // namespace lightbench
