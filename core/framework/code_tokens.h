// Splits OpenCL C into tokens, and finds the partners of brackets. The preprocessor of core/source and the reader of
// the user's kernels (core/definition) use it.
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

} // namespace lightbench
