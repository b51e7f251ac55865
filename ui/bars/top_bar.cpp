#include "ui/bars/top_bar.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/bars/device_box.h"
#include "ui/bars/zoom_box.h"
#include "ui/commands/command_table.h"
#include "ui/controls/layouts.h"
#include "ui/controls/switch_button.h"
#include "ui/controls/text_button.h"
#include "ui/state/engine/run_control.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {

/// How far the bar is narrowed, in order. Each level includes the previous ones, except that ModesAsMenu makes room
/// for live and check again.
enum OverflowLevel { Everything, CompactModes, NoExport, NoOpen, NoFit, NoCheck, NoLive, ModesAsMenu, Least };

bool isCompact(int level) { return level >= CompactModes && level < ModesAsMenu; }

/// Six buttons, each 6 pixels narrower per side than the theme's segments.
constexpr int compactSaving = 6 * 2 * 6;

QToolButton* menuButton(const QString& text, const QString& name, const QString& toolTip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(name);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(new QMenu(button));
    return button;
}

} // namespace

TopBar::TopBar(const LabContext& lab, const CommandTable& commands, QWidget* parent)
    : QWidget(parent), commands_(commands) {
    setObjectName(QStringLiteral("topBar"));
    auto* row = layOut<QHBoxLayout>(this, 6, {8, 6, 8, 6});
    addMenuButton(row);
    open_ = addButton(row, action("open"));
    exports_ = addButton(row, commands.menu("exports")->menuAction());
    exports_->setPopupMode(QToolButton::InstantPopup);
    row->addWidget(devices_ = new DeviceBox(this), 2);
    addRun(row);
    addSwitches(row);
    row->addStretch(1);
    addModes(row);
    fit_ = addButton(row, action("fit"));
    fit_->setObjectName(QStringLiteral("fit"));
    row->addWidget(zoom_ = new ZoomBox(this));
    overflow_ = menuButton(QStringLiteral("»"), tr("More"), tr("What does not fit into the bar"), this);
    overflow_->setObjectName(QStringLiteral("overflow"));
    row->addWidget(overflow_);
    connectTo(lab);
    arrange();
}

void TopBar::connectTo(const LabContext& lab) {
    connect(&lab.runs, &RunControl::devicesFound, devices_, &DeviceBox::setDevices);
    connect(devices_, &DeviceBox::deviceChosen, &lab.runs, &RunControl::useDevice);
    connect(&lab.session, &Session::deviceChanged, devices_, [this, &session = lab.session] {
        if (session.device()) devices_->setCurrentIndex(devices_->findData(session.device()->index));
    });
    // Cancel takes the place of Run while something runs.
    connect(&lab.runs, &RunControl::lasting, runOrCancel_,
            [this](bool lasts) { runOrCancel_->setCurrentIndex(lasts); });
    connect(&lab.view, &ImageView::zoomChanged, zoom_, &ZoomBox::setZoom);
    connect(&lab.view, &ImageView::fittedChanged, this, &TopBar::setFitted);
    connect(zoom_, &ZoomBox::fitChosen, action("fit"), &QAction::trigger);
    connect(zoom_, &ZoomBox::zoomChosen, &lab.view, &ImageView::setZoom);
    connect(zoom_, &ZoomBox::finished, &lab.view, qOverload<>(&QWidget::setFocus));
    connect(&lab.session, &Session::imageChanged, zoom_,
            [this, &session = lab.session] { zoom_->setEnabled(session.image() != nullptr); });
    zoom_->setZoom(lab.view.zoom());
    zoom_->setEnabled(false);
    setFitted(lab.view.isFitted());
}

QAction* TopBar::action(const char* id) const { return commands_.action(QLatin1String(id)); }

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
    for (const char* part : {"file", "edit", "view", "help"})
        button->menu()->addMenu(commands_.menu(QLatin1String(part)));
    row->addWidget(button);
}

void TopBar::addRun(QHBoxLayout* row) {
    runOrCancel_ = new QStackedWidget(this);
    for (const char* id : {"run", "cancel"}) {
        auto* button = new QToolButton(runOrCancel_);
        showAction(button, action(id));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setProperty("primary", button->defaultAction() == action("run"));
        runOrCancel_->addWidget(button);
    }
    runOrCancel_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(runOrCancel_);
}

void TopBar::addSwitches(QHBoxLayout* row) {
    live_ = new SwitchButton(SwitchButton::Sign::Dot, this);
    check_ = new SwitchButton(SwitchButton::Sign::Tick, this);
    showAction(live_, action("live"));
    showAction(check_, action("check"));
    check_->setObjectName(QStringLiteral("check"));
    row->addWidget(live_);
    row->addWidget(check_);
}

void TopBar::addModes(QHBoxLayout* row) {
    QList<QToolButton*> buttons;
    for (QAction* action : commands_.group("modes")) {
        buttons << actionButton(action, "segment");
    }
    row->addWidget(modes_ = segments(buttons));
    buildModeMenu();
    row->addWidget(modeMenu_);
}

/// Builds the same choice of modes as a single button with a menu.
void TopBar::buildModeMenu() {
    modeMenu_ = menuButton({}, tr("View"), tr("Choose the view (keys 1 to 6)"), this);
    modeMenu_->menu()->addActions(commands_.group("modes"));
    const auto showMode = [this](const QAction* action) {
        modeMenu_->setText(action->text().remove('&') + QStringLiteral(" ▾"));
    };
    int widest = 0;
    for (const QAction* action : commands_.group("modes")) {
        showMode(action);
        widest = std::max(widest, modeMenu_->sizeHint().width());
        connect(action, &QAction::toggled, this, [=](bool on) {
            if (on) showMode(action);
        });
    }
    modeMenu_->setMinimumWidth(widest);
    for (const QAction* action : commands_.group("modes"))
        if (action->isChecked()) showMode(action);
}

/// Marks Fit while the image is fitted to the view.
void TopBar::setFitted(bool fitted) { setStyleProperty(fit_, "on", fitted); }

/// The buttons that can leave the bar, and whether each is in it at this level.
QList<std::pair<QToolButton*, bool>> TopBar::overflowWidgets(int level) const {
    return {{open_, level < NoOpen},
            {exports_, level < NoExport},
            {live_, level < NoLive || level == ModesAsMenu},
            {check_, level < NoCheck || level == ModesAsMenu},
            {fit_, level < NoFit}};
}

/// The bar's width at a level. It is computed, since showing and hiding widgets would lay the bar out again.
int TopBar::widthAt(int level) const {
    const int spacing = layout()->spacing();
    int width = layout()->contentsMargins().left() + layout()->contentsMargins().right() - spacing;
    const auto add = [&](const QWidget* part) { width += part->sizeHint().width() + spacing; };
    width += devices_->minimumWidth() + spacing;
    for (const QWidget* part : {static_cast<QWidget*>(menu_), static_cast<QWidget*>(runOrCancel_)})
        add(part);
    width += zoom_->width() + spacing; // has a fixed width
    for (const auto& [button, stays] : overflowWidgets(level))
        if (stays) add(button);
    // Adds the normal padding, since the modes may currently be compact.
    add(level < ModesAsMenu ? modes_ : modeMenu_);
    if (level < ModesAsMenu) width += compactSaving * (int(isCompact(overflowLevel_)) - int(isCompact(level)));
    if (level >= NoExport) add(overflow_);
    return width;
}

void TopBar::setCompact(bool compact) {
    for (auto* button : modes_->findChildren<QToolButton*>())
        setStyleProperty(button, "compact", compact);
}

void TopBar::applyOverflow(int level) {
    if (level == overflowLevel_) return;
    overflowLevel_ = level;
    overflow_->menu()->clear();
    for (const auto& [button, stays] : overflowWidgets(level)) {
        button->setVisible(stays);
        if (!stays) overflow_->menu()->addAction(button->defaultAction());
    }
    overflow_->setVisible(!overflow_->menu()->isEmpty());
    setCompact(isCompact(level));
    modes_->setVisible(level < ModesAsMenu);
    modeMenu_->setVisible(level >= ModesAsMenu);
}

void TopBar::arrange() {
    constexpr int roomForName = 24; // more than the minimum, for the device's name
    int level = Everything;
    while (level < Least && widthAt(level) + (level < NoLive ? roomForName : 0) > width())
        ++level;
    applyOverflow(level);
}

/// The narrowest possible bar, whatever it shows now.
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
