// The timing table as a model: one row a kernel, grouped by stage, and one row for the whole run.
#pragma once

#include <QAbstractTableModel>

#include <vector>

#include "core/report.h"

namespace lightbench {

class TimingModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Stage, Kernel, Global, Local, Gpu, Bandwidth, Reference, Speedup, VerdictColumn, ColumnCount };
    /// BarRole: the row's share of the longest kernel, 0..1. WholeRole: the row of the whole run. StackRowRole: the
    /// stage's index in the stack, -1 for the whole run.
    enum Role { BarRole = Qt::UserRole + 1, WholeRole, StackRowRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: an empty table.
    void setReport(ReportPtr report);
    /// True while the settings are newer than the report: the figures are dimmed.
    void setStale(bool stale);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// These rows with the headings, columns separated by tabs.
    QString text(const QList<int>& rows) const;

private:
    struct Row {
        int stage = -1;  ///< index in the report's stages, -1: the whole run
        int kernel = -1; ///< index in its kernels, -1: the stage has none
        bool first = false;
    };
    QString stageText(const Row& row, int column) const;
    QString kernelText(const KernelReport& kernel, int column) const;
    QString wholeText(int column) const;
    QString toolTip(const Row& row, int column) const;
    QVariant colour(const Row& row, int column) const;
    double bar(const Row& row) const;

    ReportPtr report_;
    std::vector<Row> rows_;
    double longestUs_ = 0;
    bool stale_ = false;
};

/// The parts of a run in one line: "build 212 ms · upload 9.80 ms · kernels 2.26 ms · download 3.10 ms · queue 0.40
/// ms".
QString partsText(const Report& report);

} // namespace lightbench
