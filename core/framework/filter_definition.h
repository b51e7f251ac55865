// A filter as text, so that it can be sent, stored and compared: an OpenCL C file, with the headers that it includes.
// Names of arguments tell what they are, and comment lines that begin with //@ say what names do not
// (resources/manual/own-kernels.md). Catalogs hold definitions, and the worker makes the same filters from them as the
// program.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/filter.h"
#include "core/framework/kernel_arguments.h"
#include "core/framework/kernel_library.h"

namespace lightbench {

class FilterCatalog;

struct FilterDefinition {
    std::string id;                               ///< the filter's id, in kebab-case
    std::string text;                             ///< OpenCL C
    std::string file{};                           ///< the path of the file, for messages; empty: ID.cl
    std::map<std::string, std::string> headers{}; ///< the texts of its includes, by path from the file's folder
    /// Lines //@ of the user that are not in the file. Where the file has a line for the same thing, that one counts.
    std::string corrections{};
    /// The kernels as a driver reports them; empty: as the text says.
    std::vector<KernelInterface> kernels{};
    bool operator==(const FilterDefinition&) const = default;
    std::string fileName() const { return file.empty() ? id + ".cl" : file; }
};

constexpr auto fields(const FilterDefinition*) {
    using T = FilterDefinition;
    return FieldList{Field{"id", &T::id},
                     Field{"text", &T::text},
                     Field{"file", &T::file},
                     Field{"headers", &T::headers},
                     Field{"corrections", &T::corrections},
                     Field{"kernels", &T::kernels}};
}

/// The filter that the text defines: a pure function of the definition. `others` has the filters that its reference may
/// name. Throws Error(Usage) that names file and line, and says what to write.
Filter filterOf(const FilterDefinition& definition, const FilterCatalog& others);
/// The kernel files of these definitions, for a library in which their filters' programs are looked up.
KernelLayer kernelFilesOf(const std::vector<FilterDefinition>& definitions);

} // namespace lightbench
