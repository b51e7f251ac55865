// A filter as text, so that it can be sent, stored and compared: an OpenCL C file, with the headers that it includes.
// Names of arguments tell what they are, and comment lines that begin with //@ say what names do not
// (resources/manual/bring-a-kernel.md). Catalogs hold definitions, and the worker makes the same filters from them as
// the program (core/definition/defined_filters.h). A definition may also be a variant of a built-in filter: the plan of
// another variant with kernels of the user.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/kernel_arguments.h"
#include "core/framework/kernel_library.h"

namespace lightbench {

struct FilterDefinition {
    std::string id;     ///< the filter's in kebab-case; gaussian.fast for a variant of gaussian
    std::string text;   ///< OpenCL C
    std::string file{}; ///< the path of the file, for messages; empty: ID.cl
    std::map<std::string, std::string> headers{}; ///< the texts of its includes, by path from the file's folder
    /// The absolute path of the file that its reference is in: a Python file with its text, or an image with a hash of
    /// its bytes. Empty: none.
    std::string referenceFile{}, referenceText{};
    /// Lines //@ of the user that are not in the file. Where the file has a line for the same thing, that one counts.
    std::string corrections{};
    /// The kernels as a driver reports them; empty: as the text says.
    std::vector<KernelSignature> reportedKernels{};
    bool operator==(const FilterDefinition&) const = default;
    std::string fileName() const { return file.empty() ? id + ".cl" : file; }
};

constexpr auto fields(const FilterDefinition*) {
    using T = FilterDefinition;
    return FieldList{Field{"id", &T::id},
                     Field{"text", &T::text},
                     Field{"file", &T::file},
                     Field{"headers", &T::headers},
                     Field{"reference_file", &T::referenceFile},
                     Field{"reference_text", &T::referenceText},
                     Field{"corrections", &T::corrections},
                     Field{"reported_kernels", &T::reportedKernels}};
}

/// Ids of the user's own variants begin with it, as in mine:fast.
inline constexpr std::string_view ownVariantPrefix = "mine:";
/// The id of the definition that a stage's kernels come from, if they come from one: gaussian.fast for the variant
/// mine:fast of gaussian, else the filter's.
std::string definitionIdOf(std::string_view filter, std::string_view variant);
/// The filter of which the definition is a variant, such as gaussian; empty if the definition is a filter.
std::string baseFilterId(const FilterDefinition& definition);

/// The kernel files of these definitions, for a library in which their filters' programs are looked up.
KernelLayer kernelFilesOf(const std::vector<FilterDefinition>& definitions);

} // namespace lightbench
