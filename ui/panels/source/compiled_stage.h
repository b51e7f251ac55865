// What the compiler made of the stage in the Source tab, once it was asked to look inside. SourcePanel shows it.
#pragma once

#include "ui/panels/source/shown_stage.h"
#include "ui/state/engine/latest_job.h"

namespace lightbench {

class CompiledStage : public QObject {
    Q_OBJECT

public:
    CompiledStage(const ShownStage& stage, EngineThread& thread);
    /// Compiles the stage as it is shown.
    void look();
    /// What a program of the shown stage was compiled to; null if nobody has looked inside what is shown.
    const CompiledProgram* program(std::size_t index) const;
    /// True if what was compiled last is the stage as it is shown.
    bool isOfShown() const;
    bool isCompiling() const { return compiling_.isRunning(); }
    QString problem() const { return problem_; } ///< why the newest look failed; empty if it did not
    void setProblem(const QString& problem) { problem_ = problem; }

signals:
    void changed(); ///< it began, ended or failed
    void compiled();

private:
    void take(std::vector<CompiledProgram> programs);

    const ShownStage& stage_;
    LatestJob compiling_;
    StageSource source_; ///< that was compiled
    int device_ = -1;
    std::vector<CompiledProgram> programs_; ///< one for each program of source_
    QString problem_;
};

} // namespace lightbench
