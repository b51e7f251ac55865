// What Lightbench understood of an OpenCL C file: parameters, passes, buffers and variants. Names tell what an argument
// is, and //@ lines say what names do not. The command `kernels` prints it; filterOf makes a filter of it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/definition/declarations.h"
#include "core/definition/kernels_in_text.h"
#include "core/definition/pixel_kind.h"
#include "core/definition/reads.h"
#include "core/framework/filter_definition.h"
#include "core/framework/parameter.h"
#include "core/framework/plan.h"
#include "core/framework/tolerance.h"

namespace lightbench {

/// What a kernel's argument is given.
struct ArgumentMeaning {
    enum Kind {
        Source,      ///< the image
        Destination, ///< the result
        Scratch,     ///< a buffer that passes share, or a table
        Local,       ///< local memory
        Sampler,     ///< how image objects are read
        Number,      ///< an expression
        Unknown      ///< a question is open (KernelFile::questions)
    } kind = Number;
    KernelArgument argument;
    std::vector<std::string> expressions{}; ///< of Number: one for each lane or member; of Local: how many elements
    std::vector<std::string> types{};       ///< of Number: the members of a struct; empty for other types
    std::string scratch{};                  ///< of Scratch: the buffer's name
    SamplerArgument sampler{};
    bool isGuess = false;
};

/// One launch of a kernel.
struct DeclaredPass {
    std::string name, kernel;
    std::vector<ArgumentMeaning> arguments{};
    std::array<std::string, 2> range{};   ///< expressions: the work-items needed in x and y
    bool isExact = false;                 ///< the range is never rounded up to whole workgroups
    std::optional<Workgroup> workgroup{}; ///< fixed by the kernel or by a line

    bool takes(ArgumentMeaning::Kind kind) const;
    bool writesResult() const { return takes(ArgumentMeaning::Destination); }
};

/// What becomes of the result where several kernels of a variant write it.
enum class ResultComposition {
    OfLast,  ///< the last alone writes it, or a later one changes it in place
    Chained, ///< each reads the result of the one before as its image
    Parts,   ///< each writes its own part
};

struct DeclaredVariant {
    std::string id = "kernel", label = "Kernel", idea = "Runs the kernels of the file in their order.";
    std::vector<std::string> passes{};
    std::vector<Workgroup> workgroups{}; ///< empty: any
    bool needsProgress = false;
    ResultComposition sharedResult = ResultComposition::OfLast;
    int line = 0;
};

/// What results are compared with.
struct DeclaredReference {
    enum Kind {
        None,
        Stack,     ///< of built-in filters
        Kernel,    ///< passes of this file
        Python,    ///< a function of a Python file
        ImageFile, ///< the expected result
    } kind = None;
    std::string text{};   ///< the stack, the passes with commas, or the file's path as written
    int line = 0;         ///< 0: no line names it
    std::string path{};   ///< of a file: for messages and reading
    std::string script{}; ///< of Python: its text
    double seconds = 30;  ///< of Python: its time limit
    ResultComposition sharedResult = ResultComposition::OfLast; ///< of Kernel
    bool isFile() const { return kind == Python || kind == ImageFile; }
};

/// What was guessed, in one sentence, and the line that says the same; empty if the file cannot say it by a line.
struct KernelGuess {
    std::string text, line;
    bool operator==(const KernelGuess&) const = default;
};

/// What cannot be told.
struct KernelQuestion {
    std::string subject{};            ///< of the lines that answer it (Annotation::subject)
    std::string text{};               ///< says which line to write
    std::vector<std::string> lines{}; ///< of the order of kernels: the answers, one of which the user must choose
    int line = 0;                     ///< of the file, which it is about
};

struct KernelFile {
    std::string id, file; ///< `file` names the text in messages
    std::string label, group, summary, doc;
    std::vector<Parameter> parameters;
    PixelKind pixels;
    std::vector<DeclaredScratch> scratch;
    std::vector<DeclaredPass> passes;
    std::vector<DeclaredVariant> variants;
    std::vector<std::pair<std::string, std::string>> defines; ///< names and expressions
    std::string analysis;                                     ///< the scratch buffer with the result of an analysis
    DeclaredReference reference;
    std::vector<std::string> referencePasses; ///< of a reference that is a kernel of this file
    DeclaredReads reads;                      ///< what results depend on
    Tolerance tolerance;                      ///< how far results may differ from the reference; exact by default
    std::vector<KernelGuess> guesses;
    std::vector<KernelQuestion> questions;
    std::vector<std::string> corrections; ///< the lines of the user that count, as they would stand in the file

    /// Adds a guess, once.
    void addGuess(const std::string& text, const std::string& line);
    /// Adds a question, once for each subject.
    void ask(KernelQuestion question);
    /// Null if no pass has that name.
    const DeclaredPass* pass(const std::string& name) const;
    /// In the order in which the variant runs them.
    std::vector<const DeclaredPass*> passesOf(const DeclaredVariant& variant) const;
    /// The passes of a reference that is a kernel of this file.
    DeclaredVariant referenceVariant() const;
    /// With that of the reference, if there is one.
    std::vector<DeclaredVariant> allVariants() const;
};

/// What can be understood. No filter can be made of it while a question is open. Throws Error(Usage) that names file
/// and line for what is wrong.
KernelFile understoodFileOf(const FilterDefinition& definition);
/// The same as understoodFileOf(), and an open question is an error, too, that says what to write.
KernelFile kernelFileOf(const FilterDefinition& definition);

} // namespace lightbench
