// Parameters of kind Resource: larger values in files of their own, such as palettes and trained detectors. A filter
// describes its kind of resource once; file dialogs, form, command line and the transfer to the worker follow from
// that.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lightbench {

class FilterCatalog;
class Image;
class ParameterValues;

/// Immutable and shared.
class Resource {
public:
    virtual ~Resource() = default;
    /// Equal content, whatever the file.
    virtual bool operator==(const Resource& other) const = 0;
};
using ResourcePtr = std::shared_ptr<const Resource>;

/// A resource that holds a T.
template <class T> class ResourceOf : public Resource {
public:
    explicit ResourceOf(T result) : content(std::move(result)) {}
    bool operator==(const Resource& other) const override {
        const auto* same = dynamic_cast<const ResourceOf*>(&other);
        return same && content == same->content;
    }
    const T content;
};

/// The T inside a resource; null for null, or if it holds another type.
template <class T> std::shared_ptr<const T> contentOf(const ResourcePtr& resource) {
    const auto held = std::dynamic_pointer_cast<const ResourceOf<T>>(resource);
    return held ? std::shared_ptr<const T>(held, &held->content) : nullptr;
}

/// A parameter's value: the resource, and the absolute path of its file. A null resource means that none was given.
struct ResourceFile {
    std::string source;
    std::string kind; ///< ResourceKind::name
    ResourcePtr resource;
    bool operator==(const ResourceFile& other) const;
};

/// Describes a kind of resource. Functions are pure; optional ones say so.
struct ResourceKind {
    std::string name;                         ///< its name in messages, such as "palette"; its files end in ".palette"
    std::vector<std::string> otherSuffixes{}; ///< suffixes of foreign files that parse reads, such as ".gpl"
    std::size_t maxBytes = 0;                 ///< the largest file size; a larger file is rejected
    /// Texts of the form: the tooltip for loading, the placeholder if none is loaded, the tooltip for saving.
    std::string loadTip, placeholder, saveTip;
    /// Parses a file's text. Throws Error(Input) that names `source`, the line and what was found.
    std::function<ResourcePtr(std::string_view text, const std::string& source)> parse;
    /// The text that parse reads back to an equal resource.
    std::function<std::string(const Resource& resource)> text;
    /// Empty if its parts are consistent, otherwise the problem.
    std::function<std::string(const Resource& resource)> problem;
    /// Makes the resource that a stage with these values would use for this input. May be null.
    std::function<ResourcePtr(const Image& input, const ParameterValues& parameters)> make;

    /// Sets parse, text and problem for resources that hold a T, of which these functions read, write and check one.
    template <class T, class Problem> void holds(T (*read)(std::string_view text, const std::string& source),
                                                 std::string (*write)(const T&), Problem check) {
        const auto held = [](const Resource& resource) -> const T& {
            return dynamic_cast<const ResourceOf<T>&>(resource).content;
        };
        parse = [read](std::string_view content, const std::string& source) {
            return std::make_shared<const ResourceOf<T>>(read(content, source));
        };
        text = [held, write](const Resource& resource) { return write(held(resource)); };
        problem = [held, check](const Resource& resource) { return check(held(resource)); };
    }

    std::string suffix() const { return "." + name; }
    /// Its own suffix, then the foreign ones.
    std::vector<std::string> suffixes() const {
        std::vector<std::string> all{suffix()};
        all.insert(all.end(), otherSuffixes.begin(), otherSuffixes.end());
        return all;
    }
};
using ResourceKindPtr = std::shared_ptr<const ResourceKind>;

/// Parses "none" or an empty text, otherwise loads the file. Relative paths start at `folder`; the stored source is
/// absolute. Throws Error(Usage or Input).
ResourceFile parseResourceFile(const ResourceKind& kind, std::string_view path, const std::string& folder);
/// The kind of that name among the parameters of these filters; null if there is none.
ResourceKindPtr findResourceKind(std::string_view name, const FilterCatalog& filters);

} // namespace lightbench
