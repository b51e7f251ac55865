// The list in the top bar in which the user chooses a device. Each entry is a short name with the number of compute
// units; the tooltip shows the driver's own names. TopBar owns it.
#pragma once

#include <QComboBox>

#include "core/device/device.h"

namespace lightbench {

class DeviceBox : public QComboBox {
    Q_OBJECT

public:
    explicit DeviceBox(QWidget* parent = nullptr);
    /// Shows the devices; `chosen` is a DeviceInfo::index. An empty list shows that there is no device.
    void setDevices(const DeviceList& list, int chosen);

signals:
    void deviceChosen(int index); ///< DeviceInfo::index

protected:
    void paintEvent(QPaintEvent* event) override;
    void showPopup() override;

private:
    void addDevice(const DeviceInfo& device, const QString& label);
    void refreshToolTip();
};

} // namespace lightbench
