// The user's kernel files that are open: read in the background, watched on disk, and read again when an editor saves
// them. Each is a filter in the session's store. Documents opens files through it, and LabWindow creates it.
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>
#include <string>
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

    /// Reads kernel files, and adds a stage of each to the chosen stack, unless it has one. Paths are absolute.
    void open(const QStringList& paths);
    /// Reads kernel files, and all in a folder, so that stacks can name their filters. Follows the folder.
    void load(const QStringList& paths);
    /// Reads files that come into a folder from now on. It need not be there yet.
    void followFolder(const QString& folder);
    /// Writes a kernel file of that name into the user's folder, and opens it. A file that is there already is an error
    /// message.
    void addCopy(const QString& name, const QString& text);
    /// Calls `then` as soon as everything was read that has been asked for until now.
    void whenRead(const std::function<void()>& then);
    /// What a session must open again: files that the user opened, and those whose filters its stacks name.
    QStringList filesOfSession() const;
    /// The file of a filter; empty if it is not one of these.
    QString fileOf(const std::string& id) const;
    /// The newest version that could be read, even if no filter can be made of it; null if there is none.
    const FilterDefinition* newest(const QString& path) const;
    /// Keeps other corrections of a file, and makes its filter again. Throws Error(Usage) if one of them is wrong, and
    /// Error(Input) if they cannot be kept. Then nothing changes.
    void correct(const QString& path, const std::string& corrections);
    /// Writes lines before the file's text, which take the place of its corrections. Throws what writeLines() throws.
    void writeInto(const QString& path, const std::string& lines);
    /// What the button of the shown error does: it asks what the file leaves open, or runs the version whose trial took
    /// too long.
    void applyRemedy();
    /// Their texts, which the Source tab edits. What was typed and not saved is used as if it were saved.
    KernelTexts& texts() { return texts_; }
    /// The versions that ran.
    KernelVersions& versions() { return versions_; }

signals:
    void opened(const QString& path);         ///< a stage of it is in the stack
    void fileRead(const QString& path);       ///< there is another newest version, or its filter was made again
    void questionsAsked(const QString& path); ///< the user opened it, and must answer questions before it can run

private:
    struct Kernel {
        QString path;
        std::string id{};                         ///< of its filter; empty: it could not be used yet
        bool isOpened = false;                    ///< by the user, not as one of a folder or of a session
        bool wantsStage = false;                  ///< as soon as it can be used
        bool wasAsked = false;                    ///< the user knows that questions are open
        std::optional<FilterDefinition> good{};   ///< the newest that ran
        std::optional<FilterDefinition> newest{}; ///< that could be read
        std::optional<FilterDefinition> asked{};  ///< whose arguments the driver is asked for
        QString note{};                           ///< the newest KernelRead::note
        QString awaited{};                        ///< a missing file that would change it
        bool isRefused = false;                   ///< the trial of the newest took too long
        bool hasFailed = false;                   ///< the newest ran and failed, and its text is marked for that
    };
    Kernel& kernelOf(const QString& path);
    Kernel* kernelWithId(const std::string& id);
    void read(const QStringList& paths);
    void onRead(const std::vector<KernelRead>& files);
    void useFiles(const std::vector<KernelRead>& files);
    void endReading();
    void askDriver(const KernelRead& file);
    void onReported(const KernelRead& file, const std::vector<KernelSignature>& kernels, const QString& compilersWord);
    void askUser(Kernel& kernel);
    bool take(Kernel& kernel, const FilterDefinition& definition, std::vector<FilterDefinition>& added);
    void cancelUntestedRun(const Kernel& kernel);
    void accept(const Kernel& kernel);
    void refuse(const Kernel& kernel, const QString& problem);
    static bool hasQuestions(const Kernel& kernel);
    void runRefused();
    void addStage(Kernel& kernel);
    void follow();
    QStringList pathsIn(const Kernel& kernel) const;
    void onChanged(const QString& path);
    void readNewFiles(const QString& folder);
    void onEdited(const QStringList& paths);
    void onMissing(const QString& path);
    void removeMissing(const QString& path);
    void recordSuccess(const ReportPtr& report);
    void onFailure(const RunFailure& failure);
    void showFailure(Kernel& kernel, const RunFailure& failure);

    Session& session_;
    FileTasks& files_;
    RunControl& runs_;
    Messages& messages_;
    KernelTexts texts_;
    KernelVersions versions_{kernelHistoryFolder()};
    FileWatch watch_;
    std::vector<Kernel> kernels_;
    QStringList folders_; ///< whose files are all read
    int reading_ = 0;     ///< how many answers are still to come
    std::vector<std::function<void()>> waiting_;
    QString refused_; ///< the file that the shown error is about
    QString gone_;    ///< the file that the shown notice is about
};

} // namespace lightbench
