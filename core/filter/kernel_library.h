// The kernels' text as a value: what was built in, a folder that stands in its place, edited files laid over; and the
// text of a program as it is compiled.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

/// Files of kernels that lie over those of the layers below. A file is known by its name alone, in whatever folder.
struct KernelLayer {
    /// Where they lie; empty for texts that were edited in the program.
    std::string folder;
    /// Nothing below counts: the folder must have every file that a program needs.
    bool standsAlone = false;
    /// False: `files` are still to be read from `folder`.
    bool isRead = true;
    /// Their texts by their paths in the folder, or in kernels/, such as "point/grayscale.cl".
    std::map<std::string, std::string> files;
    bool operator==(const KernelLayer&) const = default;
};

constexpr auto fields(const KernelLayer*) {
    using T = KernelLayer;
    return FieldList{Field{"folder", &T::folder}, Field{"stands_alone", &T::standsAlone}, Field{"is_read", &T::isRead},
                     Field{"files", &T::files}};
}

/// A program's text and where it comes from.
struct KernelSource {
    std::string path; ///< as messages of compilers name it: "kernels/point/grayscale.cl"
    /// common.clh, then the program's file, each under a #line directive; a line `#include "NAME.clh"` of theirs stands
    /// for that file.
    std::string text;
    bool operator==(const KernelSource&) const = default;
};

/// Cheap to copy unless files were edited or read. Equal libraries give equal programs, but for folders, whose files
/// may change between two questions.
class KernelLibrary {
public:
    /// What was built in, and nothing else.
    KernelLibrary() = default;
    /// A folder in place of the built-in kernels. Its files are read when they are asked for, so that the next run has
    /// what an editor saved meanwhile.
    static KernelLibrary ofFolder(std::string folder);
    /// This one with layers over it, lowest first.
    KernelLibrary with(std::vector<KernelLayer> over) const;
    /// This one with one file edited: its path, or its name alone, and its text.
    KernelLibrary with(std::string path, std::string text) const;
    /// The same as it is now: folders are read once, and later changes to their files do not matter. Throws
    /// Error(Input) for a folder that cannot be read.
    KernelLibrary read() const;

    /// What lies over the built-in files, lowest first.
    const std::vector<KernelLayer>& layers() const { return layers_; }
    /// The program that is called like a filter (or "ceilings"): kernels/FAMILY/NAME.cl, with _ for -.
    /// Throws Error(Input) if a file is missing.
    KernelSource source(std::string_view program) const;
    /// As KernelSource::path, of any file by its name, such as "sorting.clh".
    std::string pathOf(std::string_view name) const;
    /// Of every path and text as they are now: two libraries that may build different programs differ in it.
    std::uint64_t hash() const;
    bool operator==(const KernelLibrary&) const = default;

private:
    struct File {
        std::string path, text;
    };
    bool isRead() const;
    /// This and the next only of a library that is read.
    File find(std::string_view name) const;
    std::string expanded(std::string_view name, int depth = 0) const;
    std::vector<KernelLayer> layers_;
};

} // namespace lightbench
