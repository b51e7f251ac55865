// Converts values to JSON from their field lists (core/base/fields.h). Reports, traces and the command line use it. A
// type with its own form provides a function toJson(value) beside it.
#pragma once

#include <optional>
#include <ranges>
#include <string>

#include "core/base/fields.h"
#include "core/base/json.h"

namespace lightbench {

/// An object with the fields that reports show. A type with its own form has a function toJson(value) beside it.
template <Described T> Json fieldsJson(const T& value, unsigned flags = ~0u);

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

/// Includes the fields that have one of these flags; all if every bit is set. NotInReport ones are never included.
template <Described T> Json fieldsJson(const T& value, unsigned flags) {
    Json object = Json::Object();
    forEachField<T>([&](auto field) {
        if constexpr (!field.is(NotInReport))
            if (flags == ~0u || field.is(flags)) object[field.name] = jsonOf(value.*field.member);
    });
    return object;
}

} // namespace lightbench
