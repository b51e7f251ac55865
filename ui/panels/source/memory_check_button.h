// The button "Check memory" of the Source tab: runs the stack in Oclgrind on the engine's thread, and keeps what it
// finds. A click while it runs stops it.
#pragma once

#include <QToolButton>

#include <optional>

#include "core/run/memory_check.h"
#include "ui/panels/source/shown_stage.h"
#include "ui/state/engine/latest_job.h"

namespace lightbench {

class MemoryCheckButton : public QToolButton {
    Q_OBJECT

public:
    /// Both must outlive the button.
    MemoryCheckButton(const ShownStage& stage, EngineThread& thread, QWidget* parent = nullptr);
    /// The stage was read again. What was found in another source is forgotten.
    void follow(bool canCheck);
    void forget();
    std::vector<MemoryFinding> findings() const;
    /// What was found, in a few words; empty if nothing was checked.
    QString status() const;

signals:
    void findingsChanged();
    void checked(const lightbench::MemoryCheck& check);
    void failed(const QString& message);

private:
    void toggle();
    void showState();

    const ShownStage& stage_;
    LatestJob job_;
    StageSource checkedSource_; ///< that the findings are about
    std::optional<MemoryCheck> result_;
};

/// One line for a person: how many findings there are, or that there are none.
QString memoryCheckSummary(const MemoryCheck& check);

} // namespace lightbench
