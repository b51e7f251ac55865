// The button "Compare with" of the Source tab: compiles another variant of the chosen stage, so that the figures of
// both stand side by side.
#pragma once

#include <QToolButton>

#include "ui/state/engine/latest_job.h"

namespace lightbench {

class FiguresComparison : public QToolButton {
    Q_OBJECT

public:
    FiguresComparison(EngineThread& thread, QWidget* parent = nullptr);
    /// The stage whose other variants are offered, with the variant that is shown. Those that do not exist for the
    /// stage on this device cannot be chosen, and say why. A new stage ends the comparison.
    void setStage(const CompileRequest& request, const std::string& shown, const DeviceInfo& device);
    /// Compiles the stage with this variant; an empty one ends the comparison.
    void compareWith(const std::string& variant);

signals:
    /// An empty variant: there is nothing to compare with.
    void compared(const QString& variant, const std::vector<lightbench::CompiledProgram>& programs);
    void failed(const QString& message);

private:
    void fillMenu();

    LatestJob compiling_;
    CompileRequest request_;
    DeviceInfo device_;
    std::string shown_, variant_; ///< variant_: what it is compared with; empty: nothing
};

} // namespace lightbench
