// Provides kernel sources: the built-in files, a folder that replaces them, and edited files on top. It also assembles
// the text of a program as it is compiled. Engines, the worker and provenance hashes use it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

/// Kernel files that override those of the layers below.
struct KernelLayer {
    /// The folder; empty for texts that were edited in the program.
    std::string folder;
    /// Ignore the layers below: the folder must have every file that a program needs.
    bool standsAlone = false;
    /// False: `files` are still to be read from `folder`.
    bool isRead = true;
    /// The texts by path in the folder, or in kernels/, such as "point/threshold.cl".
    std::map<std::string, std::string> files;
    bool operator==(const KernelLayer&) const = default;
};

constexpr auto fields(const KernelLayer*) {
    using T = KernelLayer;
    return FieldList{Field{"folder", &T::folder}, Field{"stands_alone", &T::standsAlone}, Field{"is_read", &T::isRead},
                     Field{"files", &T::files}};
}

/// The text of a program and its origin.
struct KernelSource {
    std::string path; ///< the path in compiler messages: "kernels/point/threshold.cl"
    /// prelude.clh, then the program's file, each under a #line directive. A user's file that uses no word of the
    /// prelude comes without it. Lines `#include "NAME.clh"` are replaced by that file, once for each program.
    std::string text;
    bool operator==(const KernelSource&) const = default;
};

/// Cheap to copy unless files were edited or read. Equal libraries give equal programs, except for folders, whose files
/// may change at any time.
class KernelLibrary {
public:
    /// The built-in files only.
    KernelLibrary() = default;
    /// A folder that replaces the built-in kernels. Files are read on demand, so that the next run sees what an editor
    /// saved meanwhile.
    static KernelLibrary ofFolder(std::string folder);
    /// A copy with layers on top, lowest first.
    KernelLibrary with(std::vector<KernelLayer> over) const;
    /// A copy with one edited file: its path or its name, and its text.
    KernelLibrary with(std::string path, std::string text) const;
    /// A snapshot: folders are read once, and later changes to their files are ignored. Throws Error(Input) if a folder
    /// cannot be read.
    KernelLibrary read() const;

    /// The layers over the built-in files, lowest first.
    const std::vector<KernelLayer>& layers() const { return layers_; }
    /// A program, with _ for -: kernels/FAMILY/NAME.cl for "NAME", and kernels/FAMILY/FILTER/VARIANT.cl for
    /// "FILTER/VARIANT". Throws Error(Input) if a file is missing.
    KernelSource source(std::string_view program) const;
    /// One file as it is written, by its name, such as "sort_keys.clh", or the end of its path, such as
    /// "gaussian/strips.cl". Throws Error(Input) if no file or several files are called so.
    KernelSource file(std::string_view name) const;
    /// The name of the file that another one includes, for file() and pathOf(): beside a file of the user, if it is
    /// there, and else as it is written. The library must be read.
    std::string included(const std::string& header, const std::string& byPath) const;
    /// What the #include lines of a file stand for, by line, for file() and pathOf(). The compiler gets the other such
    /// lines of a user's file: those in comments, and those of missing files within an #if.
    std::map<int, std::string> includes(const std::string& path, const std::string& text) const;
    /// The path of a file by its name, as above, in the form of KernelSource::path.
    std::string pathOf(std::string_view name) const;
    /// A hash of every current path and text. Libraries that may build different programs have different hashes.
    std::uint64_t hash() const;
    bool operator==(const KernelLibrary&) const = default;

private:
    struct File {
        std::string path, text;
    };
    bool isRead() const;
    bool has(const std::string& path) const; ///< in a layer, by its whole path
    /// This and the next function require a library whose folders were read.
    File find(std::string_view name) const;
    /// A program's text so far, and the paths of the files that it includes always (`included`) or under an #if
    /// (`guarded`).
    struct Program {
        std::string text;
        std::set<std::string> included, guarded;
        std::set<std::string> open; ///< those that are being expanded
    };
    bool isKnown(const std::string& header) const;
    void expand(std::string_view name, Program& program, bool isConditional, int depth = 0) const;
    std::vector<KernelLayer> layers_;
};

} // namespace lightbench
