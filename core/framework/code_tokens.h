// Splits OpenCL C into tokens, and finds the partners of brackets, and kernels. All readers of kernels use it: the
// preprocessor of core/source, the signatures of kernels, and the reader of the user's kernels (core/definition).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

using CodeTokens = std::vector<std::string_view>;
using TokenSpan = std::span<const std::string_view>;

/// How long the first token of a text is that begins with one: a word, a number, a text or a sign, as long as possible.
std::size_t lengthOfToken(std::string_view text);
/// A blank, or a line end that a backslash stands before.
bool isTokenSpace(std::string_view text);
/// All tokens of a code without comments. They point into it.
CodeTokens codeTokens(std::string_view code);
/// True for words: names and keywords.
bool isName(std::string_view token);

/// 1 for an opening bracket of any kind, -1 for a closing one, else 0.
int bracketChange(std::string_view token);
/// The index behind the partner of the bracket at `open`; the number of tokens if it has none.
std::size_t behindBracket(TokenSpan tokens, std::size_t open);
/// What stands between the bracket at `open` and its partner.
TokenSpan inBrackets(TokenSpan tokens, std::size_t open);
/// The parts between separators outside of brackets; one empty part if there are no tokens.
std::vector<TokenSpan> splitTokens(TokenSpan tokens, std::string_view separator);
/// The tokens with a blank between them.
std::string spacedText(TokenSpan tokens);

/// The index behind the attributes that begin at `at`, such as __attribute__((unused)); `at` if there are none.
std::size_t behindAttributes(TokenSpan tokens, std::size_t at);

/// A function that returns nothing, such as a kernel.
struct VoidFunction {
    std::string_view name{};
    bool isKernel = false;
    bool isDefined = false; ///< it has a body
    TokenSpan head{};       ///< everything before the body, with the attributes
    TokenSpan parameters{}; ///< between the parentheses
    TokenSpan body{};       ///< between the braces
};
/// All definitions and declarations of such functions, in order. The preprocessor does not run: branches of an #if may
/// have one each.
std::vector<VoidFunction> voidFunctions(TokenSpan tokens);
/// The first definition of that name; null if there is none.
const VoidFunction* findDefinition(const std::vector<VoidFunction>& functions, std::string_view name);

} // namespace lightbench
