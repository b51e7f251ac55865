// Values to bytes and back. One description of a type serves both ways, so that they cannot drift apart; the bytes are
// this machine's own, since both ends are one program.
#pragma once

#include <array>
#include <concepts>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "app/worker/channel.h"

namespace lightbench {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// A type T, constant where it is written.
template <class T, class Wanted>
concept Is = std::same_as<std::remove_const_t<T>, Wanted>;

class WireWriter {
public:
    static constexpr bool reads = false;
    template <class... T> void operator()(const T&... values) { (put(values), ...); }
    void raw(const void* data, std::size_t size) {
        const auto* from = static_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), from, from + size);
    }
    std::vector<std::byte> bytes;

private:
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
    template <class T> void put(const std::optional<T>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <class... T> void put(const std::variant<T...>& value) {
        put(std::uint64_t(value.index()));
        std::visit([this](const auto& held) { put(held); }, value);
    }
    template <class T>
    requires std::is_class_v<T>
    void put(const T& value) { transfer(*this, value); }
};

class WireReader {
public:
    static constexpr bool reads = true;
    explicit WireReader(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
    template <class... T> void operator()(T&... values) { (get(values), ...); }
    /// Throws ChannelGarbled if something is left.
    void finish() const {
        if (at_ != bytes_.size()) throw ChannelGarbled("a message that is longer than its content");
    }

private:
    void raw(void* data, std::size_t size) {
        if (size > bytes_.size() - at_) throw ChannelGarbled("a message that ends early");
        if (size > 0) std::memcpy(data, bytes_.data() + at_, size);
        at_ += size;
    }
    /// A count of things that take a byte each at least.
    std::size_t count() {
        std::uint64_t n = 0;
        get(n);
        if (n > bytes_.size() - at_) throw ChannelGarbled("a list that is longer than its message");
        return std::size_t(n);
    }
    template <Plain T> void get(T& value) { raw(&value, sizeof value); }
    void get(std::string& text) {
        text.resize(count());
        raw(text.data(), text.size());
    }
    template <class T> void get(std::vector<T>& all) {
        all.resize(count());
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
    template <class T> void get(std::optional<T>& value) {
        bool has = false;
        get(has);
        value.reset();
        if (has) get(value.emplace());
    }
    template <class... T> void get(std::variant<T...>& value) {
        std::uint64_t index = 0;
        get(index);
        std::uint64_t i = 0;
        const bool known = ((i++ == index && (get(value.template emplace<T>()), true)) || ...);
        if (!known) throw ChannelGarbled("a value of no known kind");
    }
    template <class T>
    requires std::is_class_v<T>
    void get(T& value) { transfer(*this, value); }

    std::vector<std::byte> bytes_;
    std::size_t at_ = 0;
};

} // namespace lightbench
