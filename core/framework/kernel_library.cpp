#include "core/framework/kernel_library.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/code_words.h"
#include "core/framework/embedded_kernels.h"
#include "core/framework/include_lines.h"
#include "core/framework/probe_calls.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

bool hasName(std::string_view path, std::string_view name) {
    return path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
}

/// The path that has the name; empty if none has. Several files may be called strips.cl: their folder tells them apart.
std::string_view onePath(const std::vector<std::string_view>& paths, std::string_view name) {
    std::string_view found;
    for (const std::string_view path : paths) {
        if (path == name) return path;
        if (path.starts_with(userFolder) || !hasName(path, name)) continue; // those are found by their paths alone
        if (!found.empty())
            throw Error(ErrorKind::Input, "two kernel files are called " + std::string(name) + ": " +
                                              std::string(found) + " and " + std::string(path) +
                                              "; name the folder too");
        found = path;
    }
    return found;
}

std::vector<std::string_view> pathsOf(const KernelLayer& layer) {
    std::vector<std::string_view> paths;
    for (const auto& [path, text] : layer.files)
        paths.push_back(path);
    return paths;
}

bool isKernelFile(const fs::path& path) { return path.extension() == ".cl" || path.extension() == ".clh"; }

[[noreturn]] void cannotRead(std::string_view what, const std::string& folder) {
    throw Error(ErrorKind::Input, "cannot read the kernel file " + std::string(what) + " in " + folder +
                                      "; LIGHTBENCH_KERNELS must name a folder with all kernels");
}

bool readInto(std::string& text, const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream all;
    if (!stream || !(all << stream.rdbuf())) return false;
    text = withoutByteOrderMark(all.str());
    return true;
}

KernelLayer readLayer(KernelLayer layer) {
    std::error_code failed; // a folder that is not there counts as an empty one
    for (const auto& entry : fs::recursive_directory_iterator(layer.folder, failed)) {
        if (!isKernelFile(entry.path())) continue;
        const std::string path = entry.path().lexically_relative(layer.folder).string();
        if (!readInto(layer.files[path], entry.path())) cannotRead(path, layer.folder);
    }
    layer.isRead = true;
    return layer;
}

/// Decides where a #line directive is needed: after each include, and after the branches of an #if that contains one,
/// since a branch not taken skips its directives.
class LineGuard {
public:
    bool needsLineDirective(const std::string& line, bool includes) {
        const std::string directive = directiveOf(line);
        if (directive.starts_with("if")) ++nested_;
        included_ = included_ || (includes && nested_ > 0);
        const bool ends = directive == "endif", turns = directive.starts_with("el");
        const bool again = included_ && (ends || turns);
        if (ends && --nested_ <= 0) nested_ = 0, included_ = false;
        return again || includes;
    }

    bool isConditional() const { return nested_ > 0; }

private:
    int nested_ = 0;
    bool included_ = false; ///< an include was seen in the current outermost #if
};

/// A file's path in compiler messages.
std::string shownIn(const std::string& path) { return (path.starts_with(userFolder) ? "" : "kernels/") + path; }

std::string lineDirective(int line, const std::string& path) {
    return "#line " + std::to_string(line) + " \"" + shownIn(path) + "\"\n";
}

/// Where a header of a user's file is looked for first: beside that file.
std::string besideUser(const std::string& path, const std::string& header) {
    if (!path.starts_with(userFolder)) return {};
    const std::size_t folder = path.find('/', userFolder.size()) + 1;
    return path.substr(0, folder) + (fs::path(path.substr(folder)).parent_path() / header).lexically_normal().string();
}

/// A word of kernels/prelude/prelude.clh that users' kernels are built from.
bool isOfPrelude(std::string_view word) {
    constexpr std::array words{"sample_t",     "pixel_t",    "value_t", "out_sample_t", "out_pixel_t",
                               "SRC_SAMPLE",   "DST_SAMPLE", "SRC_MAX", "DST_MAX",      "SRC_CHANNELS",
                               "DST_CHANNELS", "KERNEL",     "INLINE"};
    return std::ranges::find(words, word) != words.end();
}

/// Files of the user have the prelude if they use its words, or its headers, and define none of them: then theirs could
/// collide with it.
bool needsPrelude(const std::string& path, const std::string& text) {
    if (!path.starts_with(userFolder)) return true;
    const std::string code = withoutComments(text);
    bool isUsed = code.find(".clh\"") != std::string::npos, isTypedef = false;
    std::string_view before;
    for (std::size_t at = 0, end = 0;; end = at) {
        const std::string_view word = nextWord(code, at);
        if (word.empty()) return isUsed;
        const std::string_view between = std::string_view(code).substr(end, at - word.size() - end);
        if (between.find(';') != std::string_view::npos) isTypedef = false;
        if (word == "typedef") isTypedef = true;
        if (isOfPrelude(word)) {
            const std::size_t next = skipBlanks(code, at);
            if (before == "define" || (isTypedef && next < code.size() && code[next] == ';')) return false;
            isUsed = true;
        }
        before = word;
    }
}

/// The macro that says that the program has a file.
std::string guardOf(const std::string& path) {
    std::string guard = "HAS_" + path;
    std::ranges::replace_if(
        guard, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return guard;
}

/// A line without #pragma once. A program has each built-in file once anyway, and compilers warn of the directive in a
/// text that no other includes.
std::string_view withoutPragmaOnce(std::string_view line) { return line == "#pragma once" ? std::string_view() : line; }

std::string fileOf(std::string_view program) {
    if (program.starts_with(userFolder)) return std::string(program);
    std::string name(program);
    std::ranges::replace(name, '-', '_');
    return name + ".cl";
}
} // namespace

KernelLibrary KernelLibrary::ofFolder(std::string folder) {
    return KernelLibrary().with({{.folder = std::move(folder), .standsAlone = true, .isRead = false, .files = {}}});
}

KernelLibrary KernelLibrary::with(std::vector<KernelLayer> over) const {
    KernelLibrary library = *this;
    std::ranges::move(over, std::back_inserter(library.layers_));
    return library;
}

KernelLibrary KernelLibrary::with(std::string path, std::string text) const {
    return with({KernelLayer{.folder = {}, .files = {{std::move(path), std::move(text)}}}});
}

KernelLibrary KernelLibrary::read() const {
    KernelLibrary library;
    for (const KernelLayer& layer : layers_)
        library.layers_.push_back(layer.isRead ? layer : readLayer(layer));
    return library;
}

bool KernelLibrary::has(const std::string& path) const {
    return std::ranges::any_of(layers_, [&](const KernelLayer& layer) { return layer.files.contains(path); });
}

std::string KernelLibrary::included(const std::string& header, const std::string& byPath) const {
    const std::string beside = besideUser(byPath, header);
    return has(beside) ? beside : header;
}

std::map<int, std::string> KernelLibrary::includes(const std::string& path, const std::string& text) const {
    std::map<int, std::string> names;
    for (const IncludeLine& one : includesIn(text))
        if (std::string name = included(one.name, path);
            !path.starts_with(userFolder) || !one.isConditional || isKnown(name))
            names[one.line] = std::move(name);
    return names;
}

bool KernelLibrary::isRead() const { return std::ranges::all_of(layers_, &KernelLayer::isRead); }

KernelLibrary::File KernelLibrary::find(std::string_view name) const {
    constexpr std::string_view folder = "kernels/";
    if (name.starts_with(folder)) name.remove_prefix(folder.size());
    for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
        const std::string path(onePath(pathsOf(*layer), name));
        if (!path.empty()) return {path, layer->files.at(path)};
        if (layer->standsAlone) cannotRead(name, layer->folder);
    }
    const std::vector<EmbeddedSource>& all = embeddedSources();
    static const std::vector<std::string_view> paths = [&] {
        std::vector<std::string_view> embedded;
        std::ranges::transform(all, std::back_inserter(embedded), &EmbeddedSource::file);
        return embedded;
    }();
    const std::string_view path = onePath(paths, name);
    if (path.empty()) throw Error(ErrorKind::Input, "no kernel file is called " + std::string(name));
    return {std::string(path), std::string(std::ranges::find(all, path, &EmbeddedSource::file)->source)};
}

/// Replaces each #include by its file's text, since drivers get one text and no folder. A header that the program has
/// already is left out. A header within #if is guarded instead, because only the compiler knows whether it has it.
void KernelLibrary::expand(std::string_view name, Program& program, bool isConditional, int depth) const {
    constexpr int deepest = 8;
    if (depth > deepest)
        throw Error(ErrorKind::Input, "headers are nested more than " + std::to_string(deepest) + " deep, at " +
                                          std::string(withoutUserFolder(name)));
    const File file = find(name);
    if (program.included.contains(file.path)) return;
    if (program.open.contains(file.path)) {
        if (hasIncludeGuard(file.text)) return;
        throw Error(ErrorKind::Usage, std::string(withoutUserFolder(file.path)) +
                                          " includes itself; give it an include guard, or the line #pragma once");
    }
    program.open.insert(file.path);
    const bool isGuarded = isConditional || program.guarded.contains(file.path);
    const std::string guard = guardOf(file.path);
    if (isGuarded) program.text += "#ifndef " + guard + "\n#define " + guard + "\n";
    program.text += lineDirective(1, file.path);
    std::istringstream lines(file.text);
    std::string line;
    LineGuard lineGuard;
    const bool isUsers = file.path.starts_with(userFolder);
    const std::map<int, std::string> headers = includes(file.path, file.text);
    for (int number = 1; std::getline(lines, line); ++number) {
        const auto header = headers.find(number);
        const bool includesOne = header != headers.end();
        if (!includesOne)
            program.text.append(isUsers ? line : withoutPragmaOnce(line)).append("\n");
        else
            expand(header->second, program, isConditional || lineGuard.isConditional(), depth + 1);
        if (lineGuard.needsLineDirective(line, includesOne)) program.text += lineDirective(number + 1, file.path);
    }
    if (isGuarded) program.text += "#endif\n";
    (isConditional ? program.guarded : program.included).insert(file.path);
    program.open.erase(file.path);
}

bool KernelLibrary::isKnown(const std::string& header) const {
    try {
        return !find(header).path.empty();
    } catch (const Error&) { // no such file
        return false;
    }
}

KernelSource KernelLibrary::source(std::string_view program) const {
    if (!isRead()) return read().source(program);
    const std::string name = fileOf(program);
    Program whole;
    if (needsPrelude(name, find(name).text)) expand("prelude.clh", whole, false);
    expand(name, whole, false);
    if (mayHaveProbes(whole.text)) whole.text.insert(0, emptyProbes());
    return {pathOf(name), whole.text};
}

KernelSource KernelLibrary::file(std::string_view name) const {
    if (!isRead()) return read().file(name);
    File found = find(name);
    return {shownIn(found.path), std::move(found.text)};
}

std::string KernelLibrary::pathOf(std::string_view name) const {
    return isRead() ? shownIn(find(name).path) : read().pathOf(name);
}

std::uint64_t KernelLibrary::hash() const {
    std::map<std::string, std::string> files;
    for (const EmbeddedSource& kernel : embeddedSources())
        files[std::string(kernel.file)] = kernel.source;
    for (KernelLayer layer : read().layers_) {
        if (layer.standsAlone) files.clear();
        layer.files.merge(files);
        files = std::move(layer.files);
    }
    std::string all;
    for (const auto& [path, text] : files)
        all.append(path).append(1, '\0').append(text).append(1, '\0');
    return contentHash(std::as_bytes(std::span(all)));
}

} // namespace lightbench
