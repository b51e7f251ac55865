// The dialog that lists the tuning results and can remove them. A command of the lab opens it.
#pragma once

#include <QDialog>

#include "core/device/device.h"
#include "ui/state/experiment/tuning_store.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace lightbench {

class FilterStore;

class TuningDialog : public QDialog {
    Q_OBJECT

public:
    /// Both stores must outlive the dialog.
    TuningDialog(TuningStore& store, const FilterStore& filters, std::vector<DeviceInfo> devices,
                 QWidget* parent = nullptr);

private:
    void fill();
    void refreshButtons();

    TuningStore& store_;
    const FilterStore& filters_;
    std::vector<DeviceInfo> devices_;
    QLabel* head_;
    QTableWidget* table_;
    QPushButton* remove_;
    QPushButton* removeAll_;
};

} // namespace lightbench
