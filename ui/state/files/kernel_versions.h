// The histories of the user's kernel files, read and written in the background. OpenedKernels notes what ran, and the
// Source tab shows it.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/definition/kernel_history.h"
#include "core/run/report.h"

namespace lightbench {

using VersionsPtr = std::shared_ptr<const std::vector<KernelVersion>>;

class KernelVersions : public QObject {
    Q_OBJECT

public:
    explicit KernelVersions(const std::string& folder, QObject* parent = nullptr);
    /// Writes what is to be kept, and waits for it.
    ~KernelVersions() override;

    /// The versions of a kernel file, oldest first, as far as they were read; null before that.
    VersionsPtr of(const std::string& file) const;
    /// Reads a file's versions, unless they are known.
    void read(const std::string& file);
    /// Keeps the versions of kernel files that ran. While a slider moves, the newest run of each is kept now and then.
    void noteRuns(const ReportPtr& report);

signals:
    void changed(const std::string& file);
    void failed(const QString& message);

private:
    void deliver(const std::string& file);
    void note(const FilterDefinition& definition, const VersionRun& run);
    void keepRuns();

    KernelHistory history_; ///< used by the background thread
    std::map<std::string, VersionsPtr> known_;
    std::map<std::string, std::pair<FilterDefinition, VersionRun>> ended_; ///< to be kept, by definition
    QTimer keepSoon_;
    QThreadPool pool_; ///< with one thread, so that all happens in order
};

} // namespace lightbench
