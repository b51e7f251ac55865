// The bar at the top: open and export, the device, run, live and check, how the image is viewed. What does not fit into
// a narrow window moves into a menu at its end; nothing is ever squeezed.
#pragma once

#include <QWidget>

#include "core/device/device.h"
#include "ui/lab/lab_actions.h"

class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace lightbench {

class DeviceBox;
class ZoomBox;

class TopBar : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(const LabActions& actions, QWidget* parent = nullptr);
    /// Shows the devices; `chosen` is a DeviceInfo::index. An empty list says that there is none.
    void setDevices(const DeviceList& list, int chosen);
    /// Cancel takes the place of Run while something runs.
    void setRunning(bool running);
    ZoomBox* zoom() const { return zoom_; }
    /// Marks Fit while the image is fitted to the view.
    void setFitted(bool fitted);
    QSize minimumSizeHint() const override;

signals:
    void deviceChosen(int index); ///< DeviceInfo::index

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QToolButton* addButton(QHBoxLayout* row, QAction* action);
    void addMenuButton(QHBoxLayout* row);
    void addDevices(QHBoxLayout* row);
    void addRun(QHBoxLayout* row);
    void addSwitches(QHBoxLayout* row);
    void addModes(QHBoxLayout* row);
    void addZoom(QHBoxLayout* row);
    void addOverflow(QHBoxLayout* row);
    void buildModeMenu();
    QList<std::pair<QToolButton*, bool>> leavingParts(int step) const;
    void setCompact(bool compact);
    QString briefCheck() const;
    int widthAt(int step) const;
    void showStep(int step);
    void arrange();

    const LabActions& actions_;
    DeviceBox* devices_ = nullptr;
    QStackedWidget* runOrCancel_ = nullptr;
    QToolButton* menu_ = nullptr;
    QToolButton *open_ = nullptr, *exports_ = nullptr, *live_ = nullptr, *check_ = nullptr, *fit_ = nullptr;
    QWidget* modes_ = nullptr;
    QToolButton *modeMenu_ = nullptr, *overflow_ = nullptr;
    ZoomBox* zoom_ = nullptr;
    int step_ = -1; ///< how much has given way
};

} // namespace lightbench
