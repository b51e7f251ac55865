// The versions of a kernel file that ran, newest first: when, how long its kernels took, and the verdict. Two can be
// compared, one restored or raced against the one in use. SourcePanel creates it.
#pragma once

#include <QWidget>

#include <optional>

#include "ui/state/experiment/version_race.h"
#include "ui/state/files/kernel_versions.h"

class QLabel;
class QToolButton;
class QTreeWidget;

namespace lightbench {

class HistoryList : public QWidget {
    Q_OBJECT

public:
    /// A race measures the stage that is chosen in the session then. All must outlive the list.
    HistoryList(const Session& session, KernelVersions& versions, EngineThread& thread, QWidget* parent = nullptr);
    /// Shows the versions of this definition's file. It is the one that the stage runs.
    void follow(const FilterDefinition& inUse);
    int count() const;
    /// Chooses the versions of these numbers.
    void choose(const std::vector<int>& numbers);
    QString race() const; ///< the newest race's outcome
    QSize sizeHint() const override { return {410, 160}; }

signals:
    /// Between two versions, the earlier first; or, without a second, between one and the shown text.
    void compareRequested(const lightbench::KernelVersion& before,
                          const std::optional<lightbench::KernelVersion>& after);
    void restoreRequested(const lightbench::KernelVersion& version);

private:
    std::vector<KernelVersion> chosen() const; ///< earlier ones first
    void refresh();
    void fill(const VersionsPtr& versions, std::optional<int> inUse);
    void refreshButtons();
    std::optional<KernelVersion> rival() const;

    KernelVersions& kept_;
    VersionRace race_;
    FilterDefinition definition_; ///< in use
    VersionsPtr versions_;
    std::optional<int> inUse_; ///< the number of its version
    QTreeWidget* list_;
    QLabel *empty_, *outcome_;
    QToolButton *compare_, *restore_, *start_;
};

/// The version's time of day, with the date if that is not today.
QString versionName(const KernelVersion& version);

} // namespace lightbench
