// A folder for each kernel file. Version 12 is 12.cl, its headers 12.1.h and so on, and 12.txt says the rest.
#include "core/definition/kernel_history.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>

#include "core/base/content_hash.h"
#include "core/base/line_diff.h"
#include "core/base/text.h"
#include "core/base/user_files.h"
#include "core/base/whole_file.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

std::string contentOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Line ends would end a line of the file.
std::string oneLine(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string headerFile(int number, std::size_t header) {
    return std::to_string(number) + "." + std::to_string(header) + ".h";
}

std::string factsOf(const KernelVersion& version) {
    std::string facts = "id: " + version.definition.id + "\nfile: " + oneLine(version.definition.file) + "\n";
    for (const auto& header : version.definition.headers)
        facts += "header: " + oneLine(header.first) + "\n";
    return facts + "when: " + version.run.when + "\nstage: " + oneLine(version.run.stage) +
           "\ndevice: " + oneLine(version.run.device) + "\nms: " + numberText(version.run.milliseconds) +
           "\nmeasured: " + (version.run.isMeasured ? "yes" : "no") + "\nverdict: " + version.run.verdict + "\n";
}

std::optional<KernelVersion> readVersion(const fs::path& folder, int number) {
    KernelVersion version{number, {}, {}};
    std::istringstream facts(contentOf(folder / (std::to_string(number) + ".txt")));
    std::size_t headers = 0;
    for (std::string line; std::getline(facts, line);) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        const std::string key = line.substr(0, colon), value = line.substr(colon + 2);
        if (key == "id") version.definition.id = value;
        if (key == "file") version.definition.file = value;
        if (key == "header") version.definition.headers[value] = contentOf(folder / headerFile(number, ++headers));
        if (key == "when") version.run.when = value;
        if (key == "stage") version.run.stage = value;
        if (key == "device") version.run.device = value;
        if (key == "ms") version.run.milliseconds = parsedNumber(value).value_or(0);
        if (key == "measured") version.run.isMeasured = value == "yes";
        if (key == "verdict") version.run.verdict = value;
    }
    version.definition.text = contentOf(folder / (std::to_string(number) + ".cl"));
    if (version.definition.id.empty() || version.definition.text.empty()) return std::nullopt;
    return version;
}

std::vector<std::string> fileNamesIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code problem;
    for (fs::directory_iterator one(folder, problem), end; !problem && one != end; one.increment(problem))
        names.push_back(one->path().filename().string());
    return names;
}

/// The number that the name of a file begins with; 0 if there is none.
int numberOf(const std::string& name) {
    int number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    return number;
}

std::vector<KernelVersion> readVersions(const fs::path& folder) {
    std::vector<KernelVersion> versions;
    for (const std::string& name : fileNamesIn(folder)) {
        const int number = numberOf(name);
        if (name != std::to_string(number) + ".txt") continue;
        if (auto version = readVersion(folder, number)) versions.push_back(std::move(*version));
    }
    std::ranges::sort(versions, {}, &KernelVersion::number);
    return versions;
}

/// The largest number of a file in the folder, also of a version that cannot be read or that another window wrote.
int lastNumberIn(const fs::path& folder) {
    const std::vector<std::string> names = fileNamesIn(folder);
    return names.empty() ? 0 : numberOf(std::ranges::max(names, {}, numberOf));
}

bool haveSameTexts(const FilterDefinition& a, const FilterDefinition& b) {
    return a.text == b.text && a.headers == b.headers;
}

std::size_t bytesOf(const KernelVersion& version) {
    std::size_t bytes = version.definition.text.size();
    for (const auto& header : version.definition.headers)
        bytes += header.second.size();
    return bytes;
}

} // namespace

std::string KernelHistory::folderOf(const std::string& file) const {
    const std::string hash = textHash(file).substr(0, 8);
    return folder_ + "/" + fs::path(file).stem().string() + "-" + hash;
}

const std::vector<KernelVersion>& KernelHistory::versions(const std::string& file) {
    const auto known = known_.find(file);
    if (known != known_.end()) return known->second;
    return known_[file] = folder_.empty() ? std::vector<KernelVersion>() : readVersions(folderOf(file));
}

void KernelHistory::note(const FilterDefinition& definition, const VersionRun& run) {
    const std::string file = definition.fileName();
    versions(file);
    std::vector<KernelVersion>& all = known_[file];
    auto version =
        std::ranges::find_if(all, [&](const KernelVersion& one) { return haveSameTexts(one.definition, definition); });
    const bool isNew = version == all.end();
    if (isNew) {
        const int known = all.empty() ? 0 : all.back().number;
        const int last = folder_.empty() ? known : std::max(known, lastNumberIn(folderOf(file)));
        version = all.insert(all.end(), {last + 1, definition, run});
    }
    if (!isNew && version->run == run) return;
    version->run = run;
    if (!folder_.empty()) write(file, *version, isNew);
    limit(file);
}

void KernelHistory::write(const std::string& file, const KernelVersion& version, bool isNew) const {
    const fs::path folder = folderOf(file);
    std::error_code problem;
    fs::create_directories(folder, problem); // writing says what is wrong
    const std::string number = std::to_string(version.number);
    if (isNew) {
        std::size_t header = 0;
        for (const auto& one : version.definition.headers)
            writeWhole((folder / headerFile(version.number, ++header)).string(), one.second);
        writeWhole((folder / (number + ".cl")).string(), version.definition.text);
    }
    writeWhole((folder / (number + ".txt")).string(), factsOf(version));
}

void KernelHistory::limit(const std::string& file) {
    std::vector<KernelVersion>& all = known_[file];
    std::size_t bytes = 0, kept = 0;
    while (kept < all.size() && kept < maxVersions) {
        bytes += bytesOf(all[all.size() - 1 - kept]);
        if (kept > 0 && bytes > maxBytes) break;
        ++kept;
    }
    std::error_code problem;
    const fs::path folder = folderOf(file);
    for (std::size_t i = 0; !folder_.empty() && i + kept < all.size(); ++i) {
        const std::string number = std::to_string(all[i].number);
        fs::remove(folder / (number + ".txt"), problem);
        fs::remove(folder / (number + ".cl"), problem);
        for (std::size_t header = 1; header <= all[i].definition.headers.size(); ++header)
            fs::remove(folder / headerFile(all[i].number, header), problem);
    }
    all.erase(all.begin(), all.end() - std::ptrdiff_t(kept));
}

std::string versionDiff(const FilterDefinition& before, const FilterDefinition& after) {
    std::map<std::string, std::pair<std::string, std::string>> headers;
    for (const auto& [name, text] : before.headers)
        headers[name].first = text;
    for (const auto& [name, text] : after.headers)
        headers[name].second = text;
    std::string all;
    const auto add = [&](std::string_view name, const std::string& one, const std::string& other) {
        if (const std::string lines = lineDiff(one, other); !lines.empty())
            all.append("// ").append(name).append("\n").append(lines);
    };
    add(fileName(before.fileName()), before.text, after.text);
    for (const auto& [name, both] : headers)
        add(name, both.first, both.second);
    return all;
}

std::string kernelHistoryFolder() { return userFile(UserFolder::Data, "history", "LIGHTBENCH_HISTORY"); }

} // namespace lightbench
