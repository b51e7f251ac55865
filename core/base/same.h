// Deep equality of described values (core/base/fields.h), through pointers, lists, optionals and variants. Experiments
// use it to find rows that changed.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <ranges>
#include <variant>

#include "core/base/fields.h"

namespace lightbench {

template <class T> bool isSame(const T& a, const T& b);

template <class T> bool isSamePointee(const T* a, const T* b) { return a == b || (a && b && isSame(*a, *b)); }

template <Described T> bool areFieldsSame(const T& a, const T& b) {
    bool same = true;
    forEachField<T>([&](auto field) { same = same && isSame(a.*field.member, b.*field.member); });
    return same;
}

template <class T> struct SameRule {
    static bool same(const T& a, const T& b) { return a == b; }
};
template <class T> struct SameRule<std::shared_ptr<T>> {
    static bool same(const auto& a, const auto& b) { return isSamePointee(a.get(), b.get()); }
};
template <class T> struct SameRule<std::optional<T>> {
    static bool same(const auto& a, const auto& b) { return isSamePointee(a ? &*a : nullptr, b ? &*b : nullptr); }
};
template <class... T> struct SameRule<std::variant<T...>> {
    static bool same(const auto& a, const auto& b) {
        return a.index() == b.index() &&
               std::visit([&](const auto& held) { return isSame(held, std::get<std::decay_t<decltype(held)>>(b)); }, a);
    }
};

template <class T>
concept DescribedList = std::ranges::range<T> && Described<std::ranges::range_value_t<T>>;

/// Compares described values by their fields, lists by their elements and pointers by their pointees; everything else
/// with ==.
template <class T> bool isSame(const T& a, const T& b) {
    if constexpr (Described<T>)
        return areFieldsSame(a, b);
    else if constexpr (DescribedList<T>)
        return std::ranges::equal(a, b, areFieldsSame<std::ranges::range_value_t<T>>);
    else
        return SameRule<T>::same(a, b);
}

} // namespace lightbench
