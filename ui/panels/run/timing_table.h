// The Timings tab: the timing model as a table, with a thin bar below each kernel's time. Choosing a row chooses its
// stage.
#pragma once

#include <QTableView>

#include "ui/panels/run/timing_model.h"

namespace lightbench {

class TimingTable : public QTableView {
    Q_OBJECT

public:
    explicit TimingTable(const Results& results, const DevicePeakRates* peakRates = nullptr, QWidget* parent = nullptr);
    TimingModel* timings() const { return model_; }
    /// Copies the selected rows, or all if none is selected, to the clipboard.
    void copy() const;

signals:
    void stageChosen(int stackRow);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void fitColumns();
    QString textBelow() const;
    const Results& results_;
    TimingModel* model_;
    bool isEmpty_ = true; ///< the table was empty before the last report
};

} // namespace lightbench
