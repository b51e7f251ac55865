// Brackets, indents, escapes and numbers.
#include "core/base/json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"

namespace lightbench {

namespace {
std::string indent(std::size_t depth) { return std::string(4 * depth, ' '); }

std::string escape(char c) {
    switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\b': return "\\b";
    case '\f': return "\\f";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: break;
    }
    if (static_cast<unsigned char>(c) >= 0x20) return {c};
    std::array<char, 8> code{};
    std::snprintf(code.data(), code.size(), "\\u%04x", unsigned(c));
    return code.data();
}

void write(std::string& to, const std::string& text) {
    to += '"';
    for (const char c : isUtf8(text) ? text : shownLines(text))
        to += escape(c);
    to += '"';
}

void write(std::string& to, double value) {
    if (!std::isfinite(value)) {
        to += "null";
        return;
    }
    std::array<char, 64> text{};
    const bool isWhole = std::abs(value) <= 0x1p53 && value == std::trunc(value);
    const auto end = isWhole ? std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value))
                             : std::to_chars(text.data(), text.data() + text.size(), value);
    to.append(text.data(), end.ptr);
}

/// Calls one(element) for each, on a line of its own.
template <class List, class One>
void writeList(std::string& to, const List& list, std::string_view brackets, std::size_t depth, One one) {
    (to += brackets[0]) += '\n';
    std::size_t left = list.size();
    for (const auto& element : list) {
        to += indent(depth + 1);
        one(element);
        to += --left > 0 ? ",\n" : "\n";
    }
    (to += indent(depth)) += brackets[1];
}
} // namespace

Json& Json::operator[](std::string_view name) {
    if (isNull()) value_ = Object();
    Object& object = std::get<Object>(value_);
    const auto found = object.find(name);
    return found != object.end() ? found->second : object[std::string(name)];
}

void Json::erase(std::string_view name) {
    Object& object = std::get<Object>(value_);
    if (const auto found = object.find(name); found != object.end()) object.erase(found);
}

void Json::append(Json value) {
    if (isNull()) value_ = Array();
    std::get<Array>(value_).push_back(std::move(value));
}

std::size_t Json::size() const {
    if (const auto* array = std::get_if<Array>(&value_)) return array->size();
    const auto* object = std::get_if<Object>(&value_);
    return object ? object->size() : 0;
}

void Json::write(std::string& to, std::size_t depth) const {
    if (const auto* array = std::get_if<Array>(&value_))
        writeList(to, *array, "[]", depth, [&](const Json& one) { one.write(to, depth + 1); });
    else if (const auto* object = std::get_if<Object>(&value_))
        writeList(to, *object, "{}", depth, [&](const auto& member) {
            lightbench::write(to, member.first);
            to += ": ";
            member.second.write(to, depth + 1);
        });
    else if (const auto* text = std::get_if<std::string>(&value_))
        lightbench::write(to, *text);
    else if (const auto* number = std::get_if<double>(&value_))
        lightbench::write(to, *number);
    else if (const auto* on = std::get_if<bool>(&value_))
        to += *on ? "true" : "false";
    else
        to += "null";
}

std::string Json::text() const {
    std::string all;
    write(all, 0);
    return all + "\n";
}

} // namespace lightbench
