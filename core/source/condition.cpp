// Expressions of whole numbers, by climbing over the ranks of their signs.
#include "core/source/condition.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>

#include "core/base/error.h"

namespace lightbench {

namespace {
[[noreturn]] void noExpression() { throw Error(ErrorKind::Build, "the preprocessor cannot read an #if"); }

/// A sign between two values. Those of higher rank bind their values first.
struct BinarySign {
    std::string_view sign;
    int rank;
    std::int64_t (*joined)(std::int64_t a, std::int64_t b);
};

/// Numbers wrap around, whatever a text asks for.
template <class Join> constexpr std::int64_t wrapped(std::int64_t a, std::int64_t b, Join join) {
    return std::int64_t(join(std::uint64_t(a), std::uint64_t(b)));
}

// A division by 0 stands behind && or ||, where it does not count. Nor does a shift by more bits than there are.
constexpr BinarySign binarySigns[] = {
    {"||", 1, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a || b; }},
    {"&&", 2, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a && b; }},
    {"|", 3, [](std::int64_t a, std::int64_t b) { return a | b; }},
    {"^", 4, [](std::int64_t a, std::int64_t b) { return a ^ b; }},
    {"&", 5, [](std::int64_t a, std::int64_t b) { return a & b; }},
    {"==", 6, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a == b; }},
    {"!=", 6, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a != b; }},
    {"<", 7, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a < b; }},
    {">", 7, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a > b; }},
    {"<=", 7, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a <= b; }},
    {">=", 7, [](std::int64_t a, std::int64_t b) -> std::int64_t { return a >= b; }},
    {"<<", 8, [](std::int64_t a, std::int64_t b) { return b < 0 || b > 63 ? 0 : a << b; }},
    {">>", 8, [](std::int64_t a, std::int64_t b) { return b < 0 || b > 63 ? 0 : a >> b; }},
    {"+", 9, [](std::int64_t a, std::int64_t b) { return wrapped(a, b, std::plus()); }},
    {"-", 9, [](std::int64_t a, std::int64_t b) { return wrapped(a, b, std::minus()); }},
    {"*", 10, [](std::int64_t a, std::int64_t b) { return wrapped(a, b, std::multiplies()); }},
    {"/", 10,
     [](std::int64_t a, std::int64_t b) { return b == 0    ? 0
                                                 : b == -1 ? wrapped(0, a, std::minus())
                                                           : a / b; }},
    {"%", 10, [](std::int64_t a, std::int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }},
};

class Reader {
public:
    explicit Reader(TokenSpan tokens) : tokens_(tokens) {}
    std::int64_t whole() {
        const std::int64_t value = choice();
        if (at_ < tokens_.size()) noExpression();
        return value;
    }

private:
    std::string_view next() const { return at_ < tokens_.size() ? tokens_[at_] : std::string_view(); }
    void expect(std::string_view sign) {
        if (next() != sign) noExpression();
        ++at_;
    }
    /// Reads a part of an expression. A text that nests them without end would end the stack.
    std::int64_t inside(std::int64_t (Reader::*part)()) {
        constexpr int deepest = 200;
        if (++depth_ > deepest) noExpression();
        const std::int64_t value = (this->*part)();
        --depth_;
        return value;
    }
    std::int64_t choice() {
        const std::int64_t condition = binary(1);
        if (next() != "?") return condition;
        ++at_;
        const std::int64_t yes = inside(&Reader::choice);
        expect(":");
        const std::int64_t no = inside(&Reader::choice);
        return condition ? yes : no;
    }
    std::int64_t binary(int minimum) {
        std::int64_t value = single();
        for (;;) {
            const auto sign = std::ranges::find(binarySigns, next(), &BinarySign::sign);
            if (sign == std::end(binarySigns) || sign->rank < minimum) return value;
            ++at_;
            value = sign->joined(value, binary(sign->rank + 1));
        }
    }
    std::int64_t single() {
        const std::string_view token = next();
        if (token.empty()) noExpression();
        ++at_;
        if (token == "!") return !inside(&Reader::single);
        if (token == "-") return wrapped(0, inside(&Reader::single), std::minus());
        if (token == "+") return inside(&Reader::single);
        if (token == "~") return ~inside(&Reader::single);
        if (token == "(") {
            const std::int64_t value = inside(&Reader::choice);
            expect(")");
            return value;
        }
        if (std::isdigit(static_cast<unsigned char>(token[0]))) return number(token);
        if (token == "true") return 1;
        if (isName(token)) return 0;
        noExpression();
    }
    static std::int64_t number(std::string_view token) {
        const std::string text(token);
        char* end = nullptr;
        const auto value = std::int64_t(std::strtoull(text.c_str(), &end, 0));
        if (std::string_view(end).find_first_not_of("uUlL") != std::string_view::npos) noExpression();
        return value;
    }

    const TokenSpan tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
};
} // namespace

std::int64_t valueOf(TokenSpan tokens) { return Reader(tokens).whole(); }

} // namespace lightbench
