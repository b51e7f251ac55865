// Each kernel file's corrections are a text file that is named by a hash of its path.
#include "core/definition/corrections.h"

#include <filesystem>
#include <span>
#include <sstream>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/user_files.h"
#include "core/base/whole_file.h"
#include "core/definition/annotations.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// Empty if nothing is kept.
std::string correctionsFile(const std::string& path) {
    const std::string folder = userFile(UserFolder::Data, "corrections", "LIGHTBENCH_CORRECTIONS");
    if (folder.empty()) return {};
    return folder + "/" + textHash(path) + ".txt";
}

/// The lines for which `holds`.
template <class Holds> std::string linesIn(const std::string& text, const Holds& holds) {
    std::string kept, line;
    for (std::istringstream lines(text); std::getline(lines, line);)
        if (holds(line)) kept += line + "\n";
    return kept;
}
} // namespace

std::string keptCorrections(const std::string& path) {
    constexpr std::size_t maxBytes = 1 << 20;
    const std::string file = correctionsFile(path);
    std::error_code problem;
    if (file.empty() || !fs::exists(file, problem)) return {};
    const std::string text = readSmallFile(file, maxBytes, "a list of corrections");
    const auto isOther = [](const std::string& line) { return !trimmed(line).empty() && !line.starts_with("//"); };
    if (!linesIn(text, isOther).empty()) fail(ErrorKind::Input, shownPath(file) + " is not a list of corrections");
    return linesIn(text, [](const std::string& line) { return line.starts_with("//@"); });
}

UsableCorrections usableCorrections(const std::string& path) {
    try {
        UsableCorrections usable{.lines = keptCorrections(path)};
        (void)correctionsIn(usable.lines, path);
        return usable;
    } catch (const Error& error) {
        const std::string file = shownPath(correctionsFile(path));
        return {.problem = shownPath(path) + " is used without your corrections, because " + file +
                           " cannot be read. Delete that file, and correct the kernel file again in the lab. " +
                           error.what()};
    }
}

void keepCorrections(const std::string& path, const std::string& corrections) {
    const std::string file = correctionsFile(path);
    if (file.empty()) throw Error(ErrorKind::Input, "there is no folder to keep corrections in");
    std::error_code problem;
    if (corrections.empty()) {
        fs::remove(file, problem);
        return;
    }
    fs::create_directories(fs::path(file).parent_path(), problem); // writeWhole says what is wrong
    writeWhole(file, "// " + shownText(path) + "\n" + corrections);
}

std::string withCorrection(const std::string& corrections, const std::string& line) {
    const std::string text(trimmed(line));
    return withoutCorrection(corrections, annotationIn(text).subject()) + text + "\n";
}

std::string withoutCorrection(const std::string& corrections, const std::string& subject) {
    return linesIn(corrections, [&](const std::string& line) { return annotationIn(line).subject() != subject; });
}

std::string unwrittenLines(const KernelFile& file) {
    std::string lines;
    for (const std::string& line : file.corrections)
        lines += line + "\n";
    for (const KernelGuess& guess : file.guesses)
        if (!guess.line.empty()) lines += guess.line + "\n";
    return lines;
}

void writeLines(const std::string& path, const std::string& expected, const std::string& lines) {
    const std::string bytes(InputFile(path, {}, {.regularOnly = true}).content());
    const bool hasMark = bytes.starts_with(byteOrderMark);
    const std::string_view text = std::string_view(bytes).substr(hasMark ? byteOrderMark.size() : 0);
    if (text != expected)
        throw Error(ErrorKind::Input, shownPath(path) + " has changed meanwhile; nothing was written. Try again");
    const std::size_t end = text.find('\n');
    const bool hasReturns = end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
    std::string added, line;
    for (std::istringstream all(lines); std::getline(all, line);)
        added += line + (hasReturns ? "\r\n" : "\n");
    writeWhole(path, std::string(hasMark ? byteOrderMark : "") + added + std::string(text));
}

} // namespace lightbench
