// Asks apt whether there is a package, and /etc/os-release for the system's name.
#include "app/worker/oclgrind_advice.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>

namespace lightbench {

namespace {
constexpr const char* oclgrindSource = "https://github.com/jrprice/Oclgrind";

std::string outputOf(const char* command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command, "r"), pclose);
    std::string output;
    std::array<char, 4096> part{};
    for (std::size_t count = 1; pipe && count > 0;) {
        count = std::fread(part.data(), 1, part.size(), pipe.get());
        output.append(part.data(), count);
    }
    return output;
}

std::string systemName() {
    constexpr std::string_view key = "PRETTY_NAME=";
    std::ifstream file("/etc/os-release");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(key)) {
            std::erase(line, '"');
            return line.substr(key.size());
        }
    return "this system";
}
} // namespace

std::string oclgrindAdvice(std::string_view policy, const std::string& system) {
    const auto has = [&](std::string_view part) { return policy.find(part) != std::string_view::npos; };
    if (has("Candidate: ") && !has("Candidate: (none)")) return "install it by `sudo apt install oclgrind`";
    const bool hasLists = has(" Packages\n"); // without them apt knows only what is installed
    return hasLists ? system + " has no package of it, so build it from " + oclgrindSource
                    : std::string("install the package oclgrind if ") + system + " has one, or build it from " +
                          oclgrindSource;
}

std::string oclgrindAdvice() {
    return oclgrindAdvice(
        outputOf("LC_ALL=C; export LC_ALL; (apt-cache policy oclgrind; apt-cache policy) 2>/dev/null"), systemName());
}

} // namespace lightbench
