#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/error.h"
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
    return "\\u" + hexDigits(static_cast<unsigned char>(c), 4);
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

/// Reads a text by recursive descent.
class JsonReader {
public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    Json whole() {
        Json value = element(0);
        skipBlanks();
        if (at_ < text_.size()) refuse();
        return value;
    }

private:
    static constexpr int deepest = 200;
    /// Characters beyond 0xffff are two escapes.
    static bool isFirstHalf(unsigned code) { return code >= 0xd800 && code < 0xdc00; }
    static bool isSecondHalf(unsigned code) { return code >= 0xdc00 && code < 0xe000; }

    [[noreturn]] void refuse() const {
        throw Error(ErrorKind::Input, "byte " + std::to_string(at_ + 1) + " is not JSON");
    }

    void skipBlanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
    }

    bool skip(std::string_view word) {
        skipBlanks();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    void need(std::string_view word) {
        if (!skip(word)) refuse();
    }

    Json element(int depth) {
        if (depth > deepest) refuse();
        if (skip("{")) return object(depth);
        if (skip("[")) return list(depth);
        if (skip("\"")) return string();
        if (skip("true")) return true;
        if (skip("false")) return false;
        if (skip("null")) return {};
        return number();
    }

    Json object(int depth) {
        Json::Object members;
        if (skip("}")) return members;
        do {
            need("\"");
            std::string name = string();
            need(":");
            members.emplace_back(std::move(name), element(depth + 1));
        } while (skip(","));
        need("}");
        return members;
    }

    Json list(int depth) {
        Json::Array elements;
        if (skip("]")) return elements;
        do
            elements.push_back(element(depth + 1));
        while (skip(","));
        need("]");
        return elements;
    }

    Json number() {
        const std::size_t digit = at_ + (text_.substr(at_).starts_with("-") ? 1 : 0);
        if (digit >= text_.size() || text_[digit] < '0' || text_[digit] > '9') refuse(); // no infinity
        double value = 0;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (problem != std::errc{}) refuse();
        at_ = std::size_t(end - text_.data());
        return value;
    }

    /// The rest of a string whose first quote was read.
    std::string string() {
        std::string value;
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\\')
                value += escaped();
            else
                value += text_[at_++];
        }
        if (at_ == text_.size()) refuse();
        ++at_;
        return value;
    }

    std::string escaped() {
        constexpr std::string_view names = "\"\\/bfnrt", characters = "\"\\/\b\f\n\r\t";
        if (++at_ == text_.size()) refuse();
        const char name = text_[at_++];
        if (name == 'u') return unicode();
        const std::size_t place = names.find(name);
        if (place == std::string_view::npos) refuse();
        return {characters[place]};
    }

    unsigned fourDigits() {
        unsigned code = 0;
        const std::string_view digits = text_.substr(at_, 4);
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (problem != std::errc{} || end != digits.data() + 4) refuse();
        at_ += 4;
        return code;
    }

    std::string unicode() {
        unsigned code = fourDigits();
        if (isFirstHalf(code)) {
            if (!text_.substr(at_).starts_with("\\u")) refuse();
            at_ += 2;
            const unsigned second = fourDigits();
            if (!isSecondHalf(second)) refuse();
            code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
        } else if (isSecondHalf(code)) {
            refuse();
        }
        if (code < 0x80) return {char(code)};
        std::string bytes;
        const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        constexpr unsigned leads[] = {0xc0, 0xe0, 0xf0};
        bytes += char(leads[following - 1] | (code >> (6 * following)));
        for (int i = following - 1; i >= 0; --i)
            bytes += char(0x80 | ((code >> (6 * i)) & 0x3f));
        return bytes;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};
} // namespace

Json Json::parsed(std::string_view text) {
    if (!isUtf8(text)) throw Error(ErrorKind::Input, "the text is not UTF-8, which JSON is");
    return JsonReader(text).whole();
}

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
