// The Timings tab: the timing model as a table, with a thin bar beneath each kernel's time.
#pragma once

#include <QTableView>

#include "ui/panels/timing_model.h"

namespace lightbench {

class TimingTable : public QTableView {
    Q_OBJECT

public:
    explicit TimingTable(QWidget* parent = nullptr);
    TimingModel* timings() const { return model_; }
    void setReport(ReportPtr report);
    /// The selected rows, or all if none is, to the clipboard.
    void copy() const;

signals:
    void stageChosen(int stackRow);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    TimingModel* model_;
};

} // namespace lightbench
