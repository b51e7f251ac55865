// Asks the lines, the word lists, and the guesses in turn.
#include "core/definition/argument_meanings.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "core/base/text.h"
#include "core/definition/argument_names.h"
#include "core/definition/number_types.h"
#include "core/definition/parameter_line.h"
#include "core/definition/pixel_kind.h"
#include "core/framework/code_tokens.h"
#include "core/framework/code_words.h"
#include "core/framework/type_names.h"

namespace lightbench {

namespace {
/// Why no parameter can be called so, and what to write; empty if one can.
std::string parameterNameProblem(const std::string& name) {
    constexpr std::array taken{"variant", "workgroup", "region", "mix"};
    if (std::ranges::find(taken, name) == taken.end()) return {};
    return "a parameter cannot be called " + name + ", because every stage has one; write " +
           assignmentLine("argument", name, "my_" + name) + " and " +
           assignmentLine("parameter", "my_" + name + " 0..1", "0.5");
}

/// `//@ sampler: NAME = linear, repeat, normalized`. Without such words it takes the nearest pixel, counts in pixels,
/// and continues the edge.
std::pair<std::string, SamplerArgument> samplerIn(const Annotation& line) {
    static const std::map<std::string_view, SamplerArgument::Outside> outsides{
        {"clamp to edge", SamplerArgument::ClampToEdge},
        {"clamp", SamplerArgument::Clamp},
        {"repeat", SamplerArgument::Repeat},
        {"mirrored repeat", SamplerArgument::MirroredRepeat}};
    const std::string_view head = line.head;
    const std::size_t equals = std::min(head.find('='), head.size());
    SamplerArgument sampler;
    for (const std::string_view piece : split(head.substr(std::min(equals + 1, head.size())), ",")) {
        const std::string_view word = trimmed(piece);
        if (const auto outside = outsides.find(word); outside != outsides.end())
            sampler.outside = outside->second;
        else if (word == "linear" || word == "nearest")
            sampler.isLinear = word == "linear";
        else if (word == "normalized")
            sampler.isNormalized = true;
        else
            line.fail("\"" + shownText(word) +
                      "\" is not a word of a sampler; write //@ sampler: NAME = and some of nearest, linear, clamp to "
                      "edge, clamp, repeat, mirrored repeat and normalized");
    }
    const bool repeats =
        sampler.outside == SamplerArgument::Repeat || sampler.outside == SamplerArgument::MirroredRepeat;
    if (repeats && !sampler.isNormalized)
        line.fail("a sampler that repeats needs normalized, and coordinates of 0 to 1 in the kernel");
    return {std::string(trimmed(head.substr(0, equals))), sampler};
}

/// The types of a struct's members; nothing if it has others than numbers, such as arrays.
std::optional<std::vector<std::string>> memberTypes(TokenSpan members) {
    std::vector<std::string> types;
    for (const TokenSpan declaration : splitTokens(members, ";")) {
        if (declaration.empty()) continue;
        const std::vector<TokenSpan> names = splitTokens(declaration, ",");
        const auto isUnusual = [](std::string_view token) { return token != "," && !isName(token); };
        if (names.front().size() < 2 || std::ranges::any_of(declaration, isUnusual)) return std::nullopt;
        const std::string type = shortTypeName(spacedText(names.front().first(names.front().size() - 1)));
        if (!isNumberType(type)) return std::nullopt;
        types.insert(types.end(), names.size(), type);
    }
    return types;
}

/// The types of the members in their order. Nothing if the text does not declare such a struct. `type` is "struct NAME"
/// or the name of a typedef.
std::optional<std::vector<std::string>> structMembers(const std::string& text, const std::string& type) {
    const std::string code = withoutComments(text), tag = type.starts_with("struct ") ? type.substr(7) : "";
    const CodeTokens all = codeTokens(code);
    const auto isNamed = [&](std::size_t begin, std::size_t end, const std::string& name) {
        const TokenSpan part = TokenSpan(all).subspan(begin, end - begin);
        return std::ranges::find(part, name) != part.end();
    };
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (all[at] != "struct") continue;
        std::size_t open = at;
        while (open < all.size() && bracketChange(all[open]) == 0 && all[open] != ";")
            ++open;
        if (open == all.size() || all[open] != "{") continue;
        const std::size_t close = behindBracket(all, open);
        const auto end = std::size_t(std::find(all.begin() + std::ptrdiff_t(close), all.end(), ";") - all.begin());
        if (end == all.size()) continue;
        if (tag.empty() ? isNamed(close, end, type) : isNamed(at, open, tag)) return memberTypes(inBrackets(all, open));
    }
    return std::nullopt;
}

/// What is wrong with members of these types for the struct; empty if they fit, or if the struct is not known.
std::string structProblem(const std::string& text, const std::string& type, const std::vector<std::string>& given) {
    const auto members = structMembers(text, type);
    const auto isAlike = [](const std::string& one, const std::string& other) {
        return bytesOfType(one) == bytesOfType(other) && isRealType(one) == isRealType(other);
    };
    if (!members || std::ranges::equal(*members, given, isAlike)) return {};
    return "the members of " + type + " are " + joinWords(*members, "and") + ", not " + joinWords(given, "and");
}
} // namespace

ArgumentMeaning ArgumentReader::of(const KernelArgument& argument, bool hasSize) {
    switch (argument.space) {
    case KernelArgument::Global:
    case KernelArgument::Constant: return bufferMeaning(argument);
    case KernelArgument::Local: return localMeaning(argument);
    case KernelArgument::Image: return bufferMeaning(argument);
    case KernelArgument::Sampler: return samplerMeaning(argument);
    case KernelArgument::Value: break;
    }
    return valueMeaning(argument, hasSize);
}

ArgumentMeaning ArgumentReader::bufferMeaning(const KernelArgument& argument) {
    ArgumentMeaning meaning{.kind = ArgumentMeaning::Scratch, .argument = argument, .scratch = argument.name};
    if (argument.isReadOnly && declared_.isGivenAs(argument.name, resultWord))
        declared_.arguments.at(argument.name).line.fail(argument.name + " is const, so it cannot be the " + resultWord);
    const auto known = std::ranges::find(declared_.scratch, argument.name, &DeclaredScratch::name);
    if (known != declared_.scratch.end()) {
        if (known->type.empty()) known->type = argument.type;
    } else if (isImageArgument(argument, declared_) || argument.name == file_.pixels.source) {
        meaning.kind = ArgumentMeaning::Source;
        meaning.isGuess = file_.pixels.isSourceGuessed;
    } else if (isResultArgument(argument, declared_) || argument.name == file_.pixels.destination) {
        meaning.kind = ArgumentMeaning::Destination;
        meaning.isGuess = file_.pixels.isDestinationGuessed;
    } else if (const auto given = declared_.arguments.find(argument.name); given != declared_.arguments.end()) {
        given->second.line.fail(argument.name + " is a pointer, so it is image or result; //@ scratch and //@ table "
                                                "say that it is another buffer");
    } else if (shareScratch(argument)) {
        meaning.isGuess = true;
    } else {
        return asked(argument, "nothing is known for the argument " + argument.name +
                                   "; if it is a scratch buffer, write " +
                                   assignmentLine("scratch", argument.name, "width * height") +
                                   ", and if it is a table, " + assignmentLine("table", argument.name, "1, 2, 1") +
                                   ". An image is called src, and the result dst");
    }
    return meaning;
}

ArgumentMeaning ArgumentReader::asked(const KernelArgument& argument, const std::string& text) {
    file_.ask({.subject = "argument " + argument.name, .text = text});
    return {.kind = ArgumentMeaning::Unknown, .argument = argument};
}

/// A pointer that one kernel writes and a later one reads is working memory of one element for each sample. False for
/// others.
bool ArgumentReader::shareScratch(const KernelArgument& argument) {
    bool isWritten = false, isRead = false;
    for (const KernelArgument& other : argumentsOf(kernels_))
        if (other.name == argument.name) {
            isRead = isRead || isWritten;
            isWritten = isWritten || !other.isReadOnly;
        }
    if (!isWritten || !isRead) return false;
    const bool isVector = elementOf(argument.type).second == 4;
    DeclaredScratch made{.name = argument.name,
                         .type = argument.type,
                         .count = isVector ? "width * height" : "width * height * channels"};
    file_.addGuess("Argument " + argument.name + " is a scratch buffer of " + made.count + " elements.",
                   assignmentLine("scratch", argument.name, made.count));
    declared_.scratch.push_back(std::move(made));
    return true;
}

ArgumentMeaning ArgumentReader::samplerMeaning(const KernelArgument& argument) {
    ArgumentMeaning meaning{.kind = ArgumentMeaning::Sampler, .argument = argument};
    for (const Annotation* line : declared_.linesOf("sampler"))
        if (const auto [name, sampler] = samplerIn(*line); name == argument.name) meaning.sampler = sampler;
    return meaning;
}

ArgumentMeaning ArgumentReader::localMeaning(const KernelArgument& argument) {
    const auto found = declared_.local.find(argument.name);
    if (found == declared_.local.end())
        return asked(argument, "how much local memory " + argument.name + " needs is not known; write " +
                                   assignmentLine("local", argument.name, "(workgroup_x + 2) * (workgroup_y + 2)") +
                                   ", which counts elements");
    declared_.check(found->second.text, found->second.line);
    return {.kind = ArgumentMeaning::Local, .argument = argument, .expressions = {found->second.text}};
}

ArgumentMeaning ArgumentReader::valueMeaning(const KernelArgument& argument, bool hasSize) {
    ArgumentMeaning meaning{.argument = argument};
    const int lanes = elementOf(argument.type).second;
    if (const auto given = declared_.arguments.find(argument.name); given != declared_.arguments.end())
        return givenMeaning(argument, given->second);
    if (const auto size = sizeExpression(argument.name, file_.pixels, hasSize);
        size && lanes == 1 && !isRealType(argument.type) && !declared_.declared(argument.name)) {
        meaning.expressions = {*size};
        if (isSideOfResult(argument.name)) {
            meaning.isGuess = true;
            file_.addGuess("Argument " + argument.name + " is the image's " + *size +
                               ", because a result has the size of its image.",
                           assignmentLine("argument", argument.name, *size));
        }
    } else if (lanes == 2 && isNamed(argument.name, NameMeaning::SizePair)) {
        meaning.expressions = {"width", "height"};
    } else if (isNumberType(argument.type)) {
        meaning.isGuess = useParameter(argument);
        meaning.expressions = {argument.name};
    } else {
        const bool isKnownType = bytesOfType(argument.type) > 0;
        const std::string form = isKnownType ? "EXPRESSION" : "TYPE EXPRESSION, TYPE EXPRESSION";
        return asked(argument, "nothing is known for the argument \"" + argument.type + " " + argument.name +
                                   "\"; write " +
                                   assignmentLine("argument", argument.name, form + (lanes > 1 ? ", EXPRESSION" : "")));
    }
    return meaning;
}

/// The parameter of an argument, as its line or a guess declares it. True for a guess.
bool ArgumentReader::useParameter(const KernelArgument& argument) {
    declared_.used.insert(argument.name);
    const DeclaredParameter* declared = declared_.declared(argument.name);
    if (const std::string problem = parameterNameProblem(argument.name); !problem.empty())
        declared_.fail(declared ? declared->line.line : 0, problem);
    if (std::ranges::find(file_.parameters, argument.name, &Parameter::name) != file_.parameters.end())
        return declared == nullptr;
    if (declared) {
        const auto& [parameter, line] = *declared;
        const bool isWhole = parameter.kind == ParameterKind::Real && !isRealType(argument.type);
        file_.parameters.push_back(isWhole ? wholeParameter(parameter, argument, line) : withUsualStep(parameter));
        return false;
    }
    const Parameter& made = file_.parameters.emplace_back(guessedParameter(argument));
    file_.addGuess("Argument " + argument.name + " is a parameter, " + numberText(made.minimum) + ".." +
                       numberText(made.maximum) + " by the slider, at first " + valueText(made.initial) +
                       ". A number that is typed beyond it widens the slider.",
                   parameterLine(made));
    return true;
}

ArgumentMeaning ArgumentReader::givenMeaning(const KernelArgument& argument, const GivenExpression& given) {
    ArgumentMeaning meaning{.argument = argument};
    const int lanes = elementOf(argument.type).second;
    const bool isStruct = bytesOfType(argument.type) == 0;
    for (std::string_view one : split(given.text, ",")) {
        one = trimmed(one);
        if (isStruct) {
            const std::size_t space = std::min(one.find(' '), one.size());
            meaning.types.emplace_back(one.substr(0, space));
            one = trimmed(one.substr(space));
            if (one.empty() || !isNumberType(meaning.types.back()))
                given.line.fail(argument.name + " is a " + argument.type +
                                ", so give type and value of each member, such as float "
                                "gain, int 2 * radius + 1; members can be numbers, no vectors");
        }
        meaning.expressions.emplace_back(one);
        declared_.check(meaning.expressions.back(), given.line);
    }
    if (const std::string problem = isStruct ? structProblem(text_, argument.type, meaning.types) : "";
        !problem.empty())
        given.line.fail(problem);
    if (!isStruct && int(meaning.expressions.size()) != lanes)
        given.line.fail(argument.name + " is a " + argument.type + ", so give " + std::to_string(lanes) +
                        " expressions");
    return meaning;
}

} // namespace lightbench
