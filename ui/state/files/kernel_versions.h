// The histories of the user's kernel files, read and written in the background. OpenedKernels notes what ran, and the
// Source tab shows it.
#pragma once

#include <QObject>
#include <QThreadPool>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/definition/kernel_history.h"

namespace lightbench {

using VersionsPtr = std::shared_ptr<const std::vector<KernelVersion>>;

class KernelVersions : public QObject {
    Q_OBJECT

public:
    explicit KernelVersions(const std::string& folder, QObject* parent = nullptr);
    /// Waits for what is being written.
    ~KernelVersions() override;

    /// The versions of a kernel file, oldest first, as far as they were read; null before that.
    VersionsPtr of(const std::string& file) const;
    /// Reads a file's versions, unless they are known.
    void read(const std::string& file);
    /// Adds a version or a newer run of it.
    void note(const FilterDefinition& definition, const VersionRun& run);

signals:
    void changed(const std::string& file);
    void failed(const QString& message);

private:
    void deliver(const std::string& file);

    KernelHistory history_; ///< used by the background thread
    std::map<std::string, VersionsPtr> known_;
    QThreadPool pool_; ///< with one thread, so that all happens in order
};

} // namespace lightbench
