// The texts of the user's kernel files and headers: what is on disk, what was edited and not saved, and what compilers
// say about their lines. OpenedKernels reads and builds them; the Source tab edits them.
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <map>
#include <vector>

#include "core/definition/kernel_files.h"
#include "core/source/build_messages.h"
#include "ui/state/files/edited_text.h"

namespace lightbench {

struct KernelProblem {
    QString path; ///< absolute
    int line = 0, column = 0;
    BuildMessage::Kind kind = BuildMessage::Error;
    QString text;
    bool operator==(const KernelProblem&) const = default;
};

/// A text that was typed and not saved, as the session keeps it.
struct KeptText {
    QString path, kernel; ///< absolute; the kernel file that includes it, or the same file
    QByteArray text;      ///< as it would be saved
    QByteArray disk;      ///< what it was made from
};

/// The errors and warnings of a compiler's log that are about a kernel file and its headers.
std::vector<KernelProblem> problemsIn(const std::string& log, const QString& kernel);

class KernelTexts : public QObject {
    Q_OBJECT

public:
    /// How long nothing must be typed before an edited text is built.
    static constexpr int pauseMs = 700;

    explicit KernelTexts(QObject* parent = nullptr);

    /// A kernel file and its headers were read. A text that was edited and not saved stays; if the file has another
    /// content than it was made from, the two conflict. Headers that are gone from the list are kept if unsaved.
    void take(const QString& kernel, const std::map<QString, QByteArray>& files);
    /// The kernel file first, then its headers; empty if it was never read.
    QStringList filesOf(const QString& kernel) const { return files_.value(kernel); }
    bool has(const QString& path) const { return texts_.contains(path); }
    QString text(const QString& path) const;

    /// The user typed. After a pause, or build(), edited() follows.
    void edit(const QString& path, const QString& text);
    /// Builds what was typed without waiting for the pause.
    void build();
    bool isUnsaved(const QString& path) const;
    QStringList unsavedPaths() const;
    /// What was typed, for readKernelFile().
    UnsavedTexts unsaved() const;
    /// What the session keeps, and what it puts back after the files were read. Nothing is built. A file that has
    /// changed meanwhile conflicts with its text, as if it had changed while the text was typed.
    std::vector<KeptText> keptTexts() const;
    void restore(const KeptText& kept);
    /// Writes the text to its file, and builds it. Returns why it could not be written; empty if it was, or if the file
    /// has changed on disk meanwhile. Then the two conflict and nothing is written.
    QString save(const QString& path);
    /// The file is gone. Its text counts as not saved until it is saved, or until the file is back.
    void setMissing(const QString& path);

    /// True if the file was changed on disk while its text was edited.
    bool isConflicting(const QString& path) const;
    /// Settles a conflict: takes the text on disk, or keeps the edited one, to be saved over it.
    void takeDisk(const QString& path);
    void keepEdited(const QString& path);

    /// What is wrong with a kernel file and its headers, in the order of the log.
    const std::vector<KernelProblem>& problems(const QString& kernel) const;
    void setProblems(const QString& kernel, const std::vector<KernelProblem>& problems);
    /// The same with why the newest text cannot be used; the message may begin with file and line.
    void setUnreadable(const QString& kernel, const QString& message);

signals:
    void typed();
    /// These texts are to be built.
    void edited(const QStringList& paths);
    /// A file was written.
    void saved(const QString& path);
    /// Another text stands in place of the shown one.
    void replaced(const QString& path);
    /// Whether it is saved, or in conflict, has changed.
    void stateChanged(const QString& path);
    void problemsChanged(const QString& kernel);

private:
    struct File {
        QByteArray disk; ///< what the text was made from
        EditedText text;
        QByteArray conflict; ///< what is on disk now, if isConflicting
        bool isConflicting = false;
        bool isMissing = false; ///< on disk
        bool isEdited() const { return text.bytes() != disk; }
    };
    void takeFile(const QString& path, const QByteArray& bytes);
    static bool isUnsaved(const File& file) { return file.isMissing || file.isEdited(); }

    std::map<QString, File> texts_;
    QHash<QString, QStringList> files_; ///< by kernel file
    std::map<QString, std::vector<KernelProblem>> problems_;
    QStringList typed_; ///< to be built after the pause
    QTimer pause_;
};

} // namespace lightbench
