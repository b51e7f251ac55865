// The button "Check memory" of the Source tab: runs the stack in Oclgrind on the engine's thread, and hands out what it
// finds. A click while it runs stops it.
#pragma once

#include <QToolButton>

#include <functional>

#include "ui/state/engine/engine_thread.h"

namespace lightbench {

class MemoryCheckButton : public QToolButton {
    Q_OBJECT

public:
    /// The thread must outlive the button.
    explicit MemoryCheckButton(EngineThread& thread, QWidget* parent = nullptr);
    ~MemoryCheckButton() override;
    /// What a check runs is asked for at the click. `make` may throw Error; without it the button is disabled.
    void setRequest(std::function<RunRequest()> make);

signals:
    void started();
    void checked(const lightbench::MemoryCheck& check);
    void failed(const QString& message);

private:
    void toggle();
    void stop();
    void showState();
    EngineThread& thread_;
    std::function<RunRequest()> makeRequest_;
    TicketPtr ticket_; ///< null: no check
};

/// One line for a person: how many findings there are, or that there are none.
QString memoryCheckSummary(const MemoryCheck& check);
/// The same in a few words, for beside what was found.
QString shortCheckText(const MemoryCheck& check);

} // namespace lightbench
