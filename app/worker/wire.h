// Converts values to bytes and back, because what one process asks of the other passes through a socket. Fields are
// described in core/base/fields.h. Program and worker are the same build, so bytes are in native order. Images travel
// beside a message: values hold only their numbers, and an image that the other side has is not sent again. Malformed
// bytes throw ChannelGarbled.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "app/worker/channel.h"
#include "app/worker/program_filters.h"
#include "core/base/error.h"
#include "core/base/fields.h"
#include "core/definition/defined_filters.h"
#include "core/framework/kernel_library.h"
#include "core/framework/parameter.h"
#include "core/image/image.h"

namespace lightbench {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// The number that stands for a null image.
inline constexpr std::int32_t noImage = -1;

/// Throws ChannelGarbled if no filter has this kind of resource.
inline const ResourceKind& kindOf(const ResourceFile& file) {
    const ResourceKindPtr kind = findResourceKind(file.kind, programFilters());
    if (!kind) throw ChannelGarbled("a resource of an unknown kind");
    return *kind;
}

/// A list of n values has at least n times this many bytes.
template <class T> constexpr std::size_t minWireBytes() {
    if constexpr (Plain<T>) {
        return sizeof(T);
    } else if constexpr (Described<T>) {
        std::size_t sum = 0;
        forEachField<T>([&](auto field) {
            sum += minWireBytes<std::remove_cvref_t<decltype(std::declval<T&>().*field.member)>>();
        });
        return sum;
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
        return std::tuple_size_v<T> * minWireBytes<typename T::value_type>();
    } else {
        return requires(T & list) { list.clear(); }
        ? sizeof(std::uint64_t) : 1;
    }
}

/// Describes in text how values of a type are encoded: the names and types of all fields, recursively. Examples:
/// "int4", "real8", "{width int4, height int4}".
template <class T> std::string wireType() {
    if constexpr (std::is_floating_point_v<T>)
        return "real" + std::to_string(sizeof(T));
    else if constexpr (std::is_enum_v<T>)
        return "enum" + std::to_string(sizeof(T));
    else if constexpr (std::is_arithmetic_v<T>)
        return (std::is_signed_v<T> ? "int" : "word") + std::to_string(sizeof(T));
    else if constexpr (std::is_same_v<T, std::string>)
        return "text";
    else if constexpr (std::is_same_v<T, ImagePtr>)
        return "image";
    else if constexpr (std::is_same_v<T, ResourceFile>)
        return "source text, kind text, perhaps text";
    else if constexpr (std::is_same_v<T, FilterCatalog>)
        return "built-in, and " + wireType<std::vector<FilterDefinition>>();
    else if constexpr (std::is_same_v<T, ParameterValues>)
        return wireType<std::remove_cvref_t<decltype(ParameterValues().all())>>();
    else if constexpr (std::is_same_v<T, KernelLibrary>)
        return wireType<std::vector<KernelLayer>>();
    else if constexpr (Described<T>) {
        std::string all = "{";
        forEachField<T>([&](auto field) {
            using Member = std::remove_cvref_t<decltype(std::declval<T&>().*field.member)>;
            all += std::string(field.name) + " " + wireType<Member>() + ", ";
        });
        return all + "}";
    } else if constexpr (requires { typename T::mapped_type; })
        return "map of " + wireType<typename T::key_type>() + " to " + wireType<typename T::mapped_type>();
    else if constexpr (requires(T & list) { list.push_back({}); })
        return "list of " + wireType<typename T::value_type>();
    else if constexpr (requires(T & pointer) { pointer.reset(); })
        return "perhaps " + wireType<std::remove_cvref_t<decltype(*std::declval<T&>())>>();
    else if constexpr (requires { std::tuple_size<T>::value; })
        return std::to_string(std::tuple_size_v<T>) + " " + wireType<typename T::value_type>();
    else
        return []<class... Held>(std::type_identity<std::variant<Held...>>) {
            return "one of " + ((wireType<Held>() + ", ") + ...);
        }(std::type_identity<T>());
}
/// The descriptions of several types, one per line. Two programs with equal descriptions understand each other.
template <class... T> std::string wireTypes() { return ((wireType<T>() + "\n") + ...); }

/// Sends one image, as shared memory or as bytes. Shareable memory is sent as a descriptor. Other images are first
/// copied into shareable memory: one copy is cheaper than two through the socket. Small and very large images are sent
/// as bytes. The receiver may keep shared memory; the sender does not write to it until it is given back.
void sendImage(Channel& channel, const ImagePtr& image);
/// Receives an image. If memory runs out, it returns null and sets `problem`; the channel can still be used.
ImagePtr receiveImage(Channel& channel, const ImageShape& shape, std::optional<Error>& problem);

/// Writes a value by `wire`, or reads it: what both directions have in common. The rest is in their special().
template <class Wire, class T> void exchange(Wire& wire, T& value) {
    using Value = std::remove_const_t<T>;
    if constexpr (Described<Value>) {
        forEachField<Value>([&](auto field) { exchange(wire, value.*field.member); });
    } else if constexpr (std::is_same_v<Value, ParameterValues>) {
        exchange(wire, value.all()); // in place, because pointers to images among the values are set later
    } else if constexpr (requires { wire.size(value, 1); }) { // a text or a list
        wire.size(value, minWireBytes<typename Value::value_type>());
        if constexpr (Plain<typename Value::value_type>)
            wire.raw(value.data(), value.size() * sizeof value[0]);
        else
            for (auto& one : value)
                exchange(wire, one);
    } else if constexpr (requires { std::tuple_size<Value>::value; }) {
        for (auto& one : value)
            exchange(wire, one);
    } else if constexpr (Plain<Value> && !std::is_same_v<T, bool>) {
        wire.raw(&value, sizeof value);
    } else {
        wire.special(value);
    }
}

class WireWriter {
public:
    /// `known`: images that the other side already has.
    explicit WireWriter(std::span<const ImagePtr> known = {}) : known_(known.begin(), known.end()) {}
    template <class... T> void operator()(const T&... values) { (exchange(*this, values), ...); }
    /// Sends the written values, then the images that they refer to.
    void send(Channel& channel, Message kind) {
        std::vector<ImageShape> shapes;
        for (const ImagePtr& image : following_)
            shapes.push_back(image->shape());
        (*this)(shapes);
        channel.send(kind, bytes_);
        for (const ImagePtr& image : following_)
            sendImage(channel, image);
    }
    const std::vector<ImagePtr>& following() const { return following_; }

private:
    template <class Wire, class T> friend void exchange(Wire& wire, T& value);
    void raw(const void* data, std::size_t size) {
        const auto* from = static_cast<const std::byte*>(data);
        bytes_.insert(bytes_.end(), from, from + size);
    }
    void size(const std::string& text, std::size_t) { (*this)(std::uint64_t(text.size())); }
    template <class T> void size(const std::vector<T>& all, std::size_t) { (*this)(std::uint64_t(all.size())); }
    template <class Key, class T, class Less> void special(const std::map<Key, T, Less>& all) {
        (*this)(std::uint64_t(all.size()));
        for (const auto& [key, value] : all)
            (*this)(key, value);
    }
    template <class T> void special(const std::optional<T>& value) { pointee(value ? &*value : nullptr); }
    template <class T> void special(const std::shared_ptr<const T>& value) { pointee(value.get()); }
    template <class T> void pointee(const T* value) {
        (*this)(value != nullptr);
        if (value) (*this)(*value);
    }
    template <class... T> void special(const std::variant<T...>& value) {
        (*this)(std::uint64_t(value.index()));
        std::visit([this](const auto& held) { (*this)(held); }, value);
    }
    void special(const ResourceFile& file) {
        (*this)(file.source, file.kind, file.resource != nullptr);
        if (file.resource) (*this)(kindOf(file).text(*file.resource));
    }
    void special(const KernelLibrary& library) { (*this)(library.layers()); }
    /// The receiver adds the definitions to its built-in filters. The sender makes sure that there is nothing else.
    void special(const FilterCatalog& filters) { (*this)(filters.definitions()); }
    void special(const ImagePtr& image) { (*this)(image ? numberOf(image) : noImage); }

    std::int32_t numberOf(const ImagePtr& image) {
        const auto known = std::ranges::find(known_, image);
        if (known != known_.end()) return std::int32_t(known - known_.begin());
        const auto found = std::ranges::find(following_, image);
        const auto place = found - following_.begin();
        if (found == following_.end()) following_.push_back(image);
        return std::int32_t(known_.size()) + std::int32_t(place);
    }

    std::vector<std::byte> bytes_;
    std::vector<ImagePtr> known_, following_;
};

class WireReader {
public:
    /// `known` must equal the writer's list, in the same order. `filters` is what a catalog of the same definitions
    /// becomes. Other definitions make another catalog, which builds every filter that they define.
    explicit WireReader(std::vector<std::byte> bytes, std::span<const ImagePtr> known = {},
                        FilterCatalog filters = programFilters())
        : bytes_(std::move(bytes)), known_(known.begin(), known.end()), filters_(std::move(filters)) {}
    /// Do not move the values until their images were received.
    template <class... T> void operator()(T&... values) { (exchange(*this, values), ...); }
    /// Call this after all values. Returns whether images follow; throws ChannelGarbled if bytes are left over, or if
    /// the images cannot be those that the values refer to.
    bool hasImages() {
        (*this)(shapes_);
        if (at_ != bytes_.size()) throw ChannelGarbled("a message that is longer than its content");
        if (!std::ranges::all_of(shapes_, isLegalShape)) throw ChannelGarbled("an image of an impossible shape");
        for (const auto& [pointer, number] : awaited_)
            if (number >= shapes_.size()) throw ChannelGarbled("an image that does not follow");
        known_.clear();
        return !shapes_.empty();
    }
    /// Receives the images, sets every pointer to them, and returns them. Throws Error(Input) if memory runs out; the
    /// channel can still be used.
    std::vector<ImagePtr> receiveImages(Channel& channel) {
        std::vector<ImagePtr> images;
        std::optional<Error> problem;
        for (const ImageShape& shape : shapes_)
            images.push_back(receiveImage(channel, shape, problem));
        if (problem) throw Error(*problem);
        for (const auto& [pointer, number] : awaited_)
            *pointer = images[number];
        return images;
    }

private:
    template <class Wire, class T> friend void exchange(Wire& wire, T& value);
    void raw(void* data, std::size_t size) {
        if (size > bytes_.size() - at_) throw ChannelGarbled("a message that ends early");
        if (size > 0) std::memcpy(data, bytes_.data() + at_, size);
        at_ += size;
    }
    template <class T> T read() {
        T value{};
        (*this)(value);
        return value;
    }
    /// Reads a count of elements that take at least this many bytes each. What is allocated for them is thus not much
    /// more than the message.
    std::size_t count(std::size_t elementBytes) {
        const auto n = read<std::uint64_t>();
        if (n > (bytes_.size() - at_) / elementBytes) throw ChannelGarbled("a list that is longer than its message");
        return std::size_t(n);
    }
    void size(std::string& text, std::size_t elementBytes) { text.resize(count(elementBytes)); }
    template <class T> void size(std::vector<T>& all, std::size_t elementBytes) { all.resize(count(elementBytes)); }
    void special(bool& value) {
        const auto byte = read<std::uint8_t>();
        if (byte > 1) throw ChannelGarbled("a switch that is neither on nor off");
        value = byte == 1;
    }
    template <class Key, class T, class Less> void special(std::map<Key, T, Less>& all) {
        all.clear();
        for (std::size_t left = count(minWireBytes<Key>() + minWireBytes<T>()); left > 0; --left) {
            const auto [place, isNew] = all.try_emplace(read<Key>());
            if (!isNew) throw ChannelGarbled("a map that has a key twice"); // an image may be awaited in the value
            (*this)(place->second);
        }
    }
    template <class T> void special(std::optional<T>& value) {
        value.reset();
        if (read<bool>()) (*this)(value.emplace());
    }
    template <class T> void special(std::shared_ptr<const T>& pointer) {
        pointer.reset();
        if (!read<bool>()) return;
        auto value = std::make_shared<T>();
        (*this)(*value);
        pointer = std::move(value);
    }
    template <class... T> void special(std::variant<T...>& value) {
        const auto index = read<std::uint64_t>();
        std::uint64_t i = 0;
        const bool known = ((i++ == index && ((*this)(value.template emplace<T>()), true)) || ...);
        if (!known) throw ChannelGarbled("a value of no known kind");
    }
    void special(ResourceFile& file) {
        (*this)(file.source, file.kind);
        file.resource = nullptr;
        if (!read<bool>()) return;
        try {
            file.resource = kindOf(file).parse(read<std::string>(), file.source);
        } catch (const Error& error) {
            throw ChannelGarbled(error.what());
        }
    }
    void special(KernelLibrary& library) { library = KernelLibrary().with(read<std::vector<KernelLayer>>()); }
    void special(FilterCatalog& filters) {
        auto definitions = read<std::vector<FilterDefinition>>();
        try {
            filters = filters_.definitions() == definitions ? filters_ : withDefinitions(programFilters(), definitions);
        } catch (const Error& error) { // the sender made its catalog from them
            throw ChannelGarbled(error.what());
        }
    }
    void special(ImagePtr& image) {
        const auto number = read<std::int32_t>();
        image = nullptr;
        if (number < 0) return;
        if (std::size_t(number) < known_.size())
            image = known_[std::size_t(number)];
        else
            awaited_.emplace_back(&image, std::size_t(number) - known_.size());
    }

    static bool isLegalShape(const ImageShape& shape) {
        const auto& [size, format, layout] = shape;
        return size.width > 0 && size.height > 0 && (format.channels == 1 || format.channels == 4) &&
               format.type >= SampleType::U8 && format.type <= SampleType::F32 && shape.samples() <= maximumSamples;
    }

    std::vector<std::byte> bytes_;
    std::size_t at_ = 0;
    std::vector<ImagePtr> known_;
    FilterCatalog filters_;
    std::vector<ImageShape> shapes_;
    std::vector<std::pair<ImagePtr*, std::size_t>>
        awaited_; ///< pointers to set, each with the index of a following image
};

} // namespace lightbench
