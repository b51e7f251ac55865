// The Source tab. It shows the kernels of the chosen stage, as they are written or as they are built. The user's own
// files can be edited. Beside them stands what they are launched and built with, and what the compiler made of them.
// addPanels creates it.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/controls/tab_panel.h"
#include "ui/panels/source/compiled_stage.h"
#include "ui/panels/source/shown_stage.h"
#include "ui/state/files/kernel_texts.h"
#include "ui/state/files/kernel_versions.h"

class QLineEdit;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace lightbench {

class ConflictBar;
class FiguresComparison;
class FindBar;
class HistoryList;
class MemoryCheckButton;
class OverflowRow;
class ProblemList;
class SourceEditor;
class SourceFacts;
class SourceFiles;
class VariantCopyButton;

class SourcePanel : public TabPanel {
    Q_OBJECT

public:
    /// Follows the chosen stage. `kernels`: those that the engine builds. The others must outlive the panel.
    SourcePanel(const Session& session, const Results& results, EngineThread& engine, KernelLibrary kernels,
                KernelTexts& texts, KernelVersions& versions, QWidget* parent = nullptr);
    SourceEditor* view() const { return view_; }
    SourceFacts* facts() const { return facts_; }
    SourceFiles* files() const { return files_; }
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
    /// Saves the shown file, and builds it.
    void save();

signals:
    void unsaved(const QString& problem); ///< the file could not be written

protected:
    bool event(QEvent* event) override;

private:
    void addHeader();
    void connectParts();
    void connectTools();
    void fill() override;
    void followStage();
    void fillFiles();
    std::vector<SourceEntry> entriesOf(std::size_t program) const;
    void showEntry();
    void showText(const ProgramSource& program, const SourceEntry& entry);
    void showProblems();
    void showInclude(const QString& name);
    void showKernel(const QString& kernel);
    void showState();
    void showMatches();
    void showSide();
    void showCompared(const QString& variant, const std::vector<CompiledProgram>& programs);
    void restoreVersion(const KernelVersion& version);
    void lookForWarnings();

    const Session& session_;
    const Results& results_;
    KernelTexts& texts_;
    ShownStage stage_;
    CompiledStage compiled_;
    std::string seen_; ///< the newest program of the user's that was compiled for its warnings
    QTimer warnSoon_;
    struct {
        QString name, text;
        QString kernel; ///< the kernel file that it is about; empty: there is no comparison
    } versionsCompared_;
    QString assumed_;      ///< macros that the listing takes as not defined
    bool isShown_ = false; ///< there is a source
    MemoryCheckButton* check_;
    FiguresComparison* compare_;
    QSplitter* split_;
    SourceEditor* view_;
    QStackedWidget* side_;
    SourceFacts* facts_;
    HistoryList* history_;
    SourceFiles* files_;
    VariantCopyButton* copy_;
    FindBar* find_;
    ConflictBar* conflict_;
    ProblemList* problems_;
    QToolButton *written_, *built_, *look_, *save_, *showHistory_;
    OverflowRow* buttons_;
};

} // namespace lightbench
