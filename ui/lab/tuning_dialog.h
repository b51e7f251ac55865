// The window's list of what is remembered to be fastest, and forgetting it.
#pragma once

#include <QDialog>

#include "core/device/device.h"
#include "ui/state/tuning_store.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace lightbench {

class TuningDialog : public QDialog {
    Q_OBJECT

public:
    /// `store` outlives it.
    TuningDialog(TuningStore& store, std::vector<DeviceInfo> devices, QWidget* parent = nullptr);

private:
    void fill();
    void forgetChosen();
    void refreshButtons();

    TuningStore& store_;
    std::vector<DeviceInfo> devices_;
    QLabel* head_;
    QTableWidget* table_;
    QPushButton* forget_;
    QPushButton* forgetAll_;
};

} // namespace lightbench
