// Reads JSON texts by recursive descent.
#include <charconv>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
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

} // namespace lightbench
