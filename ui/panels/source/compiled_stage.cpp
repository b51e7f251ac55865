#include "ui/panels/source/compiled_stage.h"

#include <algorithm>

#include "core/framework/user_path.h"

namespace lightbench {

CompiledStage::CompiledStage(const ShownStage& stage, EngineThread& thread) : stage_(stage), compiling_(thread) {}

void CompiledStage::look() {
    problem_.clear();
    source_ = stage_.source();
    CompileRequest request = stage_.compileRequest();
    device_ = request.device;
    programs_.clear();
    compiling_.start(
        Lane::Experiment,
        [request = std::move(request)](Engine& engine, const JobControl& control) {
            return engine.compile(request, control.stop());
        },
        [this](std::vector<CompiledProgram> programs) { take(std::move(programs)); },
        [this](const QString& why) {
            if (!why.isEmpty()) problem_ = why;
            emit changed();
        });
    emit changed();
}

void CompiledStage::take(std::vector<CompiledProgram> programs) {
    programs_ = std::move(programs);
    const auto isOfUser = [](const CompiledProgram& one) { return one.program.starts_with(userFolder); };
    std::stable_partition(programs_.begin(), programs_.end(), isOfUser); // as in ShownStage::source()
    emit compiled();
    emit changed();
}

bool CompiledStage::isOfShown() const { return isBuiltAlike(stage_.source(), source_); }

const CompiledProgram* CompiledStage::program(std::size_t index) const {
    const bool isOfThis = stage_.isOn(device_) && programs_.size() == stage_.source().programs.size() && isOfShown();
    return isOfThis ? &programs_[index] : nullptr;
}

} // namespace lightbench
