// The stage that the Source tab shows: its source on the session's device, the user's files in it, and what an engine
// is asked about it. SourcePanel shows it.
#pragma once

#include <QString>

#include <optional>

#include "core/source/stage_source.h"
#include "ui/state/files/kernel_texts.h"
#include "ui/state/session/results.h"

namespace lightbench {

/// A choice in the box of files: a program, and one of its files or what the compiler made of it.
struct SourceEntry {
    enum Part { File, Code, Log, Comparison };
    std::size_t program = 0;
    std::string path;
    Part part = File;
    QString file{}; ///< absolute, of a file of the user's; empty for others
    QString name{}; ///< as the box shows it

    bool isSame(const SourceEntry& other) const;
    /// Whether messages name it so: by its path from the kernel file's folder, or among the built-in kernels.
    bool isNamed(const QString& text) const;
    QString location() const; ///< of its text: the user's file, or the path among the kernels
};

class ShownStage {
public:
    /// `kernels`: those that the engine builds. The others must outlive this object.
    ShownStage(const Session& session, const Results& results, const KernelTexts& texts, KernelLibrary kernels)
        : session_(session), results_(results), texts_(texts), engineKernels_(std::move(kernels)) {}

    /// Reads the session's chosen stage. Returns why it has no source; empty if it has one.
    QString read();
    const StageSource& source() const { return source_; }
    const std::optional<ResolvedStage>& resolved() const { return resolved_; } ///< nothing if read() failed
    const KernelLibrary& kernels() const { return kernels_; }                  ///< with those of kernel files
    bool isOfUser() const; ///< the first program is one of the user's
    bool isFilterOfUser() const;
    bool isOn(int device) const; ///< the session uses this device

    /// The definition that the kernels come from; null: from Lightbench.
    const FilterDefinition* definition() const;
    /// The same with the texts as they are in the editor, saved or not. Empty without a definition.
    FilterDefinition editedDefinition() const;
    /// The kernel file of a program of the user's; empty for others.
    QString userFile(const ProgramSource& program) const;
    /// The files of a program, its own first. The user's newest text may include other files than the version in use.
    std::vector<SourceEntry> files(std::size_t program) const;

    /// The report's stage if it ran with what is shown; null if not.
    const StageReport* report() const;
    CompileRequest compileRequest() const;
    /// The stack with the kernel file as it stands in the editor. After a crash the file in use is an older one.
    RunRequest checkRequest() const;

private:
    const Session& session_;
    const Results& results_;
    const KernelTexts& texts_;
    const KernelLibrary engineKernels_;
    KernelLibrary kernels_;
    std::optional<ResolvedStage> resolved_;
    StageSource source_;
    ImageShape input_; ///< of source_
};

/// Without "kernels/"; variants of several filters have files of one name. The user's files by their own names.
QString shortPath(const std::string& path);

} // namespace lightbench
