// Hands copies of the history to the window's thread.
#include "ui/state/files/kernel_versions.h"

#include "core/base/error.h"

namespace lightbench {

KernelVersions::KernelVersions(const std::string& folder, QObject* parent) : QObject(parent), history_(folder) {
    pool_.setMaxThreadCount(1);
}

KernelVersions::~KernelVersions() { pool_.waitForDone(); }

VersionsPtr KernelVersions::of(const std::string& file) const {
    const auto found = known_.find(file);
    return found == known_.end() ? nullptr : found->second;
}

void KernelVersions::read(const std::string& file) {
    if (known_.contains(file)) return;
    known_[file] = nullptr;
    pool_.start([this, file] { deliver(file); });
}

void KernelVersions::note(const FilterDefinition& definition, const VersionRun& run) {
    pool_.start([this, definition, run] {
        try {
            history_.note(definition, run);
        } catch (const Error& problem) {
            QMetaObject::invokeMethod(
                this, [this, message = QString::fromUtf8(problem.what())] { emit failed(message); },
                Qt::QueuedConnection);
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
