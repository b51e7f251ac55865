// Expressions of whole numbers, by climbing over the ranks of their signs.
#include "core/source/condition.h"

#include <cctype>
#include <cstdlib>
#include <string>

#include "core/base/error.h"

namespace lightbench {

namespace {
[[noreturn]] void noExpression() { throw Error(ErrorKind::Build, "the preprocessor cannot read an #if"); }

/// Of a sign between two values; those of higher rank bind them first. 0: none.
int rankOf(std::string_view sign) {
    constexpr std::string_view ranks[][4] = {
        {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
        {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    int rank = 0;
    for (const auto& signs : ranks) {
        ++rank;
        for (std::string_view one : signs)
            if (!one.empty() && one == sign) return rank;
    }
    return 0;
}

std::int64_t joined(std::int64_t a, std::string_view sign, std::int64_t b) {
    if (sign == "||") return a || b;
    if (sign == "&&") return a && b;
    if (sign == "|") return a | b;
    if (sign == "^") return a ^ b;
    if (sign == "&") return a & b;
    if (sign == "==") return a == b;
    if (sign == "!=") return a != b;
    if (sign == "<") return a < b;
    if (sign == ">") return a > b;
    if (sign == "<=") return a <= b;
    if (sign == ">=") return a >= b;
    if (sign == "<<") return a << b;
    if (sign == ">>") return a >> b;
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    if (sign == "*") return a * b;
    if (b == 0) return 0; // behind && or ||, where it does not count
    return sign == "/" ? a / b : a % b;
}

class Reader {
public:
    explicit Reader(const std::vector<std::string_view>& tokens) : tokens_(tokens) {}
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
        for (int rank = rankOf(next()); rank >= minimum; rank = rankOf(next())) {
            const std::string_view sign = tokens_[at_++];
            value = joined(value, sign, binary(rank + 1));
        }
        return value;
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
        if (std::isalpha(static_cast<unsigned char>(token[0])) || token[0] == '_') return 0;
        noExpression();
    }
    static std::int64_t number(std::string_view token) {
        const std::string text(token);
        char* end = nullptr;
        const auto value = std::int64_t(std::strtoull(text.c_str(), &end, 0));
        if (std::string_view(end).find_first_not_of("uUlL") != std::string_view::npos) noExpression();
        return value;
    }

    const std::vector<std::string_view>& tokens_;
    std::size_t at_ = 0;
};
} // namespace

std::int64_t valueOf(const std::vector<std::string_view>& tokens) { return Reader(tokens).whole(); }

} // namespace lightbench
