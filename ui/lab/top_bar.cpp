// The bar's buttons; where the window is narrow, their short texts.
#include "ui/lab/top_bar.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPainter>
#include <QStackedWidget>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolButton>

#include "ui/theme.h"

namespace lightbench {

namespace {
constexpr int unitsRole = Qt::UserRole + 1;
}

void DeviceBox::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText.clear();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const QString units = currentData(unitsRole).toString();
    painter.setPen(theme().textDim);
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, units);
    const int width = room.width() - (units.isEmpty() ? 0 : fontMetrics().horizontalAdvance(units) + 10);
    painter.setPen(isEnabled() ? theme().text : theme().textDim);
    painter.drawText(room, Qt::AlignVCenter, fontMetrics().elidedText(currentText(), Qt::ElideMiddle, width));
}

TopBar::TopBar(const LabActions& actions, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("topBar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    addMenuButton(row, actions);
    addButton(row, actions.open, tr("Open…"));
    QToolButton* exports = addButton(row, actions.exports->menuAction(), tr("Export…"));
    exports->setPopupMode(QToolButton::InstantPopup);
    row->addSpacing(6);
    addDevices(row);
    addRun(row, actions);
    addButton(row, actions.live, tr("● Live"));
    addButton(row, actions.check, tr("✓ Check"));
    row->addStretch(1);
    addModes(row, actions);
    row->addSpacing(2);
    addButton(row, actions.fit, tr("Fit"));
    addButton(row, actions.actual, tr("1:1"));
}

QToolButton* TopBar::addButton(QHBoxLayout* row, QAction* action, const QString& brief) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text().remove('&'));
    row->addWidget(button);
    if (!brief.isEmpty()) shortenings_.append({button, action->iconText(), brief});
    return button;
}

void TopBar::addMenuButton(QHBoxLayout* row, const LabActions& actions) {
    auto* button = new QToolButton(this);
    button->setText(QStringLiteral("☰"));
    button->setToolTip(tr("Menu (F10)"));
    button->setAccessibleName(tr("Menu"));
    button->setObjectName(QStringLiteral("menuButton"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setShortcut(QKeySequence(Qt::Key_F10));
    button->setProperty("flat", true);
    button->setStyleSheet(QStringLiteral("color: palette(window-text);"));
    auto* menu = new QMenu(button);
    for (QMenu* part : {actions.file, actions.edit, actions.view, actions.help})
        menu->addMenu(part);
    button->setMenu(menu);
    row->addWidget(button);
}

void TopBar::addDevices(QHBoxLayout* row) {
    devices_ = new DeviceBox(this);
    devices_->setObjectName(QStringLiteral("devices"));
    devices_->setAccessibleName(tr("Device"));
    devices_->setToolTip(tr("The OpenCL device that runs the stack, and its number of compute units"));
    devices_->setMinimumWidth(130);
    devices_->setMaximumWidth(320);
    devices_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    devices_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    devices_->setMinimumContentsLength(12);
    devices_->addItem(tr("Looking for devices…"));
    devices_->setEnabled(false);
    row->addWidget(devices_, 2);
    connect(devices_, &QComboBox::activated, this,
            [this](int row_) { emit deviceChosen(devices_->itemData(row_).toInt()); });
}

void TopBar::addRun(QHBoxLayout* row, const LabActions& actions) {
    runOrCancel_ = new QStackedWidget(this);
    for (QAction* action : {actions.run, actions.cancel}) {
        auto* button = new QToolButton(runOrCancel_);
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::TabFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setProperty("primary", action == actions.run);
        runOrCancel_->addWidget(button);
    }
    runOrCancel_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(runOrCancel_);
}

void TopBar::addModes(QHBoxLayout* row, const LabActions& actions) {
    auto* frame = new QFrame(this);
    frame->setProperty("segments", true);
    auto* inner = new QHBoxLayout(frame);
    inner->setContentsMargins(2, 2, 2, 2);
    inner->setSpacing(0);
    for (QAction* action : actions.modes->actions()) {
        QToolButton* button = addButton(inner, action);
        button->setProperty("segment", true);
    }
    row->addWidget(frame);
}

void TopBar::setDevices(const DeviceList& list, int chosen) {
    devices_->clear();
    for (const DeviceInfo& device : list.devices) {
        const QString name = QString::fromStdString(device.name);
        devices_->addItem(name, device.index);
        devices_->setItemData(devices_->count() - 1,
                              device.computeUnits == 1 ? tr("1 unit") : tr("%1 units").arg(device.computeUnits),
                              unitsRole);
        devices_->setItemData(devices_->count() - 1,
                              tr("%1\n%2, driver %3\n%4 global memory, %5 local memory a workgroup")
                                  .arg(name, QString::fromStdString(device.platform),
                                       QString::fromStdString(device.driver), memoryText(double(device.globalMemory)),
                                       memoryText(double(device.localMemory))),
                              Qt::ToolTipRole);
    }
    if (list.devices.empty()) devices_->addItem(tr("No OpenCL device"));
    devices_->setEnabled(!list.devices.empty());
    devices_->setCurrentIndex(std::max(0, devices_->findData(chosen)));
}

void TopBar::setRunning(bool running) { runOrCancel_->setCurrentIndex(running ? 1 : 0); }

void TopBar::setBrief(bool brief) {
    for (const Shortening& s : shortenings_)
        s.button->setText(brief ? s.brief : s.full);
}

void TopBar::shorten() {
    setBrief(false);
    constexpr int roomForName = 90; // beyond the least that the device's name needs
    if (layout()->minimumSize().width() + roomForName > width()) setBrief(true);
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    shorten();
}

void TopBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme().border);
}

} // namespace lightbench
