// Expressions of whole numbers, by climbing over the ranks of their signs.
#include "core/source/condition.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
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

// A division by 0 stands behind && or ||, where it does not count.
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
    {"<<", 8, [](std::int64_t a, std::int64_t b) { return a << b; }},
    {">>", 8, [](std::int64_t a, std::int64_t b) { return a >> b; }},
    {"+", 9, [](std::int64_t a, std::int64_t b) { return a + b; }},
    {"-", 9, [](std::int64_t a, std::int64_t b) { return a - b; }},
    {"*", 10, [](std::int64_t a, std::int64_t b) { return a * b; }},
    {"/", 10, [](std::int64_t a, std::int64_t b) { return b == 0 ? 0 : a / b; }},
    {"%", 10, [](std::int64_t a, std::int64_t b) { return b == 0 ? 0 : a % b; }},
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
    std::int64_t choice() {
        const std::int64_t condition = binary(1);
        if (next() != "?") return condition;
        ++at_;
        const std::int64_t yes = choice();
        expect(":");
        const std::int64_t no = choice();
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
        if (token == "!") return !single();
        if (token == "-") return -single();
        if (token == "+") return single();
        if (token == "~") return ~single();
        if (token == "(") {
            const std::int64_t value = choice();
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
};
} // namespace

std::int64_t valueOf(TokenSpan tokens) { return Reader(tokens).whole(); }

} // namespace lightbench
