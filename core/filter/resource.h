// What a parameter of kind Resource names: something larger than a value that lies in a file of its own, and that a
// filter can make from an image, such as what it was trained to find. A filter describes its kind of resource once;
// files, form, command line and the way to another process follow from that.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lightbench {

class Image;
class ParameterValues;

/// Shared and never changed.
class Resource {
public:
    virtual ~Resource() = default;
    /// The same content, wherever it lies.
    virtual bool operator==(const Resource& other) const = 0;
};
using ResourcePtr = std::shared_ptr<const Resource>;

/// A resource that is a T.
template <class T> class ResourceOf : public Resource {
public:
    explicit ResourceOf(T made) : content(std::move(made)) {}
    bool operator==(const Resource& other) const override {
        const auto* same = dynamic_cast<const ResourceOf*>(&other);
        return same && content == same->content;
    }
    const T content;
};

/// The T that a resource holds; null for none and for one that holds something else.
template <class T> std::shared_ptr<const T> contentOf(const ResourcePtr& resource) {
    const auto held = std::dynamic_pointer_cast<const ResourceOf<T>>(resource);
    return held ? std::shared_ptr<const T>(held, &held->content) : nullptr;
}

/// A parameter's value: the resource, and the absolute path of the file that it came from. Without a resource: none was
/// given.
struct ResourceFile {
    std::string source;
    std::string kind; ///< ResourceKind::name
    ResourcePtr resource;
    bool operator==(const ResourceFile& other) const;
};

/// The description of a kind of resource. Functions are pure; those that may be missing say so.
struct ResourceKind {
    std::string name;                         ///< as messages have it, such as "palette"; its files end in ".palette"
    std::vector<std::string> otherSuffixes{}; ///< of files by others that parse reads, such as ".gpl"
    std::size_t mostBytes = 0;                ///< of a file; a larger one is none of this kind
    /// For the form: what loading one does, what is said where none was loaded, what saving one is for.
    std::string loadTip, placeholder, saveTip;
    /// Reads a file's text. Throws Error(Input) that names `source`, the line and what was found.
    std::function<ResourcePtr(std::string_view text, const std::string& source)> parse;
    /// What parse reads back to an equal resource.
    std::function<std::string(const Resource& resource)> text;
    /// Empty if all parts of it suit each other, else what is wrong.
    std::function<std::string(const Resource& resource)> problem;
    /// What a stage with these values would use that has this input. May be missing.
    std::function<ResourcePtr(const Image& input, const ParameterValues& parameters)> make;

    std::string suffix() const { return "." + name; }
    /// With those of others.
    std::vector<std::string> suffixes() const {
        std::vector<std::string> all{suffix()};
        all.insert(all.end(), otherSuffixes.begin(), otherSuffixes.end());
        return all;
    }
};
using ResourceKindPtr = std::shared_ptr<const ResourceKind>;

/// Reads "none" or an empty text, or else the file of that path. `folder` is where relative paths start; the source is
/// the absolute path, so that it reads back from anywhere. Throws Error(Usage or Input).
ResourceFile parseResourceFile(const ResourceKind& kind, std::string_view path, const std::string& folder);
/// The kind of that name that a parameter of a built-in filter has; null if there is none.
ResourceKindPtr findResourceKind(std::string_view name);

} // namespace lightbench
