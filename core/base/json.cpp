// Writes values as JSON text, on one line or indented with sorted keys.
#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"

namespace lightbench {

namespace {
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

void writeText(std::string& to, const std::string& text) {
    to += '"';
    for (const char c : isUtf8(text) ? text : shownLines(text))
        to += escape(c);
    to += '"';
}

std::string numberOf(double value, JsonForm form) {
    if (!std::isfinite(value)) return "null";
    if (form == JsonForm::OneLine) return numberText(value);
    std::array<char, 64> text{};
    const bool isWhole = std::abs(value) <= 0x1p53 && value == std::trunc(value);
    const auto end = isWhole ? std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value))
                             : std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

/// The text before the first element of a list, between two elements, and after the last.
struct Layout {
    std::string first, next, last;
};

Layout layoutOf(JsonForm form, bool inLines, std::size_t depth) {
    if (form == JsonForm::OneLine) return inLines ? Layout{"\n  ", ",\n  ", "\n"} : Layout{"", ", ", ""};
    const std::string line = "\n" + std::string(4 * depth, ' ');
    return {line + "    ", "," + line + "    ", line};
}

/// Writes a list in its brackets; one(element) writes each element.
template <class List, class One>
void writeList(std::string& to, const List& list, std::string_view brackets, const Layout& layout, One one) {
    to += brackets[0];
    const std::string* before = &layout.first;
    for (const auto& element : list) {
        to += *before;
        one(element);
        before = &layout.next;
    }
    (to += layout.last) += brackets[1];
}

using Members = std::vector<const Json::Object::value_type*>;
Members membersOf(const Json::Object& object, JsonForm form) {
    Members members;
    for (const auto& member : object)
        members.push_back(&member);
    if (form == JsonForm::Indented)
        std::ranges::stable_sort(members, [](const auto* a, const auto* b) { return a->first < b->first; });
    return members;
}

auto memberOf(Json::Object& object, std::string_view name) {
    return std::ranges::find_if(object, [&](const auto& member) { return member.first == name; });
}
} // namespace

Json Json::lines(Array array) {
    Json list = std::move(array);
    list.inLines_ = list.size() > 0;
    return list;
}

Json& Json::operator[](std::string_view name) {
    if (isNull()) value_ = Object();
    Object& object = std::get<Object>(value_);
    const auto found = memberOf(object, name);
    return found != object.end() ? found->second : object.emplace_back(name, Json()).second;
}

const Json* Json::find(std::string_view name) const {
    const auto* object = std::get_if<Object>(&value_);
    if (!object) return nullptr;
    const auto found = std::ranges::find_if(*object, [&](const auto& member) { return member.first == name; });
    return found == object->end() ? nullptr : &found->second;
}

const Json::Array& Json::elements() const {
    static const Array none;
    const auto* array = std::get_if<Array>(&value_);
    return array ? *array : none;
}

double Json::number() const {
    const auto* number = std::get_if<double>(&value_);
    return number ? *number : 0;
}

void Json::erase(std::string_view name) {
    Object& object = std::get<Object>(value_);
    if (const auto found = memberOf(object, name); found != object.end()) object.erase(found);
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

void Json::write(std::string& to, JsonForm form, std::size_t depth) const {
    const auto layout = [&] { return layoutOf(form, inLines_, depth); };
    if (const auto* array = std::get_if<Array>(&value_))
        writeList(to, *array, "[]", layout(), [&](const Json& one) { one.write(to, form, depth + 1); });
    else if (const auto* object = std::get_if<Object>(&value_))
        writeList(to, membersOf(*object, form), "{}", layout(), [&](const auto* member) {
            writeText(to, member->first);
            to += ": ";
            member->second.write(to, form, depth + 1);
        });
    else if (const auto* text = std::get_if<std::string>(&value_))
        writeText(to, *text);
    else if (const auto* number = std::get_if<double>(&value_))
        to += numberOf(*number, form);
    else if (const auto* on = std::get_if<bool>(&value_))
        to += *on ? "true" : "false";
    else
        to += "null";
}

std::string Json::text(JsonForm form) const {
    std::string all;
    write(all, form, 0);
    return all + "\n";
}

} // namespace lightbench
