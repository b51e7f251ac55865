#include "ui/bars/device_box.h"

#include <QAbstractItemView>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QStyledItemDelegate>

#include "core/device/device_label.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int unitsRole = Qt::UserRole + 1;
constexpr int gap = 12; ///< between the name and the units

/// Draws the compute units at the right end of a list entry.
class UnitsDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        painter->save();
        painter->setPen(theme().textDim);
        painter->setFont(option.font);
        painter->drawText(option.rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(unitsRole).toString());
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int units = option.fontMetrics.horizontalAdvance(index.data(unitsRole).toString());
        return QStyledItemDelegate::sizeHint(option, index) + QSize(units + 2 * gap, 6);
    }
};

/// The number of compute units. CPUs show none, since their names contain the cores.
QString unitsOf(const DeviceInfo& device) {
    if (device.type == DeviceType::Cpu) return {};
    return device.computeUnits == 1 ? DeviceBox::tr("1 compute unit")
                                    : DeviceBox::tr("%1 compute units").arg(device.computeUnits);
}

QString description(const DeviceInfo& device) {
    return DeviceBox::tr("%1\n%2, driver %3\n%4, compute units: %5\n%6 global memory, %7 local memory per workgroup")
        .arg(words(device.name), words(device.platform), words(device.driver), words(deviceTypeName(device.type)))
        .arg(device.computeUnits)
        .arg(memoryText(double(device.globalMemory)), memoryText(double(device.localMemory)));
}

} // namespace

DeviceBox::DeviceBox(QWidget* parent) : QComboBox(parent) {
    setObjectName(QStringLiteral("devices"));
    setAccessibleName(tr("Device"));
    setMinimumWidth(128);
    setMaximumWidth(320);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    setItemDelegate(new UnitsDelegate(this));
    addItem(tr("Looking for devices…"));
    setEnabled(false);
    refreshToolTip();
    connect(this, &QComboBox::activated, this, [this](int row) { emit deviceChosen(itemData(row).toInt()); });
    connect(this, &QComboBox::currentIndexChanged, this, &DeviceBox::refreshToolTip);
}

void DeviceBox::setDevices(const DeviceList& list, int chosen) {
    clear();
    const std::vector<std::string> labels = deviceLabels(list.devices);
    for (std::size_t i = 0; i < labels.size(); ++i)
        addDevice(list.devices[i], words(labels[i]));
    if (list.devices.empty()) addItem(tr("No OpenCL device"));
    setEnabled(!list.devices.empty());
    setCurrentIndex(std::max(0, findData(chosen)));
    refreshToolTip();
}

void DeviceBox::addDevice(const DeviceInfo& device, const QString& label) {
    addItem(label, device.index);
    const QString units = unitsOf(device);
    setItemData(count() - 1, units, unitsRole);
    setItemData(count() - 1, description(device), Qt::ToolTipRole);
    setItemData(count() - 1, units.isEmpty() ? label : label + QStringLiteral(", ") + units, Qt::AccessibleTextRole);
}

void DeviceBox::refreshToolTip() {
    const QString about = tr("The OpenCL device that runs the stack");
    const QString chosen = currentData(Qt::ToolTipRole).toString();
    setToolTip(chosen.isEmpty() ? about : about + QStringLiteral(":\n") + chosen);
}

void DeviceBox::showPopup() {
    const int frame = 12;
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + frame));
    QComboBox::showPopup();
}

void DeviceBox::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText.clear();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const QString units = currentData(unitsRole).toString();
    const int forUnits = units.isEmpty() ? 0 : fontMetrics().horizontalAdvance(units) + gap;
    // If name and units do not both fit, only the name is drawn; list and tooltip show the units.
    const bool both = fontMetrics().horizontalAdvance(currentText()) + forUnits <= room.width();
    painter.setPen(isEnabled() ? theme().text : theme().textDim);
    painter.drawText(room, Qt::AlignVCenter, fontMetrics().elidedText(currentText(), Qt::ElideRight, room.width()));
    painter.setPen(theme().textDim);
    if (both) painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, units);
}

} // namespace lightbench
