// The stages of the lab's stack as rows, with what the last run found for each. Views show it; only Session edits it.
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <vector>

#include "core/run/report.h"
#include "core/run/stack.h"

namespace lightbench {

/// What the window calls a stage: its filter's label.
QString labelOf(const Stage& stage);

/// Why a stage could not run, and the setting that is to blame.
struct StageProblem {
    int stage = -1; ///< in the stack; -1: it is no stage's
    QString message, field;
};

/// What the last run that reached a stage found for it.
struct StageFindings {
    double gpuMs = -1;       ///< negative: not known
    bool isMeasured = false; ///< after a warm-up, not a single cold run
    bool isRaced = false;    ///< the median of a race
    int repeats = 1;
    QString standsInFor; ///< the variant that is still being built; empty if what was asked for ran
    QString variant;     ///< what ran
    QString workgroup;   ///< what ran, empty for the CPU variant
    bool operator==(const StageFindings&) const = default;
};

/// The same, and what it is worth now.
struct StageResult : StageFindings {
    bool stale = false;        ///< of other settings, of the stage or of one before it
    QString error, errorField; ///< why it could not run, and the setting that is to blame
    bool operator==(const StageResult&) const = default;
};

class StackModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { LabelRole = Qt::UserRole + 1, SummaryRole, TimeRole, EnabledRole, ErrorRole, StaleRole };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    const Stack& stack() const { return stack_; }
    StageResult result(int row) const;

    // The edits, as the undo commands make them. Rows must be valid.
    void insert(int row, const Stage& stage);
    void remove(int row);
    /// The stage at `from` becomes the stage at `to`.
    void move(int from, int to);
    void change(int row, const Stage& stage);
    void replace(const Stack& stack);

    /// Shows a report's times and a problem, as Results judges them. The report is right about that many leading
    /// stages; what is known of the others is stale.
    void show(const ReportPtr& report, int currentStages, const StageProblem& problem);

    /// A race has measured the stage as it stands. Reports that only reuse the stage leave its time.
    void takeRace(int row, double gpuMs);

signals:
    /// After any edit of the stack itself, not of results.
    void stackChanged();

private:
    void touched(int row);
    /// `isShown`: it was taken before.
    void takeReport(const Report& report, std::size_t rows, bool isShown);
    std::vector<StageResult> results() const;
    QString toolTip(int row) const;
    Stack stack_;
    std::weak_ptr<const Report> report_; ///< whose results are shown; weak, for it holds many images
    std::vector<StageFindings> found_;   ///< as many as stages, and moved with them
    int currentStages_ = 0;
    StageProblem problem_;
};

/// One stage's settings in a few words: what differs from the defaults (else the first two), variant, workgroup.
QString stageSummary(const Stage& stage, const StageResult& result);
/// One value with its unit, such as "1.2 px", "auto" or "Replicate".
QString valueLabel(const Parameter& parameter, const ParameterValue& value);

} // namespace lightbench
