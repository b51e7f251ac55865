// What the //@ lines of a kernel file declare: parameters, values of arguments, defines, buffers and tables.
// kernel_file.cpp gives these to the kernels' arguments.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/definition/annotations.h"
#include "core/definition/expression.h"
#include "core/framework/filter_definition.h"
#include "core/framework/parameter.h"
#include "core/framework/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

/// What a line //@ argument says of a pointer or an image object.
inline constexpr const char *imageWord = "image", *resultWord = "result";

/// A buffer of so many elements: working memory, or a table with contents.
struct DeclaredScratch {
    std::string name, type; ///< type of an element, such as "float"
    std::string count;      ///< an expression
    std::optional<std::uint32_t> fill{};
    std::string table{};         ///< expressions with commas, or one in i; empty: no contents
    bool isIndexed = false;      ///< the table is an expression in i
    std::optional<double> sum{}; ///< the table's values are scaled to this sum
    int line = 0;                ///< 0: guessed
};

/// What a line declares, and the line.
struct GivenExpression {
    std::string text;
    Annotation line;
};
struct DeclaredParameter {
    Parameter parameter;
    Annotation line;
};

/// The numbers that every expression may name, for an image and a workgroup: width, height, channels, bits (of a
/// sample), workgroup_x and workgroup_y.
NamedNumbers sizeNumbers(Size size, Format format, Workgroup workgroup);

class Declarations {
public:
    /// The lines of the file, and those corrections that the file does not answer itself and that its kernels have a
    /// use for. Throws Error(Usage) that names file and line.
    Declarations(const FilterDefinition& definition, const std::vector<KernelSignature>& kernels);

    /// The only line on that subject, such as a key; null if there is none. Throws Error(Usage) for two.
    const Annotation* lineOn(const std::string& subject) const;
    std::vector<const Annotation*> linesOf(const std::string& key) const;
    /// The corrections that count, in order.
    std::vector<const Annotation*> corrections() const;
    /// Whether a line //@ argument says that this pointer is "image" or "result".
    bool isGivenAs(const std::string& argument, const char* what) const;
    /// The value of that line, or else another text.
    std::string textOf(const std::string& key, const std::string& otherwise) const;
    [[noreturn]] void fail(int line, const std::string& why) const { failInFile(file, line, why); }
    /// Throws Error(Usage) unless the expression can be read, and names only what has a value when a stage is planned,
    /// or one of `more`. The parameters that it names count as used.
    void check(const std::string& expression, const Annotation& line, const std::set<std::string>& more = {});
    /// Null if no line declares the parameter.
    const DeclaredParameter* declared(const std::string& name) const;

    std::string file; ///< names the text in messages
    std::vector<DeclaredParameter> parameters;
    std::map<std::string, GivenExpression> arguments, local; ///< by the argument's name
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<DeclaredScratch> scratch;
    std::set<std::string> used; ///< parameters that something uses

private:
    void addCorrections(const FilterDefinition& definition, const std::vector<KernelSignature>& kernels);
    void addScratch(const Annotation& line);
    void addTable(const Annotation& line);
    void keep(DeclaredScratch result);

    std::vector<Annotation> lines_;
};

} // namespace lightbench
