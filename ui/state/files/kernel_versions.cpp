#include "ui/state/files/kernel_versions.h"

#include "core/base/current_time.h"
#include "core/base/error.h"
#include "core/device/device_label.h"
#include "core/run/stack_text.h"

namespace lightbench {

static constexpr int keepMs = 400;

KernelVersions::KernelVersions(const std::string& folder, QObject* parent) : QObject(parent), history_(folder) {
    pool_.setMaxThreadCount(1);
    keepSoon_.setSingleShot(true);
    keepSoon_.setInterval(keepMs);
    connect(&keepSoon_, &QTimer::timeout, this, &KernelVersions::keepRuns);
}

KernelVersions::~KernelVersions() {
    keepRuns();
    pool_.waitForDone();
}

VersionsPtr KernelVersions::of(const std::string& file) const {
    const auto found = known_.find(file);
    return found == known_.end() ? nullptr : found->second;
}

void KernelVersions::read(const std::string& file) {
    if (known_.contains(file)) return;
    known_[file] = nullptr;
    pool_.start([this, file] { deliver(file); });
}

void KernelVersions::noteRuns(const ReportPtr& report) {
    for (const StageReport& stage : report->stages) {
        const std::string id = definitionIdOf(stage.filter, stage.variant);
        const FilterDefinition* ran = report->filters.definition(id);
        if (!ran || stage.reused) continue;
        VersionRun run{timeText(),
                       stackLine({report->stack[std::size_t(stage.stackIndex)]}, report->filters),
                       deviceLabel(report->device),
                       stage.gpuMs,
                       report->warmedUp,
                       verdictName(stage.difference.verdict)};
        ended_.insert_or_assign(id, std::pair(*ran, std::move(run)));
    }
    if (!ended_.empty() && !keepSoon_.isActive()) keepSoon_.start();
}

void KernelVersions::keepRuns() {
    for (const auto& [id, run] : std::exchange(ended_, {}))
        note(run.first, run.second);
}

void KernelVersions::note(const FilterDefinition& definition, const VersionRun& run) {
    pool_.start([this, definition, run] {
        try {
            history_.note(definition, run);
        } catch (const Error& problem) {
            emit failed(QString::fromUtf8(problem.what()));
        }
        deliver(definition.fileName());
    });
}

/// On the background thread.
void KernelVersions::deliver(const std::string& file) {
    auto versions = std::make_shared<const std::vector<KernelVersion>>(history_.versions(file));
    QMetaObject::invokeMethod(
        this,
        [this, file, versions = std::move(versions)] {
            known_[file] = versions;
            emit changed(file);
        },
        Qt::QueuedConnection);
}

} // namespace lightbench
