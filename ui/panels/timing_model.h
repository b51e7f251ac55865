// The timing table as a model: one row a stage, under it its kernels where it has several, and one row for the whole
// run.
#pragma once

#include <QAbstractTableModel>

#include <optional>
#include <vector>

#include "core/roofline/roofline.h"
#include "ui/state/results.h"

namespace lightbench {

class DeviceCeilings;

class TimingModel : public QAbstractTableModel {
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
        Share, ///< of the roof above it
        Reference,
        Speedup,
        VerdictColumn,
        PinnedTime, ///< of setting A; this and the next only while two settings are compared
        Ratio,      ///< of B's time to A's
        ColumnCount
    };
    /// BarRole: the row's share of the longest stage, 0..1. WholeRole: the row of the whole run. StackRowRole: the
    /// stage's index in the stack, -1 for the whole run. ColdRole: a figure of one cold run, not of a measurement.
    enum Role { BarRole = Qt::UserRole + 1, WholeRole, StackRowRole, ColdRole };

    /// Follows the report shown there; none: an empty table. While it is stale the figures are dimmed.
    /// `ceilings`: of its device, for shares; null: none are known.
    explicit TimingModel(const Results& results, const DeviceCeilings* ceilings = nullptr, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    bool hasReport() const { return report_ != nullptr; }
    bool isComparing() const { return results_.isComparing(); }
    /// These rows with the headings, columns separated by tabs.
    QString text(const QList<int>& rows) const;

private:
    struct Row {
        int stage = -1;  ///< index in the report's stages, -1: the whole run
        int kernel = -1; ///< index in its kernels, -1: the stage as a whole
    };
    /// Null for the whole run.
    const StageReport* stageOf(const Row& row) const;
    /// The row's one kernel; null where the row stands for none or several.
    const KernelReport* kernelOf(const Row& row) const;
    double spreadMs(const Row& row) const;
    QString deviceHeading() const;
    /// Of the row's one kernel; nothing where it has none, or there are no ceilings.
    std::optional<KernelPlace> placeOf(const Row& row) const;
    QString shareTip(const Row& row) const;
    void refreshCells();
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

    const Results& results_;
    const DeviceCeilings* ceilings_;
    ReportPtr report_; ///< that rows_ are of
    std::vector<Row> rows_;
    double longestMs_ = 0;
};

/// What the median run's time is made of, in one line: "upload 9.80 · kernels 2.26 · download 3.10 · queue and host
/// 0.40 ms"; then, apart from it, "built before in 212 ms".
QString partsText(const Report& report);

} // namespace lightbench
