// A small parser for the part of Python's grammar that NumPy writes. Nothing is evaluated.
#include "core/image/npy_header.h"

#include <charconv>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : rest_(text) {}

    NpyHeader read() {
        expect('{');
        while (!accept('}')) {
            readEntry();
            if (accept(',')) continue;
            expect('}');
            break;
        }
        skipSpace();
        if (!rest_.empty() || keys_.size() != 3) fail();
        return std::move(header_);
    }

private:
    [[noreturn]] void fail() const {
        throw Error(ErrorKind::Input, "the .npy file's header is not one that NumPy writes; it goes wrong at \"" +
                                          shownText(rest_.substr(0, 24)) + "\"");
    }
    void skipSpace() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
    bool accept(char c) {
        skipSpace();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!accept(c)) fail();
    }
    bool acceptWord(std::string_view word) {
        skipSpace();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    std::string quoted() {
        skipSpace();
        if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) fail();
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) fail();
        std::string text(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return text;
    }
    void readEntry() {
        const std::string key = quoted();
        expect(':');
        if (!keys_.insert(key).second) fail();
        if (key == "descr")
            readDescr();
        else if (key == "fortran_order")
            readOrder();
        else if (key == "shape")
            readShape();
        else
            fail();
    }
    void readDescr() {
        skipSpace();
        if (rest_.starts_with('['))
            throw Error(ErrorKind::Input, "the array has records for elements; little-endian uint8, uint16, uint32 and "
                                          "float32 are taken");
        header_.descr = quoted();
    }
    void readOrder() {
        header_.fortranOrder = acceptWord("True");
        if (!header_.fortranOrder && !acceptWord("False")) fail();
    }
    void readShape() {
        expect('(');
        while (!accept(')')) {
            header_.shape.push_back(number());
            if (accept(',')) continue;
            expect(')');
            break;
        }
    }
    std::uint64_t number() {
        skipSpace();
        std::uint64_t value = 0;
        const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (problem != std::errc{}) fail();
        rest_.remove_prefix(std::size_t(end - rest_.data()));
        if (rest_.starts_with('L')) rest_.remove_prefix(1); // the suffix of Python 2's long integers
        return value;
    }

    std::string_view rest_;
    NpyHeader header_;
    std::set<std::string> keys_;
};
} // namespace

NpyHeader readNpyHeader(std::string_view text) { return HeaderReader(text).read(); }

} // namespace lightbench
