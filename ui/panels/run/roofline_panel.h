// The Roofline tab. It shows every kernel of the shown run against the peak rates of its device, and what limits the
// slow ones. addPanels creates it.
#pragma once

#include <QWidget>

#include "core/plot/roofline_drawing.h"
#include "ui/state/session/results.h"

class QLabel;
class QSplitter;
class QTableWidget;
class QToolButton;

namespace lightbench {

class DevicePeakRates;
class ElidedLabel;
class RooflineChart;

class RooflinePanel : public QWidget {
    Q_OBJECT

public:
    /// Follows the shown report and the peak rates of its device; both must outlive the panel.
    RooflinePanel(const Results& results, DevicePeakRates& peakRates, QWidget* parent = nullptr);
    RooflineChart* chart() const { return chart_; }
    QTableWidget* table() const { return table_; }
    QString status() const;
    /// The text shown instead of a roofline; empty if there is one.
    QString emptyText() const;
    /// The details of the chosen kernel.
    QString readout() const;
    QSize minimumSizeHint() const override;

signals:
    void exportRequested(const lightbench::RooflineSheet& sheet);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* header();
    void makeTable();
    void refresh();
    void fillTable();
    void showCurrent(int point);
    QString invitation() const;

    const Results& results_;
    DevicePeakRates& peakRates_;
    ElidedLabel* status_;
    ElidedLabel* readout_;
    QLabel* empty_;
    QSplitter* split_;
    RooflineChart* chart_;
    QTableWidget* table_;
    QToolButton* export_ = nullptr;
    QToolButton* measure_ = nullptr;
};

} // namespace lightbench
