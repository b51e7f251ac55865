// Keeps the newest answer of a StageCompiler with the source that it is about.
#include "ui/panels/source/compiled_stage.h"

#include <algorithm>

#include "core/framework/user_path.h"

namespace lightbench {

CompiledStage::CompiledStage(const ShownStage& stage, EngineThread& thread) : stage_(stage), compiler_(thread) {
    connect(&compiler_, &StageCompiler::changed, this, &CompiledStage::changed);
    connect(&compiler_, &StageCompiler::failed, this, &CompiledStage::setProblem);
    connect(&compiler_, &StageCompiler::compiled, this, [this](const std::vector<CompiledProgram>& programs) {
        programs_ = programs;
        const auto isOfUser = [](const CompiledProgram& one) { return one.program.starts_with(userFolder); };
        std::stable_partition(programs_.begin(), programs_.end(), isOfUser); // as in ShownStage::source()
        emit compiled();
    });
}

void CompiledStage::look() {
    problem_.clear();
    source_ = stage_.source();
    CompileRequest request = stage_.compileRequest();
    device_ = request.device;
    programs_.clear();
    compiler_.compile(std::move(request));
}

bool CompiledStage::isOfShown() const { return isBuiltAlike(stage_.source(), source_); }

const CompiledProgram* CompiledStage::program(std::size_t index) const {
    const bool isOfThis = stage_.isOn(device_) && programs_.size() == stage_.source().programs.size() && isOfShown();
    return isOfThis ? &programs_[index] : nullptr;
}

} // namespace lightbench
