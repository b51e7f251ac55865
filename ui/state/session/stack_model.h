// The stages of the chosen stack as rows of a list model, each with its last run. Views show it; only
// Session edits it, through undo commands.
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <vector>

#include "core/run/report.h"
#include "core/run/stack.h"
#include "ui/state/session/filter_store.h"

namespace lightbench {

/// The name of a stage in the window: its filter's label.
QString labelOf(const Stage& stage, const FilterCatalog& filters);

/// Why a stage could not run, and the setting that caused it.
struct StageProblem {
    int stackIndex = -1; ///< -1: no stage caused it
    QString message, field;
};

/// The last run that reached a stage: its time, and what ran.
struct StageRun {
    double gpuMs = -1;       ///< negative: unknown
    bool isMeasured = false; ///< measured after a warm-up, not in a single cold run
    bool isRaced = false;    ///< gpuMs is the median of a race
    int repeats = 1;
    std::string measuredCase; ///< the settings, device and input that gpuMs was measured with
    QString fallbackFor;      ///< the variant that is still being built; empty if the requested variant ran
    QString variant;          ///< the variant that ran
    QString workgroup;        ///< the workgroup that ran; empty for the CPU variant
    bool operator==(const StageRun&) const = default;
};

/// The last run of a stage, whether it is still valid, and why the stage cannot run.
struct StageStatus : StageRun {
    bool stale = false;        ///< settings of this stage or an earlier one have changed since
    QString error, errorField; ///< why it could not run, and the setting that caused it
    bool operator==(const StageStatus&) const = default;
};

class StackModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { LabelRole = Qt::UserRole + 1, SummaryRole, TimeRole, EnabledRole, ErrorRole, StaleRole };

    /// `filters`: what its stages may name. It must outlive the model.
    explicit StackModel(const FilterStore& filters, QObject* parent = nullptr)
        : QAbstractListModel(parent), filters_(filters) {}

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    const Stack& stack() const { return stack_; }
    StageStatus status(int row) const;

    // Edits for the undo commands. Rows must be valid. Stages get the parameters that their filters have now, because
    // those of kernel files change.
    void insert(int row, const Stage& stage);
    void remove(int row);
    void move(int from, int to);
    void change(int row, const Stage& stage);
    void replace(const Stack& stack);
    /// Gives the stages the parameters of their filters, which have changed. Times of filters that changed are
    /// forgotten.
    void adaptToFilters(const FilterCatalog& before);

    /// Shows a report's times and a problem. The first `currentStages` stages have not changed since the report; the
    /// others are stale.
    void show(const ReportPtr& report, int currentStages, const StageProblem& problem);

    /// A race has measured the stage as it stands, on this device and an input of this shape.
    void takeRace(int row, double gpuMs, const std::string& device, const ImageShape& input);

signals:
    /// Emitted after any edit of the stack, but not when only results change.
    void stackChanged();

private:
    void touched(int row);
    /// `isShown`: the model has this report already.
    void takeReport(const Report& report, std::size_t rows, bool isShown);
    void takeTime(const Report& report, const StageReport& stage, const ImageShape& input, bool isShown);
    std::vector<StageStatus> statuses() const;
    QString toolTip(int row) const;
    Stage fitted(const Stage& stage) const { return filters_.fitted(stage, filters_.filters()); }
    const FilterStore& filters_;
    Stack stack_;
    std::weak_ptr<const Report> report_; ///< the report whose results are shown; weak, because it holds many images
    std::vector<StageRun> lastRuns_;     ///< one for each stage, moved with it
    int currentStages_ = 0;
    StageProblem problem_;
};

/// A short summary of a stage's settings: values that differ from the defaults (else the first two), variant,
/// workgroup.
QString stageSummary(const Stage& stage, const StageStatus& status, const FilterCatalog& filters);
/// One value with its unit, such as "1.2 px", "auto" or "Replicate".
QString valueLabel(const Parameter& parameter, const ParameterValue& value);

} // namespace lightbench
