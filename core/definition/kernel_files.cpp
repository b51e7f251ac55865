#include "core/definition/kernel_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/user_files.h"
#include "core/base/whole_file.h"
#include "core/definition/annotations.h"
#include "core/definition/corrections.h"
#include "core/definition/own_variant.h"
#include "core/definition/reference.h"
#include "core/framework/embedded_kernels.h"
#include "core/framework/include_lines.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

std::string textOf(const std::string& path, const UnsavedTexts& unsaved, const std::string& what = "a kernel file") {
    if (const auto text = unsaved.find(path); text != unsaved.end()) return text->second;
    constexpr std::size_t maxBytes = 4 << 20;
    std::string text = readSmallFile(path, maxBytes, what);
    if (text.find('\0') != std::string::npos)
        throw Error(ErrorKind::Input,
                    shownPath(path) + " is not a text, so it cannot be " + what + "; give its source");
    return text;
}

/// True for the path of a built-in header, such as "prelude/borders.clh", or its end, such as "borders.clh".
bool isBuiltInHeader(const std::string& name) {
    return name.ends_with(".clh") && std::ranges::any_of(embeddedSources(), [&](const EmbeddedSource& kernel) {
               return kernel.file == name || kernel.file.ends_with("/" + name);
           });
}

/// Without folder and suffix: nearly all of a path is the same in many headers.
std::string bareName(std::string_view header) { return std::filesystem::path(header).stem().string(); }

/// For a header that is not there: "; did you mean prelude/borders.clh?", with the built-in headers whose file names
/// are nearly the same. Empty if there is none.
std::string headerSuggestion(const std::string& name) {
    std::set<std::string> bareNames;
    for (const EmbeddedSource& kernel : embeddedSources())
        if (kernel.file.ends_with(".clh")) bareNames.insert(bareName(kernel.file));
    std::vector<std::string> headers;
    for (const std::string& near : nearestNames(bareName(name), {bareNames.begin(), bareNames.end()}))
        for (const EmbeddedSource& kernel : embeddedSources())
            if (kernel.file.ends_with(".clh") && bareName(kernel.file) == near) headers.emplace_back(kernel.file);
    if (headers.size() > 3) headers.resize(3);
    return headers.empty() ? std::string() : "; did you mean " + joinWords(headers, "or") + "?";
}

/// my_Sobel.v2 becomes my-sobel-v2.
std::string idOf(const fs::path& file) {
    std::string id;
    for (const char c : file.stem().string()) {
        const bool isPart = std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 128;
        if (isPart)
            id += char(std::tolower(static_cast<unsigned char>(c)));
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (id.ends_with('-'))
        id.pop_back();
    return id;
}

/// Adds what a text includes, and what that includes. `key` is the text's own path from the main file's folder.
void addHeaders(FilterDefinition& definition, const fs::path& folder, const std::string& key, const std::string& text,
                const UnsavedTexts& unsaved) {
    for (const auto& [number, name, isConditional] : includesIn(text)) {
        const std::string header = (fs::path(key).parent_path() / name).lexically_normal().string();
        if (definition.headers.contains(header)) continue;
        const fs::path path = (folder / header).lexically_normal();
        std::error_code problem; // such as a name that is too long
        if (!unsaved.contains(path.string()) && !fs::exists(path, problem)) {
            if (isConditional || isBuiltInHeader(name)) continue;
            throw MissingFile(
                errorInFile((folder / key).string(), number,
                            "there is no file " + shownPath(path.string()) + " to include" + headerSuggestion(name)),
                path.string());
        }
        const std::string& read = definition.headers[header] = textOf(path.string(), unsaved);
        addHeaders(definition, folder, header, read, unsaved);
    }
}

/// Throws Error(Usage) that names the file.
void checkName(const FilterDefinition& definition) {
    if (definition.id.empty())
        failInFile(definition.file, 0,
                   "its name has no small letters and digits, which a filter's name needs; write //@ id: my-filter");
    try {
        checkDefinitionName(definition.id);
    } catch (const Error& error) {
        failInFile(definition.file, 0, error.what());
    }
}

std::string hashOf(const std::string& path) {
    const InputFile file(path);
    return textHash(file.content());
}

/// The file that the text names as its reference, or else NAME.py beside it, if that defines one.
void addReferenceFile(FilterDefinition& definition, const fs::path& file, const UnsavedTexts& unsaved) {
    const std::optional<Annotation> line = referenceLineIn(definition.text, definition.file);
    fs::path named = file.filename().replace_extension(".py");
    if (line) {
        const DeclaredReference reference = referenceIn(*line);
        if (!reference.isFile()) return;
        named = reference.text;
    }
    const std::string path = (file.parent_path() / named).string();
    std::error_code problem;
    if (!fs::is_regular_file(path, problem)) {
        if (!line) return;
        throw MissingFile(
            errorInFile(definition.file, line->line, "there is no file " + shownPath(path) + " for the reference"),
            path);
    }
    const bool isPython = !line || referenceIn(*line).kind == DeclaredReference::Python;
    std::string text = isPython ? textOf(path, unsaved, "a Python file") : hashOf(path);
    if (!line && !definesReference(text)) return;
    definition.referenceFile = path;
    definition.referenceText = std::move(text);
}
} // namespace

FilterDefinition readKernelFile(const std::string& path, const FilterCatalog& others, const UnsavedTexts& unsaved) {
    const fs::path file(absolutePath(path, {}));
    FilterDefinition definition{.id = idOf(file), .text = textOf(file.string(), unsaved), .file = path};
    const std::vector<Annotation> lines = annotationsOf(definition.text, path);
    const auto copied = copiedVariantIn(lines);
    if (!copied && others.find(definition.id)) definition.id = "my-" + definition.id;
    for (const Annotation& line : lines)
        if (line.key == "id") definition.id = line.value;
    checkName(definition);
    if (copied) definition.id = copied->filter + "." + definition.id;
    definition.corrections = usableCorrections(file.string()).lines;
    addHeaders(definition, file.parent_path(), file.filename().string(), definition.text, unsaved);
    addReferenceFile(definition, file, unsaved);
    return definition;
}

std::string unreadCorrectionsNote(const FilterDefinition& definition) {
    return usableCorrections(absolutePath(definition.fileName(), {})).problem;
}

std::string idlePythonNote(const FilterDefinition& definition) {
    const fs::path script = fs::path(definition.fileName()).replace_extension(".py");
    std::error_code problem;
    if (!definition.referenceFile.empty() || referenceLineIn(definition.text, definition.file) ||
        !fs::is_regular_file(script, problem))
        return {};
    return shownPath(script.string()) + " defines no function reference(image, **parameters), so it is not a reference";
}

std::vector<std::string> kernelFilesIn(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code problem;
    fs::directory_iterator entry(folder, problem);
    for (; !problem && entry != fs::directory_iterator(); entry.increment(problem))
        if (entry->path().extension() == ".cl") files.push_back(entry->path().string());
    std::ranges::sort(files);
    return files;
}

std::vector<FilterDefinition> readKernelFiles(const std::string& path, const FilterCatalog& others) {
    const std::string whole = absolutePath(path, {});
    std::error_code problem; // such as a name that is too long
    if (!fs::is_directory(whole, problem)) return {readKernelFile(path, others)};
    const std::vector<std::string> files = kernelFilesIn(path);
    if (files.empty())
        throw Error(ErrorKind::Input,
                    "there is no .cl file in " + shownPath(path) + "; give a kernel file or its folder");
    std::vector<FilterDefinition> all;
    for (const std::string& file : files)
        all.push_back(readKernelFile(file, others));
    return all;
}

std::string userKernelFolder() { return userFile(UserFolder::Data, "kernels", "LIGHTBENCH_MY_KERNELS"); }

std::string newUserKernel(const std::string& name) {
    checkDefinitionName(name);
    const std::string folder = userKernelFolder();
    if (folder.empty())
        throw Error(ErrorKind::Usage, "there is no folder for your kernels: LIGHTBENCH_MY_KERNELS is off");
    return folder + "/" + name + ".cl";
}

void writeNewKernelFile(const std::string& path, const std::string& text) {
    if (fs::path(path).extension() != ".cl")
        throw Error(ErrorKind::Usage, shownPath(path) + " is not the name of a kernel file; end it with .cl");
    std::error_code problem; // shown by the write
    if (fs::exists(path, problem))
        throw Error(ErrorKind::Input, shownPath(path) + " is there already; give the copy another name");
    if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, problem);
    writeWhole(path, text);
}

UserKernels readUserKernels(const std::string& folder, const FilterCatalog& others) {
    UserKernels kernels;
    for (const std::string& file : kernelFilesIn(folder))
        try {
            kernels.definitions.push_back(readKernelFile(file, others));
        } catch (const Error& error) {
            kernels.problems.emplace_back(error.what());
        }
    return kernels;
}

} // namespace lightbench
