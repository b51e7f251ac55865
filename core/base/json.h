// A JSON value (RFC 8259). Reports, traces and the `--json` outputs build it in memory and write it; a resumed batch
// reads its own reports and traces again. Described structs (core/base/fields.h) are converted by their fields.
#pragma once

#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

/// Layout of the text. Both end with a line end.
enum class JsonForm {
    Indented, ///< indented by four, members sorted by name, numbers as short as they can be
    /// On one line, except for lists made by lines(); members in insertion order, numbers as numberText writes them.
    OneLine
};

/// A null, boolean, number, string, list or object.
class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>; ///< names are unique

    Json() = default;
    template <class T>
    requires std::is_arithmetic_v<T> Json(T value) {
        if constexpr (std::is_same_v<T, bool>)
            value_ = value;
        else
            value_ = double(value);
    }
    /// Bytes that are not UTF-8, as in file names, are written as \xNN.
    Json(std::string text) : value_(std::move(text)) {}
    Json(std::string_view text) : value_(std::string(text)) {}
    Json(const char* text) : value_(std::string(text)) {}
    Json(Array array) : value_(std::move(array)) {}
    Json(Object object) : value_(std::move(object)) {}
    /// A list that is written with one element per line, whatever the form.
    static Json lines(Array array);

    /// Reads a JSON text. Throws Error(Input) if it is not UTF-8, or names the byte that cannot be read.
    static Json parsed(std::string_view text);

    /// Returns the member of that name, and appends it if it is missing; null becomes an object. The reference is valid
    /// until the next member is added.
    Json& operator[](std::string_view name);
    void erase(std::string_view name);
    /// Returns an element of a list. The index must be valid.
    const Json& operator[](std::size_t index) const { return std::get<Array>(value_).at(index); }
    /// Appends a value to a list; null becomes a list.
    void append(Json value);
    bool isNull() const { return std::holds_alternative<std::monostate>(value_); }
    /// The member of that name; null if there is none, or if this is no object.
    const Json* find(std::string_view name) const;
    /// The elements of a list; none if it is no list.
    const Array& elements() const;
    /// The number; 0 if it is none.
    double number() const;
    /// The number of list elements or object members, otherwise 0.
    std::size_t size() const;

    /// Numbers survive a round trip. Infinity and NaN, which JSON lacks, become null.
    std::string text(JsonForm form = JsonForm::Indented) const;

private:
    void write(std::string& to, JsonForm form, std::size_t depth) const;
    std::variant<std::monostate, bool, double, std::string, Array, Object> value_;
    bool inLines_ = false;
};

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
