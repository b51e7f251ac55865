// The list beside a source: what the program's kernels are launched with, its constants, and what the compiler made of
// them. SourcePanel shows it.
#pragma once

#include <QTreeWidget>

#include "core/run/kernel_resources.h"
#include "core/run/memory_check.h"
#include "core/run/report.h"
#include "core/source/stage_source.h"

namespace lightbench {

class SourceFacts : public QTreeWidget {
    Q_OBJECT

public:
    explicit SourceFacts(QWidget* parent = nullptr);
    /// Shows a program. `measured`: the report of its stage; null if it has not run like this. `compiled`: what the
    /// compiler made of it; null if nobody has looked.
    void show(const ProgramSource& program, const StageReport* measured, const CompiledProgram* compiled = nullptr);
    /// What Oclgrind found, which the next show() puts above all else. It stays until it is replaced.
    void setFindings(const std::vector<MemoryFinding>& findings);
    /// The figures of another variant's kernels, which the next show() puts in a column beside those of the `shown`
    /// one; an empty name: none.
    void setCompared(const QString& shown, const QString& variant, const std::vector<CompiledProgram>& programs);
    /// The value beside a name, wherever it stands; empty if the name is not there.
    QString valueOf(const QString& name) const;
    QSize sizeHint() const override { return {410, 160}; }

signals:
    void lineChosen(const QString& file, int line); ///< of a finding
    void nameChosen(const QString& name);           ///< of a constant or an argument
    void kernelChosen(const QString& kernel);       ///< the heading of a launch

private:
    QTreeWidgetItem* heading(const QString& text, const QString& tip);
    QTreeWidgetItem* add(QTreeWidgetItem* parent, const QString& name, const QString& value, const QString& tip = {});
    void addNames(QTreeWidgetItem* parent, const std::vector<NamedValue>& values);
    void addLaunch(const KernelLaunch& launch, const KernelReport* measured, const KernelResources* figures,
                   const KernelResources* other);
    void addAdvice(QTreeWidgetItem* parent, const QString& name, const QString& advice);
    void addCompiled(QTreeWidgetItem* parent, const KernelReport* measured);
    std::vector<const KernelResources*> comparedTo(const ProgramSource& program) const;
    void addFindings();
    void addFigures(QTreeWidgetItem* parent, const KernelResources* figures, const KernelResources* other);
    void colour();

    std::vector<MemoryFinding> findings_;
    QString shownVariant_; ///< of the first column of figures, while there are two
    QString comparedWith_; ///< a variant; empty: none
    std::vector<CompiledProgram> compared_;
};

} // namespace lightbench
