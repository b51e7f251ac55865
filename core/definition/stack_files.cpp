// Walks the described fields (core/base/fields.h) of stages and definitions, so that a field that is added counts.
#include "core/definition/stack_files.h"

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <variant>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/reference.h"

namespace lightbench {

namespace {
/// The stack of the stage's reference, with the stage's values; nothing if its reference is something else.
std::optional<Stack> referenceStackOf(const Stage& stage, const FilterCatalog& filters) {
    const FilterDefinition* definition = filters.definition(stage.filter);
    if (!definition) return {};
    try {
        const KernelFile file = kernelFileOf(*definition);
        if (file.reference.kind != DeclaredReference::Stack) return {};
        return referenceStack(file, stage.parameters, filters);
    } catch (const Error&) { // the run reports it
        return {};
    }
}

/// The definitions that a stage runs: that of its filter, and that of its variant.
std::vector<const FilterDefinition*> definitionsOf(const Stage& stage, const FilterCatalog& filters) {
    std::vector<const FilterDefinition*> found;
    for (const std::string& id : {stage.filter, definitionIdOf(stage)})
        if (const FilterDefinition* one = filters.definition(id); one && (found.empty() || found.back() != one))
            found.push_back(one);
    return found;
}

template <class T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Collects values as one text, each with its length, so that different values give different texts.
class Contents {
public:
    explicit Contents(const FilterCatalog& filters) : filters_(filters) {}
    const std::string& text() const { return text_; }

    void put(const std::string& value) { text_ += std::to_string(value.size()) + ":" + value; }
    template <Number T> void put(T value) { put(numberText(double(value))); }
    template <class T> void put(const std::vector<T>& all) {
        put(all.size());
        for (const T& one : all)
            put(one);
    }
    template <class Key, class T, class Less> void put(const std::map<Key, T, Less>& all) {
        put(all.size());
        for (const auto& [key, value] : all)
            put(key), put(value);
    }
    template <class T> void put(const std::optional<T>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <class... T> void put(const std::variant<T...>& value) {
        put(value.index());
        std::visit([this](const auto& held) { this->put(held); }, value);
    }
    void put(const ParameterValues& values) { put(values.all()); }
    void put(const ResourceFile& file) {
        const ResourceKindPtr kind = findResourceKind(file.kind, filters_);
        put(file.kind);
        put(file.resource && kind ? kind->text(*file.resource) : std::string());
    }
    void put(const ImagePtr& image) {
        put(image ? image->shape().name() + " " + hashText(contentHash(image->bytes())) : std::string());
    }
    void put(ImageInput input) {
        input.file.clear();
        putFields(input);
    }
    void put(Matrix matrix) {
        matrix.source.clear();
        putFields(matrix);
    }
    void put(FilterDefinition definition) {
        definition.file.clear();
        definition.referenceFile.clear();
        putFields(definition);
    }
    template <Described T> void put(const T& value) { putFields(value); }

private:
    template <Described T> void putFields(const T& value) {
        forEachField<T>([&](auto field) { put(value.*field.member); });
    }

    const FilterCatalog& filters_;
    std::string text_;
};

void addStage(Contents& contents, const Stage& stage, const FilterCatalog& filters) {
    if (!stage.enabled) return;
    contents.put(stage);
    for (const FilterDefinition* definition : definitionsOf(stage, filters))
        contents.put(*definition);
    if (const std::optional<Stack> reference = referenceStackOf(stage, filters))
        for (const Stage& one : *reference) // of built-in filters, which have no references of their own
            contents.put(one);
}

void addFile(std::vector<ReadFile>& files, const std::string& path, const std::string& kind,
             const std::string& owner = {}) {
    if (!path.empty()) files.push_back({path, "the " + kind + " " + shownPath(path) + owner});
}

void addFilesOf(std::vector<ReadFile>& files, const Stage& stage) {
    const std::string owner = " of " + stage.filter;
    for (const auto& [name, value] : stage.parameters.all()) {
        if (const auto* image = std::get_if<ImageInput>(&value)) addFile(files, image->file, "image", owner);
        if (const auto* resource = std::get_if<ResourceFile>(&value))
            addFile(files, resource->source, resource->kind, owner);
        if (const auto* matrix = std::get_if<Matrix>(&value); matrix && matrix->source.starts_with('/'))
            addFile(files, matrix->source, "matrix", owner);
    }
}
} // namespace

std::vector<ReadFile> filesOf(const Stack& stack, const FilterCatalog& filters) {
    std::vector<ReadFile> files;
    for (const Stage& stage : stack) {
        addFilesOf(files, stage);
        if (const std::optional<Stack> reference = referenceStackOf(stage, filters))
            for (const Stage& one : *reference)
                addFilesOf(files, one);
    }
    return files;
}

std::vector<ReadFile> filesOf(const FilterCatalog& filters) {
    std::vector<ReadFile> files;
    for (const FilterDefinition& definition : filters.definitions()) {
        const std::filesystem::path folder = std::filesystem::path(definition.file).parent_path();
        addFile(files, definition.file, "kernel file");
        for (const auto& [header, text] : definition.headers)
            addFile(files, (folder / header).string(), "header");
        addFile(files, definition.referenceFile, "reference");
    }
    return files;
}

std::string stackFilesHash(const Stack& stack, const FilterCatalog& filters) {
    Contents contents(filters);
    for (const Stage& stage : stack)
        addStage(contents, stage, filters);
    return textHash(contents.text());
}

} // namespace lightbench
