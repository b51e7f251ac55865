// The timing table as a model: one row per stage, rows for its kernels if it has several, and one row for the whole
// run. The timing table shows it. Times are in milliseconds.
#pragma once

#include <optional>
#include <vector>

#include "core/roofline/roofline.h"
#include "ui/controls/result_table.h"
#include "ui/state/session/results.h"

namespace lightbench {

class DevicePeakRates;

class TimingModel : public ResultModel {
    Q_OBJECT

public:
    enum Column {
        Stage,
        Kernel,
        Global,
        Local,
        Time, ///< on the device
        Spread,
        Bandwidth,
        Share, ///< share of the peak rate that limits it
        Reference,
        Speedup,
        VerdictColumn,
        PinnedTime, ///< setting A's time; this and the next column only while two settings are compared
        Ratio,      ///< B's time divided by A's
        ColumnCount
    };
    /// BarRole: the row's time as a share of the longest stage, 0..1. WholeRole: true for the row of the whole run.
    /// StackRowRole: the stage's index in the stack, -1 for the whole run. ColdRole: true for a single cold run, not a
    /// measurement.
    enum Role { BarRole = FirstOwnRole, WholeRole, StackRowRole, ColdRole };

    /// Follows the report shown by `results`; without a report the table is empty. Outdated figures are dimmed.
    /// `peakRates`: the peak rates of the device, for shares; null if unknown.
    explicit TimingModel(const Results& results, const DevicePeakRates* peakRates = nullptr, QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    bool hasReport() const { return report_ != nullptr; }
    bool isComparing() const { return results_.isComparing(); }

private:
    struct Row {
        const StageReport* stage = nullptr;   ///< null: the whole run
        const KernelReport* kernel = nullptr; ///< the row's kernel; null if the row stands for none or several
        bool isStep = false;                  ///< a kernel of a stage of several, below the stage's row
    };
    double spreadMs(const Row& row) const;
    QString deviceHeading() const;
    std::vector<ResultColumn> columnsNow() const;
    /// The roofline point of the row's kernel; nothing if there is no single kernel or the peak rates are unknown.
    std::optional<RooflinePoint> rooflinePointOf(const Row& row) const;
    QString shareTip(const Row& row) const;
    QString text(const Row& row, int column) const;
    QString stageText(const StageReport& stage, int column) const;
    QString kernelText(const KernelReport& kernel, int column) const;
    QString wholeText(int column) const;
    QString timeCell(double milliseconds) const;
    double timeMs(const Row& row) const;
    std::optional<double> pinnedMs(const Row& row) const;
    QString comparedText(const Row& row, int column) const;
    QString speedupCell(double factor, double referenceMs) const;
    bool isAllReused() const;
    QString spreadCell(const Row& row) const;
    QString toolTip(const Row& row, int column) const;
    QString wholeTip(int column) const;
    QString stageTip(const StageReport& stage, int column) const;
    QString referenceTip(const StageReport& stage) const;
    QString kernelTip(const KernelReport& kernel, int column) const;
    QString spreadTip() const;
    QVariant colour(const Row& row, int column) const;
    bool isCold(const Row& row, int column) const;

    void takeReport();
    void addRows();

    const Results& results_;
    const DevicePeakRates* peakRates_;
    ReportPtr report_; ///< the report of rows_
    std::vector<Row> rows_;
    double longestMs_ = 0;
};

/// The parts of the median run's time in one line: "upload 9.80 · kernels 2.26 · download 3.10 · rest 0.40
/// ms". It ends with "built before in 212 ms", which is not part of the sum.
QString partsText(const Report& report);

} // namespace lightbench
