// Asks the lines, the word lists, and the guesses in turn.
#include "core/definition/argument_meanings.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/definition/argument_names.h"
#include "core/definition/parameter_line.h"
#include "core/definition/pixel_kind.h"
#include "core/definition/sampler_line.h"
#include "core/definition/struct_members.h"
#include "core/definition/taken_names.h"

namespace lightbench {

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
        fail(declared_.arguments.at(argument.name).line,
             argument.name + " is const, so it cannot be the " + resultWord);
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
        fail(given->second.line, argument.name + " is a pointer, so it is image or result; //@ scratch and //@ table "
                                                 "say that it is another buffer");
    } else if (shareScratch(argument)) {
        meaning.isGuess = true;
    } else {
        const std::string scratch = "//@ scratch: " + argument.name + " = width * height";
        const std::string table = "//@ table: " + argument.name + " = 1, 2, 1";
        return asked(argument,
                     "nothing is known for the argument " + argument.name + "; if it is working memory, write " +
                         scratch + ", and if it is a table, " + table + ". An image is called src, and the result dst",
                     {table, scratch});
    }
    return meaning;
}

ArgumentMeaning ArgumentReader::asked(const KernelArgument& argument, const std::string& text,
                                      std::vector<std::string> lines) {
    file_.ask({.subject = "argument " + argument.name, .text = text, .lines = std::move(lines)});
    return {.kind = ArgumentMeaning::Unknown, .argument = argument};
}

/// A pointer that one kernel writes and a later one reads is working memory of one element for each sample. False for
/// others.
bool ArgumentReader::shareScratch(const KernelArgument& argument) {
    bool isWritten = false, isRead = false;
    for (const KernelSignature& kernel : kernels_)
        for (const KernelArgument& other : kernel.arguments)
            if (other.name == argument.name) {
                isRead = isRead || isWritten;
                isWritten = isWritten || !other.isReadOnly;
            }
    if (!isWritten || !isRead) return false;
    const bool isVector = elementOf(argument.type).second == 4;
    DeclaredScratch made{.name = argument.name,
                         .type = argument.type,
                         .count = isVector ? "width * height" : "width * height * channels"};
    file_.addGuess("Argument " + argument.name + " is working memory of " + made.count + " elements.",
                   "//@ scratch: " + argument.name + " = " + made.count);
    declared_.scratch.push_back(std::move(made));
    return true;
}

ArgumentMeaning ArgumentReader::samplerMeaning(const KernelArgument& argument) {
    ArgumentMeaning meaning{.kind = ArgumentMeaning::Sampler, .argument = argument};
    for (const Annotation* line : declared_.linesOf("sampler"))
        if (const auto [name, sampler] = samplerOf(*line, file_.file); name == argument.name) meaning.sampler = sampler;
    return meaning;
}

ArgumentMeaning ArgumentReader::localMeaning(const KernelArgument& argument) {
    const auto found = declared_.local.find(argument.name);
    if (found == declared_.local.end()) {
        const std::string line = "//@ local: " + argument.name + " = (workgroup_x + 2) * (workgroup_y + 2)";
        return asked(argument,
                     "how much local memory " + argument.name + " needs is not known; write " + line +
                         ", which counts elements",
                     {line});
    }
    declared_.check(found->second.text, found->second.line);
    return {.kind = ArgumentMeaning::Local, .argument = argument, .expressions = {found->second.text}};
}

ArgumentMeaning ArgumentReader::valueMeaning(const KernelArgument& argument, bool hasSize) {
    ArgumentMeaning meaning{.argument = argument};
    const int lanes = elementOf(argument.type).second;
    if (const auto given = declared_.arguments.find(argument.name); given != declared_.arguments.end())
        return givenMeaning(argument, given->second);
    if (const auto size = sizeExpression(argument.name, {file_.pixels.isVector, file_.pixels.isPlanar}, hasSize);
        size && lanes == 1 && !isRealType(argument.type) && !declared_.declared(argument.name)) {
        meaning.expressions = {*size};
        if (isSideOfResult(argument.name)) {
            meaning.isGuess = true;
            file_.addGuess("Argument " + argument.name + " is the image's " + *size +
                               ", because a result has the size of its image.",
                           "//@ argument: " + argument.name + " = " + *size);
        }
    } else if (lanes == 2 && isSizePairName(argument.name)) {
        meaning.expressions = {"width", "height"};
    } else if (isNumberType(argument.type)) {
        meaning.isGuess = useParameter(argument);
        meaning.expressions = {argument.name};
    } else {
        const std::string line = "//@ argument: " + argument.name + " = ";
        const bool isKnownType = bytesOfType(argument.type) > 0;
        std::string zeros = isKnownType ? "0" : "float 1, int 0";
        for (int lane = 1; lane < lanes; ++lane)
            zeros += ", 0";
        return asked(argument,
                     "nothing is known for the argument \"" + argument.type + " " + argument.name + "\"; write " +
                         line + (isKnownType ? "EXPRESSION" : "TYPE EXPRESSION, TYPE EXPRESSION") +
                         (lanes > 1 ? ", EXPRESSION" : ""),
                     {line + zeros});
    }
    return meaning;
}

/// The parameter of an argument, as its line or a guess declares it. True for a guess.
bool ArgumentReader::useParameter(const KernelArgument& argument) {
    declared_.used.insert(argument.name);
    const auto* declared = declared_.declared(argument.name);
    if (const std::string problem = parameterNameProblem(argument.name); !problem.empty())
        fail(declared ? declared->second : 0, problem);
    if (std::ranges::find(file_.parameters, argument.name, &Parameter::name) != file_.parameters.end())
        return declared == nullptr;
    if (declared) {
        const auto& [parameter, line] = *declared;
        const bool isWhole = parameter.kind == ParameterKind::Real && !isRealType(argument.type);
        file_.parameters.push_back(isWhole ? wholeParameter(parameter, argument, line, file_.file)
                                           : withUsualStep(parameter));
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
                fail(given.line, argument.name + " is a " + argument.type +
                                     ", so give type and value of each member, such as float "
                                     "gain, int 2 * radius + 1; members can be numbers, no vectors");
        }
        meaning.expressions.emplace_back(one);
        declared_.check(meaning.expressions.back(), given.line);
    }
    if (const std::string problem = isStruct ? structProblem(text_, argument.type, meaning.types) : std::string();
        !problem.empty())
        fail(given.line, problem);
    if (!isStruct && int(meaning.expressions.size()) != lanes)
        fail(given.line,
             argument.name + " is a " + argument.type + ", so give " + std::to_string(lanes) + " expressions");
    return meaning;
}

} // namespace lightbench
