// Reads /proc, the process's resource limits and the limits of its control groups (proc(5), cgroups(7)).
#include "core/base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>

namespace lightbench {

namespace {
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t difference(std::uint64_t limit, std::uint64_t used) { return limit > used ? limit - used : 0; }

/// The number after `key` in a file of "key number" lines; `otherwise` if the key is missing.
std::uint64_t lineOf(const std::string& file, const std::string& key, std::uint64_t otherwise) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string name;
        std::uint64_t number = 0;
        if (words >> name >> number && name == key) return number;
    }
    return otherwise;
}

/// The number in a file; `otherwise` if the file holds "max" or cannot be read.
std::uint64_t numberIn(const std::string& file, std::uint64_t otherwise) {
    std::ifstream stream(file);
    std::uint64_t number = 0;
    return stream >> number ? number : otherwise;
}

std::uint64_t machineLeft(const std::string& root) {
    const std::uint64_t kilobytes = lineOf(root + "/proc/meminfo", "MemAvailable:", unlimited);
    return kilobytes == unlimited ? unlimited : kilobytes * 1024;
}

/// Field `index` of /proc/self/statm, in bytes.
std::uint64_t ownBytes(const std::string& root, int index) {
    std::ifstream stream(root + "/proc/self/statm");
    std::uint64_t pages = 0;
    for (int i = 0; i <= index; ++i)
        stream >> pages;
    return stream ? pages * std::uint64_t(::sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t limitLeft(decltype(RLIMIT_AS) resource, std::uint64_t used) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    return difference(limit.rlim_cur, used);
}

struct GroupFiles {
    const char *limit, *used, *pages;
};

/// The memory that a control group still allows. Cached file pages do not count as used, since the kernel can drop
/// them.
std::uint64_t groupLeft(const std::string& folder, const GroupFiles& names) {
    const std::uint64_t limit = numberIn(folder + "/" + names.limit, unlimited);
    if (limit == unlimited) return unlimited;
    const std::uint64_t cached = lineOf(folder + "/memory.stat", names.pages, 0);
    return difference(limit, difference(numberIn(folder + "/" + names.used, 0), cached));
}

/// The smallest allowance of a control group and the groups above it.
std::uint64_t groupsLeft(const std::string& mount, std::string path, const GroupFiles& names) {
    std::uint64_t minimum = unlimited;
    for (;; path.erase(path.find_last_of('/'))) {
        while (path.ends_with('/'))
            path.pop_back();
        minimum = std::min(minimum, groupLeft(mount + path, names));
        if (path.find('/') == std::string::npos) return minimum;
    }
}

std::uint64_t controlledLeft(const std::string& root) {
    const std::string folder = root + "/sys/fs/cgroup";
    std::uint64_t minimum = unlimited;
    std::ifstream stream(root + "/proc/self/cgroup");
    // Lines "number:controllers:/path".
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty())
            minimum = std::min(minimum, groupsLeft(folder, path, {"memory.max", "memory.current", "inactive_file"}));
        if (("," + controllers + ",").find(",memory,") != std::string::npos)
            minimum = std::min(minimum,
                               groupsLeft(folder + "/memory", path,
                                          {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}));
    }
    return minimum;
}
} // namespace

std::uint64_t availableMemory(const std::string& root) {
    constexpr int whole = 0, data = 5;
    return std::min({machineLeft(root), controlledLeft(root), limitLeft(RLIMIT_AS, ownBytes(root, whole)),
                     limitLeft(RLIMIT_DATA, ownBytes(root, data))});
}

} // namespace lightbench
