// The choice of the device: a name that a person would say, its compute units beside it, the driver's words in the tip.
#pragma once

#include <QComboBox>

#include "core/device/device.h"

namespace lightbench {

class DeviceBox : public QComboBox {
    Q_OBJECT

public:
    explicit DeviceBox(QWidget* parent = nullptr);
    /// Shows the devices; `chosen` is a DeviceInfo::index. An empty list says that there is none.
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
