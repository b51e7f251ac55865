// The Roofline tab: every kernel of the run shown against what its device can do at most, and what holds back those far
// below.
#pragma once

#include <QWidget>

#include "core/roofline/roofline_drawing.h"
#include "ui/state/results.h"

class QLabel;
class QSplitter;
class QTableWidget;
class QToolButton;

namespace lightbench {

class DeviceCeilings;
class ElidedLabel;
class RooflineChart;

class RooflinePanel : public QWidget {
    Q_OBJECT

public:
    /// Follows the report shown, and the ceilings of its device; both must outlive it.
    RooflinePanel(const Results& results, DeviceCeilings& ceilings, QWidget* parent = nullptr);
    RooflineChart* chart() const { return chart_; }
    QTableWidget* table() const { return table_; }
    QString status() const;
    /// What stands where there is no roofline; empty where there is one.
    QString emptyText() const;
    /// What is known of the chosen kernel.
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
    void showCurrent(int place);
    QString invitation() const;

    const Results& results_;
    DeviceCeilings& ceilings_;
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
