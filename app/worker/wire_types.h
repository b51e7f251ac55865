// Describes in text how values are encoded: the names and types of all fields, recursively. The messages' version
// (wire_values.h) is made of it. Two programs with equal descriptions understand each other.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/worker/wire.h"

namespace lightbench {

template <class T> struct WireType {
    /// Examples: "int4", "real8", "{width int4, height int4}".
    static std::string text() {
        if constexpr (std::is_floating_point_v<T>)
            return "real" + std::to_string(sizeof(T));
        else if constexpr (std::is_enum_v<T>)
            return "enum" + std::to_string(sizeof(T));
        else if constexpr (std::is_arithmetic_v<T>)
            return (std::is_signed_v<T> ? "int" : "word") + std::to_string(sizeof(T));
        else
            return fieldsText();
    }

private:
    static std::string fieldsText() {
        std::string all = "{";
        forEachField<T>([&](auto field) {
            using Member = std::remove_cvref_t<decltype(std::declval<T&>().*field.member)>;
            all += std::string(field.name) + " " + WireType<Member>::text() + ", ";
        });
        return all + "}";
    }
};
template <> struct WireType<std::string> {
    static std::string text() { return "text"; }
};
template <> struct WireType<ImagePtr> {
    static std::string text() { return "image"; }
};
template <> struct WireType<ResourceFile> {
    static std::string text() { return "source text, kind text, perhaps text"; }
};
template <class T> struct WireType<std::vector<T>> {
    static std::string text() { return "list of " + WireType<T>::text(); }
};
template <> struct WireType<FilterCatalog> {
    static std::string text() { return "built-in, and " + WireType<std::vector<FilterDefinition>>::text(); }
};
template <class T, std::size_t n> struct WireType<std::array<T, n>> {
    static std::string text() { return std::to_string(n) + " " + WireType<T>::text(); }
};
template <class Key, class T, class Less> struct WireType<std::map<Key, T, Less>> {
    static std::string text() { return "map of " + WireType<Key>::text() + " to " + WireType<T>::text(); }
};
template <class T> struct WireType<std::optional<T>> {
    static std::string text() { return "perhaps " + WireType<T>::text(); }
};
template <class T> struct WireType<std::shared_ptr<const T>> {
    static std::string text() { return "perhaps " + WireType<T>::text(); }
};
template <class... T> struct WireType<std::variant<T...>> {
    static std::string text() { return "one of " + ((WireType<T>::text() + ", ") + ...); }
};
template <> struct WireType<ParameterValues> {
    static std::string text() { return WireType<std::remove_cvref_t<decltype(ParameterValues().all())>>::text(); }
};
template <> struct WireType<KernelLibrary> {
    static std::string text() { return WireType<std::vector<KernelLayer>>::text(); }
};

/// The descriptions of several types, one per line.
template <class... T> std::string wireTypes() { return ((WireType<T>::text() + "\n") + ...); }

} // namespace lightbench
