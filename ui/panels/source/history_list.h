// The versions of a kernel file that ran, newest first: when, how long its kernels took, and the verdict. Two can be
// compared, one restored or raced against the one in use. SourcePanel creates it.
#pragma once

#include <QWidget>

#include <optional>

#include "ui/state/files/kernel_versions.h"

class QLabel;
class QToolButton;
class QTreeWidget;

namespace lightbench {

class HistoryList : public QWidget {
    Q_OBJECT

public:
    explicit HistoryList(QWidget* parent = nullptr);
    /// `inUse`: the definition that the stage runs; null if it is not known. `race`: the newest race's outcome.
    void show(const VersionsPtr& versions, const FilterDefinition* inUse, const QString& race);
    int count() const;
    /// Chooses the versions of these numbers.
    void choose(const std::vector<int>& numbers);
    QString race() const;
    QSize sizeHint() const override { return {410, 160}; }

signals:
    /// Between two versions, the earlier first; or, without a second, between one and the shown text.
    void compareRequested(const lightbench::KernelVersion& before,
                          const std::optional<lightbench::KernelVersion>& after);
    void restoreRequested(const lightbench::KernelVersion& version);
    void raceRequested(const lightbench::KernelVersion& version);

private:
    std::vector<KernelVersion> chosen() const; ///< earlier ones first
    void refreshButtons();
    std::optional<KernelVersion> rival() const;

    VersionsPtr versions_;
    std::optional<int> inUse_; ///< its number
    QTreeWidget* list_;
    QLabel *empty_, *race_;
    QToolButton *compare_, *restore_, *start_;
};

/// The version's time of day, with the date if that is not today.
QString versionName(const KernelVersion& version);

} // namespace lightbench
