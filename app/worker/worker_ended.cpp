#include "app/worker/worker_ended.h"

#include "core/base/text.h"
#include "core/definition/definition_plan.h"

namespace lightbench {

namespace {
/// A single stage is stage 0, whatever the progress says.
int stageOf(const Stack& stack, const WorkerFailure& end) {
    return end.at.stackIndex < 0 && stack.size() == 1 ? 0 : end.at.stackIndex;
}

const Stage* stageAt(const WorkerJob& job, int stage) {
    return stage >= 0 && std::size_t(stage) < job.stack.size() ? &job.stack[std::size_t(stage)] : nullptr;
}

/// "floyd-steinberg variant=row-per-item on DEVICE: kernel k" or what else was at work.
std::string nameOf(const WorkerJob& job, const Stage* stage, const WorkerFailure& end, const std::string& device) {
    if (!stage) return job.name;
    const std::string& variant = end.at.variant.empty() ? stage->variant : end.at.variant;
    const std::string work = stage->filter + " variant=" + variant + (device.empty() ? "" : " on " + device);
    std::vector<std::string> kernels = end.at.kernels;
    if (runsDefinition(*stage, job.filters)) std::erase(kernels, sampleMover);
    if (kernels.empty()) return work;
    return work + (kernels.size() > 1 ? ": one of the kernels " : ": kernel ") + joinWords(kernels, "and");
}

std::string adviceFor(const WorkerJob& job, const Stage* stage, const WorkerFailure& end) {
    if (stage && needsProgress(*stage, job.filters))
        return "it waits for other work-items, and OpenCL does not promise that they make progress; use another "
               "variant";
    if (stage && runsDefinition(*stage, job.filters))
        return end.kind == WorkerFailure::Died ? "perhaps it reads or writes outside a buffer; Check memory, or "
                                                 "check-memory on the command line, shows where"
                                               : "check that its loops end, or try another workgroup size";
    return "use another variant, workgroup or device";
}

bool wasKilled(const WorkerFailure& end) {
    return end.kind == WorkerFailure::Died && end.how.starts_with("by signal 9 ");
}

/// True if it ended by itself before any kernel ran.
bool wasOnlyBuilding(const WorkerFailure& end) { return end.at.building && end.at.kernels.empty() && !wasKilled(end); }

/// For an end whose cause is the driver or its compiler.
std::string driversFault(const WorkerFailure& end) {
    const std::string words = end.lastWords().line;
    return std::string("crashed its process") + (end.at.building ? " while it was built" : "") +
           ". The process ended " + end.how +
           (words.empty() ? "" : ", and the driver's last words name the cause: \"" + words + "\"") +
           ". Try other build options, another variant or another device";
}
} // namespace

std::string failureText(const WorkerFailure& end, const std::string& advice, const std::string& program) {
    if (end.kind == WorkerFailure::Died) {
        const LastWords words = end.lastWords();
        if (words.nameCause || wasOnlyBuilding(end)) return driversFault(end);
        return "crashed its process, which ended " + end.how +
               (words.line.empty() ? "" : "; its last words were \"" + words.line + "\"") + "; " + advice;
    }
    if (end.kind == WorkerFailure::Late)
        return "made no progress for " + end.how + " and was ended; " + advice +
               ", a smaller image or a longer --timeout";
    return "could not be understood: " + program + " sent " + end.how + "; install Lightbench again";
}

WorkerEnded workerEnded(const WorkerJob& job, const WorkerFailure& end, const std::string& program,
                        const std::string& device) {
    if (end.kind == WorkerFailure::OtherVersion) return WorkerEnded(ErrorKind::Device, end.how);
    const int index = stageOf(job.stack, end);
    const Stage* stage = stageAt(job, index);
    const std::string action = failureText(end, adviceFor(job, stage, end), program);
    WorkerEnded error(ErrorKind::Device, nameOf(job, stage, end, device) + " " + action, end.output);
    const bool died = end.kind == WorkerFailure::Died;
    error.stage = index;
    error.field = "variant";
    error.wasLate = end.kind == WorkerFailure::Late;
    error.wasKilled = wasKilled(end);
    error.variant = end.at.variant;
    if (!died || error.wasKilled) return error;
    // PoCL 6.0 compiles after a launch has returned, so that only its words tell a build from a run.
    const LastWords words = end.lastWords();
    error.gaveUp = end.at.building || words.nameCause;
    if (words.nameCause) error.words = words.line;
    return error;
}

} // namespace lightbench
