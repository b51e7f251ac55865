// The Timings tab: the timing model as a table, with a thin bar below each kernel's time. Choosing a row chooses its
// stage.
#pragma once

#include "ui/panels/run/timing_model.h"

namespace lightbench {

class TimingTable : public ResultTable {
    Q_OBJECT

public:
    explicit TimingTable(const Results& results, const DevicePeakRates* peakRates = nullptr, QWidget* parent = nullptr);
    TimingModel* timings() const { return model_; }
    QString text(Form form) const override;

signals:
    void stageChosen(int stackRow);

protected:
    bool isCopied(int column) const override { return column < TimingModel::PinnedTime || model_->isComparing(); }
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
