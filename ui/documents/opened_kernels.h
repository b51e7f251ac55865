// The user's kernel files that are open: read in the background, watched on disk, and read again when an editor saves
// them. Each is a filter in the session's store. Documents opens files through it, and LabWindow creates it.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/framework/filter_definition.h"
#include "core/run/report.h"
#include "ui/state/files/file_watch.h"
#include "ui/state/files/kernel_texts.h"
#include "ui/state/files/kernel_versions.h"

namespace lightbench {

class FileTasks;
class Messages;
class RunControl;
class Session;
struct KernelRead;
struct RunFailure;

/// If a file becomes wrong, its last version that ran stays, and a message says why.
class OpenedKernels : public QObject {
    Q_OBJECT

public:
    /// All references must outlive this object.
    OpenedKernels(Session& session, FileTasks& files, RunControl& runs, Messages& messages);
    ~OpenedKernels() override;

    /// Reads kernel files, and adds a stage of each to the chosen stack, unless it has one. Paths are absolute.
    void open(const QStringList& paths);
    /// Reads kernel files, and all in a folder, so that stacks can name their filters.
    void load(const QStringList& paths);
    /// Calls `then` as soon as everything was read that has been asked for until now.
    void whenRead(const std::function<void()>& then);
    /// What a session must open again: files that the user opened, and those whose filters its stacks name.
    QStringList filesOfSession() const;
    /// Runs the version whose trial took too long, on the whole image.
    void runRefused();
    /// Their texts, which the Source tab edits. What was typed and not saved is used as if it were saved.
    KernelTexts& texts() { return texts_; }
    /// The versions that ran.
    KernelVersions& versions() { return versions_; }

signals:
    void opened(const QString& path); ///< a stage of it is in the stack

private:
    struct Kernel {
        QString path;
        std::string id{};                         ///< of its filter; empty: it could not be used yet
        bool isOpened = false;                    ///< by the user, not as one of a folder or of a session
        bool wantsStage = false;                  ///< as soon as it can be used
        std::optional<FilterDefinition> good{};   ///< the newest that ran
        std::optional<FilterDefinition> newest{}; ///< read last
        bool isRefused = false;                   ///< the trial of the newest took too long
    };
    Kernel& kernelOf(const QString& path);
    Kernel* kernelWithId(const std::string& id);
    void read(const QStringList& paths);
    void onRead(const std::vector<KernelRead>& files);
    bool take(Kernel& kernel, const FilterDefinition& definition, std::vector<FilterDefinition>& added);
    void endUnproven(const Kernel& kernel);
    void accept(const Kernel& kernel);
    void refuse(const Kernel& kernel, const QString& problem);
    void addStage(Kernel& kernel);
    void follow();
    QStringList pathsIn(const Kernel& kernel) const;
    void onChanged(const QString& path);
    void onEdited(const QStringList& paths);
    void onMissing(const QString& path);
    void noteGood(const ReportPtr& report);
    void noteRuns(const ReportPtr& report);
    void keepRuns();
    void onFailure(const RunFailure& failure);
    void showFailure(Kernel& kernel, const RunFailure& failure);

    Session& session_;
    FileTasks& files_;
    RunControl& runs_;
    Messages& messages_;
    KernelTexts texts_;
    KernelVersions versions_{kernelHistoryFolder()};
    std::map<std::string, std::pair<FilterDefinition, VersionRun>> ended_; ///< runs to be kept, by filter
    QTimer keepSoon_;
    FileWatch watch_;
    std::vector<Kernel> kernels_;
    int reading_ = 0; ///< how many answers are still to come
    std::vector<std::function<void()>> waiting_;
    QString refused_; ///< the file that the shown error is about
};

} // namespace lightbench
