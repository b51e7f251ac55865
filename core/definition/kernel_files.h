// Reads kernel files of the user from the disk, with the headers that they include.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

/// Texts that are read in place of files, by absolute path, because an editor has not saved them yet.
using UnsavedTexts = std::map<std::string, std::string>;

/// A file that a kernel file includes, or names as its reference, is not there.
class MissingFile : public Error {
public:
    MissingFile(const Error& error, std::string path) : Error(error), path_(std::move(path)) {}
    const std::string& path() const { return path_; } ///< absolute, if the kernel file's is

private:
    std::string path_;
};

/// The definition of one .cl file. Its id is the file's base name in kebab-case, or my-NAME if a filter of `others` is
/// called so. A line `//@ id: NAME` gives another one. A file with a line `//@ variant of: FILTER VARIANT` gets the id
/// FILTER.NAME. The corrections that the user keeps for the file are in it, if they can be read. Includes are read from
/// the folders of the files that name them. Throws Error(Input) if a file cannot be read, is larger than 4 MiB, or
/// holds zeros, so that it is no text; the message names the file and the line of the include. A file that is not there
/// is a MissingFile.
FilterDefinition readKernelFile(const std::string& path, const FilterCatalog& others, const UnsavedTexts& unsaved = {});
/// What to say if the corrections that the user keeps for the file cannot be read; empty if they can.
std::string unreadCorrectionsNote(const FilterDefinition& definition);
/// What to say if a Python file lies beside a kernel file and defines no function reference, so that it is none. Empty
/// if there is a reference or no such file.
std::string idlePythonNote(const FilterDefinition& definition);

/// The paths of the .cl files in a folder, sorted; empty if there is no such folder.
std::vector<std::string> kernelFilesIn(const std::string& folder);

/// The definitions of a .cl file, or of all .cl files in a folder, in the order of their names. Throws Error(Input); a
/// folder without any is an error too.
std::vector<FilterDefinition> readKernelFiles(const std::string& path, const FilterCatalog& others);

/// The folder whose .cl files are always loaded: lightbench/kernels in the folder for user data. LIGHTBENCH_MY_KERNELS
/// names another one, or is "off". Empty if there is none.
std::string userKernelFolder();

/// The path of a kernel file of that name in the user's folder. Throws Error(Usage) if no filter can be called so, or
/// if there is no such folder.
std::string newUserKernel(const std::string& name);
/// Writes a kernel file that is not there yet, with its folder. Throws Error(Usage) if the name does not end with .cl,
/// and Error(Input) if there is such a file or it cannot be written.
void writeNewKernelFile(const std::string& path, const std::string& text);

/// What the files of the user's folder gave, and one line for each that was left out. A missing folder gives nothing.
struct UserKernels {
    std::vector<FilterDefinition> definitions;
    std::vector<std::string> problems;
};
UserKernels readUserKernels(const std::string& folder, const FilterCatalog& others);

} // namespace lightbench
