// The Roofline tab. It shows every kernel of the shown run against the peak rates of its device, and what limits the
// slow ones. addPanels creates it.
#pragma once

#include "core/plot/roofline_drawing.h"
#include "ui/controls/tab_panel.h"
#include "ui/state/session/results.h"

class QTableView;
class QToolButton;

namespace lightbench {

class DevicePeakRates;
class ResultModel;
class RooflineChart;

class RooflinePanel : public TabPanel {
    Q_OBJECT

public:
    /// Follows the shown report and the peak rates of its device; both must outlive the panel.
    RooflinePanel(const Results& results, DevicePeakRates& peakRates, QWidget* parent = nullptr);
    RooflineChart* chart() const { return chart_; }
    QTableView* table() const { return table_; }

signals:
    void exportRequested(const lightbench::RooflineSheet& sheet);

private:
    void makeTable();
    void fill() override;
    void showCurrent(int point);
    QString invitation() const;

    const Results& results_;
    DevicePeakRates& peakRates_;
    RooflineChart* chart_;
    ResultModel* kernels_;
    QTableView* table_;
    QToolButton* export_;
    QToolButton* measure_;
};

} // namespace lightbench
