// The versions of the user's kernel files that ran, each with its headers and its newest run. They are kept in a folder
// of the user, as texts that other programs can read, too.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/framework/filter_definition.h"

namespace lightbench {

/// A run of a version.
struct VersionRun {
    std::string when;  ///< in UTC, such as 2026-01-31T12:00:00Z
    std::string stage; ///< as in a stack, such as "my-sobel strength=2 workgroup=16x16"
    std::string device;
    double milliseconds = 0; ///< of its kernels
    bool isMeasured = false; ///< a median of repeats, not a single run
    std::string verdict;     ///< "match", "mismatch", ...
    bool operator==(const VersionRun&) const = default;
};

struct KernelVersion {
    int number = 0; ///< from 1, in the order in which the versions ran first
    FilterDefinition definition;
    VersionRun run; ///< the newest
    bool operator==(const KernelVersion&) const = default;
};

/// Not thread-safe. An empty folder keeps nothing on disk.
class KernelHistory {
public:
    /// So many versions of a file are kept, and so many bytes of their texts; older ones are removed.
    static constexpr std::size_t maxVersions = 100, maxBytes = 16 << 20;

    explicit KernelHistory(std::string folder) : folder_(std::move(folder)) {}
    /// The versions of a kernel file, oldest first. What cannot be read is left out.
    const std::vector<KernelVersion>& versions(const std::string& file);
    /// Adds a version, or the newer run of one with the same texts. Throws Error(Input) if it cannot be written.
    void note(const FilterDefinition& definition, const VersionRun& run);

private:
    std::string folderOf(const std::string& file) const;
    void write(const std::string& file, const KernelVersion& version, bool isNew) const;
    void limit(const std::string& file);

    std::string folder_;
    std::map<std::string, std::vector<KernelVersion>> known_; ///< by file
};

/// The lines in which a kernel file and its headers differ, each file under a line with its name; empty if they are
/// equal.
std::string versionDiff(const FilterDefinition& before, const FilterDefinition& after);

/// The folder of all histories: lightbench/history in the folder for user data. LIGHTBENCH_HISTORY names another one,
/// or is "off". Empty if there is none.
std::string kernelHistoryFolder();

} // namespace lightbench
