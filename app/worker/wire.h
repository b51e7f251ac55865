// Converts values to bytes and back, from the field descriptions in core/base/fields.h. Program and worker use it for
// every message; both are the same build, so bytes are in native order. Images travel beside a message: values hold
// only their numbers, and an image that the other side has is not sent again. Malformed bytes throw ChannelGarbled.
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

#include "app/worker/program_filters.h"
#include "app/worker/wire_image.h"
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

class WireWriter {
public:
    /// `known`: images that the other side already has.
    explicit WireWriter(std::span<const ImagePtr> known = {}) : known_(known.begin(), known.end()) {}
    template <class... T> void operator()(const T&... values) { (put(values), ...); }
    /// Sends the written values, then the images that they refer to.
    void send(Channel& channel, Message kind) {
        std::vector<ImageShape> shapes;
        for (const ImagePtr& image : following_)
            shapes.push_back(image->shape());
        put(shapes);
        channel.send(kind, bytes_);
        for (const ImagePtr& image : following_)
            sendImage(channel, image);
    }
    const std::vector<ImagePtr>& following() const { return following_; }

private:
    void raw(const void* data, std::size_t size) {
        const auto* from = static_cast<const std::byte*>(data);
        bytes_.insert(bytes_.end(), from, from + size);
    }
    template <Plain T> void put(const T& value) { raw(&value, sizeof value); }
    void put(const std::string& text) {
        put(std::uint64_t(text.size()));
        raw(text.data(), text.size());
    }
    template <class T> void put(const std::vector<T>& all) {
        put(std::uint64_t(all.size()));
        if constexpr (Plain<T>)
            raw(all.data(), all.size() * sizeof(T));
        else
            for (const T& one : all)
                put(one);
    }
    template <class T, std::size_t n> void put(const std::array<T, n>& all) {
        for (const T& one : all)
            put(one);
    }
    template <class Key, class T, class Less> void put(const std::map<Key, T, Less>& all) {
        put(std::uint64_t(all.size()));
        for (const auto& [key, value] : all)
            put(key), put(value);
    }
    template <class T> void put(const std::optional<T>& value) { putPointee(value ? &*value : nullptr); }
    template <class T> void put(const std::shared_ptr<const T>& value) { putPointee(value.get()); }
    template <class T> void putPointee(const T* value) {
        put(value != nullptr);
        if (value) put(*value);
    }
    template <class... T> void put(const std::variant<T...>& value) {
        put(std::uint64_t(value.index()));
        std::visit([this](const auto& held) { this->put(held); }, value);
    }
    void put(const ParameterValues& values) { put(values.all()); }
    void put(const ResourceFile& file) {
        put(file.source), put(file.kind), put(file.resource != nullptr);
        if (file.resource) put(kindOf(file).text(*file.resource));
    }
    void put(const KernelLibrary& library) { put(library.layers()); }
    /// The receiver adds the definitions to its built-in filters. The sender makes sure that there is nothing else.
    void put(const FilterCatalog& filters) { put(filters.definitions()); }
    template <Described T> void put(const T& value) {
        forEachField<T>([&](auto field) { put(value.*field.member); });
    }
    void put(const ImagePtr& image) { put(image ? numberOf(image) : noImage); }

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
    template <class... T> void operator()(T&... values) { (get(values), ...); }
    /// Call this after all values. Returns whether images follow; throws ChannelGarbled if bytes are left over, or if
    /// the images cannot be those that the values refer to.
    bool hasImages() {
        get(shapes_);
        if (at_ != bytes_.size()) throw ChannelGarbled("a message that is longer than its content");
        if (!std::ranges::all_of(shapes_, isLegalShape)) throw ChannelGarbled("an image of an impossible shape");
        for (const auto& [pointer, number] : awaited_)
            if (number >= shapes_.size()) throw ChannelGarbled("an image that does not follow");
        known_.clear();
        return !shapes_.empty();
    }
    std::size_t imageCount() const { return shapes_.size(); }
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
    void raw(void* data, std::size_t size) {
        if (size > bytes_.size() - at_) throw ChannelGarbled("a message that ends early");
        if (size > 0) std::memcpy(data, bytes_.data() + at_, size);
        at_ += size;
    }
    /// Reads a count of elements that take at least this many bytes each. What is allocated for them is thus not much
    /// more than the message.
    std::size_t count(std::size_t elementBytes) {
        std::uint64_t n = 0;
        get(n);
        if (n > (bytes_.size() - at_) / elementBytes) throw ChannelGarbled("a list that is longer than its message");
        return std::size_t(n);
    }
    template <Plain T> void get(T& value) { raw(&value, sizeof value); }
    void get(bool& value) {
        std::uint8_t byte = 0;
        get(byte);
        if (byte > 1) throw ChannelGarbled("a switch that is neither on nor off");
        value = byte == 1;
    }
    void get(std::string& text) {
        text.resize(count(1));
        raw(text.data(), text.size());
    }
    template <class T> void get(std::vector<T>& all) {
        all.resize(count(minWireBytes<T>()));
        if constexpr (Plain<T>)
            raw(all.data(), all.size() * sizeof(T));
        else
            for (T& one : all)
                get(one);
    }
    template <class T, std::size_t n> void get(std::array<T, n>& all) {
        for (T& one : all)
            get(one);
    }
    template <class Key, class T, class Less> void get(std::map<Key, T, Less>& all) {
        all.clear();
        for (std::size_t left = count(minWireBytes<Key>() + minWireBytes<T>()); left > 0; --left) {
            Key key{};
            get(key);
            const auto [place, isNew] = all.try_emplace(std::move(key));
            if (!isNew) throw ChannelGarbled("a map that has a key twice"); // an image may be awaited in the value
            get(place->second);
        }
    }
    template <class T> void get(std::optional<T>& value) {
        value.reset();
        if (isThere()) get(value.emplace());
    }
    template <class T> void get(std::shared_ptr<const T>& pointer) {
        pointer.reset();
        if (!isThere()) return;
        auto value = std::make_shared<T>();
        get(*value);
        pointer = std::move(value);
    }
    bool isThere() {
        bool there = false;
        get(there);
        return there;
    }
    template <class... T> void get(std::variant<T...>& value) {
        std::uint64_t index = 0;
        get(index);
        std::uint64_t i = 0;
        const bool known = ((i++ == index && (get(value.template emplace<T>()), true)) || ...);
        if (!known) throw ChannelGarbled("a value of no known kind");
    }
    /// Reads in place, because pointers to images among the values are set later.
    void get(ParameterValues& values) { get(values.all()); }
    void get(ResourceFile& file) {
        get(file.source), get(file.kind);
        file.resource = nullptr;
        if (!isThere()) return;
        std::string text;
        get(text);
        try {
            file.resource = kindOf(file).parse(text, file.source);
        } catch (const Error& error) {
            throw ChannelGarbled(error.what());
        }
    }
    void get(KernelLibrary& library) {
        std::vector<KernelLayer> layers;
        get(layers);
        library = KernelLibrary().with(std::move(layers));
    }
    void get(FilterCatalog& filters) {
        std::vector<FilterDefinition> definitions;
        get(definitions);
        try {
            filters = filters_.definitions() == definitions ? filters_ : withDefinitions(programFilters(), definitions);
        } catch (const Error& error) { // the sender made its catalog from them
            throw ChannelGarbled(error.what());
        }
    }
    template <Described T> void get(T& value) {
        forEachField<T>([&](auto field) { get(value.*field.member); });
    }
    void get(ImagePtr& image) {
        std::int32_t number = noImage;
        get(number);
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
