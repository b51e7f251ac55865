// The Source tab. It shows the kernels of the chosen stage, as they are written or as they are built. The user's own
// files can be edited. Beside them stands what they are launched and built with, and what the compiler made of them.
// addPanels creates it.
#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>

#include "core/run/memory_check.h"
#include "core/source/stage_source.h"
#include "ui/state/engine/latest_job.h"
#include "ui/state/experiment/version_race.h"
#include "ui/state/files/kernel_texts.h"
#include "ui/state/files/kernel_versions.h"
#include "ui/state/session/results.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace lightbench {

class ConflictBar;
class ElidedLabel;
class FiguresComparison;
class FindBar;
class HistoryList;
class MemoryCheckButton;
class OverflowRow;
class ProblemList;
class SourceFacts;
class SourceEditor;
class VariantCopyButton;

class SourcePanel : public QWidget {
    Q_OBJECT

public:
    /// Follows the chosen stage. `kernels`: those that the engine builds. The others must outlive the panel.
    SourcePanel(const Session& session, const Results& results, EngineThread& engine, KernelLibrary kernels,
                KernelTexts& texts, KernelVersions& versions, QWidget* parent = nullptr);
    SourceEditor* view() const { return view_; }
    SourceFacts* facts() const { return facts_; }
    QComboBox* files() const { return files_; }
    QLineEdit* search() const;
    VariantCopyButton* copyButton() const { return copy_; }
    MemoryCheckButton* checkButton() const { return check_; }
    FiguresComparison* comparison() const { return compare_; }
    ProblemList* problems() const { return problems_; }
    HistoryList* history() const { return history_; }
    /// Shows the versions of the shown file that ran in place of its launches.
    void showHistory(bool isShown);
    void setBuilt(bool isBuilt);
    /// Compiles the chosen stage, and shows the figures of its kernels and the compiler's log and code.
    void lookInside();
    /// The text shown instead of a source; empty if there is one.
    QString emptyText() const;
    QString status() const; ///< about the search, the build, or assumptions of the listing
    /// Saves the shown file, and builds it.
    void save();
    QSize minimumSizeHint() const override;

signals:
    void unsaved(const QString& problem); ///< the file could not be written

protected:
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Part { File, Code, Log, Comparison };
    /// A choice in the box of files: a program, and one of its files or what the compiler made of it.
    struct Entry {
        std::size_t program = 0;
        std::string path;
        Part part = Part::File;
        QString file{}; ///< absolute, of a file of the user's; empty for others
        bool operator==(const Entry&) const = default;
    };
    /// Without "kernels/"; variants of several filters have files of one name. The user's files by their own names.
    static QString shortPath(const std::string& path);
    QWidget* header();
    void connectParts();
    void refresh();
    QString readSource();
    void fillFiles();
    void showEntry();
    void showText(const ProgramSource& program, const Entry& entry);
    void addFiles(std::size_t program, const std::function<void(const Entry&, const QString&)>& add) const;
    Entry shownEntry() const;
    const FilterDefinition* ownDefinition() const;
    QString userFile(const ProgramSource& program) const;
    static bool isNamed(const Entry& entry, const QString& file);
    static QString fileOf(const Entry& entry);
    void showProblems();
    void showVersions();
    void compareVersions(const KernelVersion& before, const std::optional<KernelVersion>& after);
    void restoreVersion(const KernelVersion& version);
    FilterDefinition shownTexts() const;
    void showState();
    void showProblem(const KernelProblem& problem);
    void takeWarnings();
    void lookForWarnings();
    void compileForWarnings();
    void showInclude(const QString& name);
    void showKernel(const QString& kernel);
    void showLine(const QString& file, int line);
    void showMatches();
    const StageReport* report() const;
    const CompiledProgram* compiled(std::size_t program) const;
    void takeCompiled(const std::vector<CompiledProgram>& programs);
    void takeFindings(const MemoryCheck& check);
    void forgetFindings();
    CompileRequest compileRequest() const;
    RunRequest checkRequest() const;

    const Session& session_;
    const Results& results_;
    const KernelLibrary engineKernels_;
    KernelLibrary kernels_; ///< with those of kernel files
    KernelTexts& texts_;
    KernelVersions& versions_;
    LatestJob compiling_;
    VersionRace race_;
    StageSource source_;
    ImageShape input_; ///< of source_
    StageSource compiledSource_;
    int compiledOn_ = -1;                   ///< the device of compiled_
    std::vector<CompiledProgram> compiled_; ///< one for each program of compiledSource_
    std::string seen_;                      ///< the newest program of the user's that was compiled for its warnings
    QTimer warnSoon_;
    QString comparison_, compared_; ///< the text of a comparison and its name; empty: there is none
    std::string comparedFile_;      ///< the kernel file that it is about
    QString problem_;               ///< why the newest look inside failed; empty if it did not
    std::vector<Entry> entries_;    ///< one for each item of files_
    QString assumed_;               ///< macros that the listing takes as not defined
    bool isShown_ = false;          ///< there is a source
    StageSource checkedSource_;     ///< that findings_ are about
    std::vector<MemoryFinding> findings_;
    QString checkText_; ///< what the check found, in short; empty: nothing was checked
    MemoryCheckButton* check_;
    FiguresComparison* compare_;
    QLabel* empty_;
    QSplitter* split_;
    SourceEditor* view_;
    QStackedWidget* side_;
    SourceFacts* facts_;
    HistoryList* history_;
    QComboBox* files_ = nullptr;
    QToolButton* written_ = nullptr;
    QToolButton* built_ = nullptr;
    QToolButton* look_ = nullptr;
    VariantCopyButton* copy_ = nullptr;
    QToolButton* save_ = nullptr;
    QToolButton* showHistory_ = nullptr;
    OverflowRow* buttons_ = nullptr;
    FindBar* find_;
    ConflictBar* conflict_;
    ProblemList* problems_;
    ElidedLabel* found_ = nullptr;
};

} // namespace lightbench
