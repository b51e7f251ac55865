// JSON values as they are written to files and pipes (RFC 8259).
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace lightbench {

/// How JSON looks. Both end with a line end.
enum class JsonForm {
    Indented, ///< by four, members in the order of their names; whole numbers in digits, others as short as can be
    OneLine   ///< but for lists that are lines(); members as they were put in, numbers as numberText has them
};

/// Nothing (null), a truth value, a number, a text, a list or an object. Written, never read.
class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>; ///< no name twice

    Json() = default;
    template <class T>
    requires std::is_arithmetic_v<T> Json(T value) {
        if constexpr (std::is_same_v<T, bool>)
            value_ = value;
        else
            value_ = double(value);
    }
    /// Bytes that are no UTF-8, as in names of files, are written as \xNN.
    Json(std::string text) : value_(std::move(text)) {}
    Json(std::string_view text) : value_(std::string(text)) {}
    Json(const char* text) : value_(std::string(text)) {}
    Json(Array array) : value_(std::move(array)) {}
    Json(Object object) : value_(std::move(object)) {}
    /// A list that has a line for each of its elements, however it is written.
    static Json lines(Array array);

    /// The member of an object, made at its end if it is not there; null becomes an object. Valid until the next one is
    /// made.
    Json& operator[](std::string_view name);
    void erase(std::string_view name);
    /// An element of a list that has it.
    const Json& operator[](std::size_t index) const { return std::get<Array>(value_).at(index); }
    /// Puts a value at the end of a list; null becomes a list.
    void append(Json value);
    bool isNull() const { return std::holds_alternative<std::monostate>(value_); }
    /// Elements of a list, members of an object; else 0.
    std::size_t size() const;

    /// Numbers read back to the same; what JSON has no number for (infinity, NaN) is null.
    std::string text(JsonForm form = JsonForm::Indented) const;

private:
    void write(std::string& to, JsonForm form, std::size_t depth) const;
    std::variant<std::monostate, bool, double, std::string, Array, Object> value_;
    bool inLines_ = false;
};

} // namespace lightbench
