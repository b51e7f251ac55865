// JSON of values by the description of their fields.
#pragma once

#include <optional>
#include <ranges>
#include <string>

#include "core/base/fields.h"
#include "core/base/json.h"

namespace lightbench {

/// The fields of a value that reports show, under their names. Types with a form of their own have a function
/// toJson(value) beside them.
template <Described T> Json fieldsJson(const T& value, unsigned marks = ~0u);

template <class T> Json jsonOf(const T& value) {
    if constexpr (requires { toJson(value); }) {
        return toJson(value);
    } else if constexpr (Described<T>) {
        return fieldsJson(value);
    } else if constexpr (requires { Json(value); }) {
        return Json(value);
    } else if constexpr (std::ranges::range<T>) {
        Json list = Json::Array();
        for (const auto& one : value)
            list.append(jsonOf(one));
        return list;
    } else {
        return value ? jsonOf(*value) : Json();
    }
}

/// Of the fields that have one of these marks, or with all bits set, of all.
template <Described T> Json fieldsJson(const T& value, unsigned marks) {
    Json object = Json::Object();
    forEachField<T>([&](auto field) {
        if constexpr (!field.is(Apart))
            if (marks == ~0u || field.is(marks)) object[field.name] = jsonOf(value.*field.member);
    });
    return object;
}

} // namespace lightbench
