// Compiles a stage on the engine's thread to see what the compiler makes of its kernels. The Source tab uses it.
// Nothing is run, and the window's results stay.
#pragma once

#include <QObject>

#include "ui/state/engine/engine_thread.h"

namespace lightbench {

class StageCompiler : public QObject {
    Q_OBJECT

public:
    /// The thread must outlive this object.
    explicit StageCompiler(EngineThread& thread, QObject* parent = nullptr);
    ~StageCompiler() override;

    /// Compiles a stage, in place of what is being compiled.
    void compile(CompileRequest request);
    bool isCompiling() const { return ticket_ != nullptr; }

signals:
    void changed(); ///< it began or ended
    void compiled(const std::vector<lightbench::CompiledProgram>& programs);
    void failed(const QString& message);

private:
    void stop();

    EngineThread& thread_;
    TicketPtr ticket_; ///< null: nothing is being compiled
};

} // namespace lightbench
