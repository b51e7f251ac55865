// The bar at the top: open and export, the device, run, live and check, how the image is viewed.
#pragma once

#include <QComboBox>
#include <QWidget>

#include "core/device.h"
#include "ui/lab/lab_actions.h"

class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace lightbench {

/// Shows the device's name, shortened where it must be, and its compute units to the right.
class DeviceBox : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent* event) override;
};

class TopBar : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(const LabActions& actions, QWidget* parent = nullptr);
    /// Shows the devices; `chosen` is a DeviceInfo::index. An empty list says that there is none.
    void setDevices(const DeviceList& list, int chosen);
    QComboBox* devices() const { return devices_; }
    /// Cancel takes the place of Run while something runs.
    void setRunning(bool running);

signals:
    void deviceChosen(int index); ///< DeviceInfo::index

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Shortening {
        QToolButton* button;
        QString full, brief;
    };
    QToolButton* addButton(QHBoxLayout* row, QAction* action, const QString& brief = {});
    void addMenuButton(QHBoxLayout* row, const LabActions& actions);
    void addModes(QHBoxLayout* row, const LabActions& actions);
    void addRun(QHBoxLayout* row, const LabActions& actions);
    void addDevices(QHBoxLayout* row);
    void shorten();
    void setBrief(bool brief);

    DeviceBox* devices_ = nullptr;
    QStackedWidget* runOrCancel_ = nullptr;
    QList<Shortening> shortenings_;
    int fullWidth_ = 0;
};

} // namespace lightbench
