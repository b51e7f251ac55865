// The Source tab. It shows the kernels of the chosen stage, as they are written or as they are built. Beside them
// stands what they are launched and built with, and what the compiler made of them. addPanels creates it.
#pragma once

#include <QWidget>

#include "core/source/stage_source.h"
#include "ui/state/engine/stage_compiler.h"
#include "ui/state/session/results.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace lightbench {

class ElidedLabel;
class FiguresComparison;
class MemoryCheckButton;
class SourceFacts;
class SourceView;
class VariantCopyButton;

class SourcePanel : public QWidget {
    Q_OBJECT

public:
    /// Follows the chosen stage. `kernels`: those that the engine builds. The others must outlive the panel.
    SourcePanel(const Session& session, const Results& results, EngineThread& engine, KernelLibrary kernels,
                QWidget* parent = nullptr);
    SourceView* view() const { return view_; }
    SourceFacts* facts() const { return facts_; }
    QComboBox* files() const { return files_; }
    QLineEdit* search() const { return search_; }
    VariantCopyButton* copyButton() const { return copy_; }
    MemoryCheckButton* checkButton() const { return check_; }
    FiguresComparison* comparison() const { return compare_; }
    void setBuilt(bool isBuilt);
    /// Compiles the chosen stage, and shows the figures of its kernels and the compiler's log and code.
    void lookInside();
    /// The text shown instead of a source; empty if there is one.
    QString emptyText() const;
    QString status() const; ///< about the search, or about assumptions of the listing
    QSize minimumSizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Part { File, Code, Log };
    /// A choice in the box of files: a program, and one of its files or what the compiler made of it.
    struct Entry {
        std::size_t program = 0;
        std::string path;
        Part part = Part::File;
        bool operator==(const Entry&) const = default;
    };
    QWidget* header();
    void connectParts();
    void refresh();
    QString readSource();
    void fillFiles();
    void showEntry();
    void showText(const ProgramSource& program, const Entry& entry);
    void showInclude(const QString& name);
    void showKernel(const QString& kernel);
    void showLine(const QString& file, int line);
    void seek(const QString& sought);
    void showMatches();
    CompileRequest compileRequest() const;
    const StageReport* report() const;
    const CompiledProgram* compiled(std::size_t program) const;
    void takeCompiled(const std::vector<CompiledProgram>& programs);

    const Session& session_;
    const Results& results_;
    const KernelLibrary engineKernels_;
    KernelLibrary kernels_; ///< with those of kernel files
    StageCompiler compiler_;
    StageSource source_;
    ImageShape input_; ///< of source_
    StageSource compiledSource_;
    int compiledOn_ = -1;                   ///< the device of compiled_
    std::vector<CompiledProgram> compiled_; ///< one for each program of compiledSource_
    QString problem_;                       ///< why the newest look inside failed; empty if it did not
    std::vector<Entry> entries_;            ///< one for each item of files_
    QString assumed_;                       ///< macros that the listing takes as not defined
    bool isShown_ = false;                  ///< there is a source
    StageSource checkedSource_;             ///< whose findings the facts show
    MemoryCheckButton* check_;
    FiguresComparison* compare_;
    QLabel* empty_;
    QSplitter* split_;
    SourceView* view_;
    SourceFacts* facts_;
    QComboBox* files_ = nullptr;
    QToolButton* written_ = nullptr;
    QToolButton* built_ = nullptr;
    QToolButton* look_ = nullptr;
    VariantCopyButton* copy_ = nullptr;
    QLineEdit* search_ = nullptr;
    ElidedLabel* found_ = nullptr;
};

} // namespace lightbench
