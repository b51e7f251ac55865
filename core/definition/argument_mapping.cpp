#include "core/definition/argument_mapping.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/base/text.h"
#include "core/definition/annotations.h"
#include "core/definition/argument_names.h"
#include "core/definition/number_types.h"
#include "core/definition/parameter_line.h"
#include "core/framework/kernel_signature.h"

namespace lightbench {

namespace {
std::vector<MappingChoice> bufferChoices(const KernelArgument& argument) {
    const std::string& name = argument.name;
    const std::string memory = assignmentLine("scratch", name, "width * height");
    std::vector<MappingChoice> choices{{"the image", assignmentLine("argument", name, imageWord)}};
    if (!argument.isReadOnly) choices.push_back({"the result", assignmentLine("argument", name, resultWord)});
    choices.push_back({"a scratch buffer", memory});
    if (argument.space == KernelArgument::Image) return choices;
    choices.push_back({"a scratch buffer of zeros", memory + "; fill 0"});
    if (argument.isReadOnly) choices.push_back({"a table", assignmentLine("table", name, "1, 2, 1"), true});
    return choices;
}

std::vector<MappingChoice> valueChoices(const KernelArgument& argument, const PixelKind& pixels) {
    const auto given = [&](const char* label, const std::string& value, bool isExample = false) {
        return MappingChoice{label, assignmentLine("argument", argument.name, value), isExample};
    };
    const int lanes = elementOf(argument.type).second;
    if (bytesOfType(argument.type) == 0) return {given("a struct", "float 1, int 0", true)};
    if (lanes == 2) return {given("width and height", "width, height"), given("expressions", "0, 0", true)};
    if (lanes > 2) return {given("expressions", joined(std::vector<std::string>(std::size_t(lanes), "0"), ", "), true)};
    return {{"a parameter", parameterLine(guessedParameter(argument))},
            given("the width", "width"),
            given("the height", "height"),
            given("the channels", "channels"),
            given("the elements of a row", sizeExpression("pitch", pixels, true).value_or("width")),
            given("the samples of a plane", "width * height"),
            given("an expression", "1", true)};
}

std::vector<MappingChoice> choicesFor(const KernelArgument& argument, const PixelKind& pixels) {
    switch (argument.space) {
    case KernelArgument::Global:
    case KernelArgument::Constant:
    case KernelArgument::Image: return bufferChoices(argument);
    case KernelArgument::Local:
        return {{"local memory", assignmentLine("local", argument.name, "workgroup_x * workgroup_y")}};
    case KernelArgument::Sampler:
        return {{"a sampler", assignmentLine("sampler", argument.name, "nearest, clamp to edge")},
                {"a sampler that interpolates", assignmentLine("sampler", argument.name, "linear, clamp to edge")}};
    case KernelArgument::Value: break;
    }
    return valueChoices(argument, pixels);
}

/// The line that says what was understood, without one in the file.
std::string lineFor(const KernelFile& file, const ArgumentMeaning& meaning) {
    const std::string& name = meaning.argument.name;
    switch (meaning.kind) {
    case ArgumentMeaning::Source: return assignmentLine("argument", name, imageWord);
    case ArgumentMeaning::Destination: return assignmentLine("argument", name, resultWord);
    case ArgumentMeaning::Scratch: {
        const auto scratch = std::ranges::find(file.scratch, meaning.scratch, &DeclaredScratch::name);
        return assignmentLine("scratch", name, scratch->count) +
               (scratch->fill ? "; fill " + std::to_string(*scratch->fill) : std::string());
    }
    case ArgumentMeaning::Local: return assignmentLine("local", name, meaning.expressions.front());
    case ArgumentMeaning::Sampler: return assignmentLine("sampler", name, "nearest, clamp to edge");
    case ArgumentMeaning::Unknown: return {};
    case ArgumentMeaning::Number: break;
    }
    const auto parameter = std::ranges::find(file.parameters, name, &Parameter::name);
    if (parameter != file.parameters.end() && meaning.expressions == std::vector{name})
        return parameterLine(*parameter);
    return assignmentLine("argument", name, joined(meaning.expressions, ", "));
}

/// How alike two lines are: 2 for equal ones, 1 for those of one kind, such as two tables, else 0.
int likeness(const std::string& one, const std::string& other) {
    if (one == other) return 2;
    if (one.empty() || other.empty()) return 0;
    const Annotation a = annotationIn(one), b = annotationIn(other);
    const auto isLinear = [](const Annotation& line) { return line.head.find("linear") != std::string::npos; };
    return a.key == b.key && a.key != "argument" && !a.part("fill") == !b.part("fill") &&
           (a.key != "sampler" || isLinear(a) == isLinear(b));
}

/// The last choice of numbers is any expression.
int chosenIn(const std::vector<MappingChoice>& choices, const std::string& line, bool isNumber) {
    int best = isNumber && line.starts_with("//@ argument") ? int(choices.size()) - 1 : -1, most = 0;
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (const int alike = likeness(choices[i].line, line); alike > most) most = alike, best = int(i);
    return best;
}

/// What a line about the order of kernels says, such as "across, then down on its result".
std::string orderWords(const Annotation& line) {
    const std::string* passes = line.part("passes");
    if (!passes) return line.head + " alone";
    const std::vector<std::string> names = textsOf(split(*passes, ","), trimmed);
    const std::string* result = line.part("result");
    if (result && *result == "parts") return joinWords(names, "and") + ", each its own part";
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", then ") + name;
    return text + (!result ? "" : names.size() == 2 ? " on its result" : ", each on the result before");
}

class RowMaker {
public:
    explicit RowMaker(const FilterDefinition& definition)
        : file_(understoodFileOf(definition)), lines_(annotationsOf(definition.text, definition.fileName())) {}

    std::vector<MappingRow> rows() const {
        std::vector<MappingRow> all;
        std::set<std::string> kernels;
        for (const DeclaredPass& pass : file_.passes) {
            if (!kernels.insert(pass.kernel).second) continue;
            for (const ArgumentMeaning& meaning : pass.arguments)
                all.push_back(rowOf(pass, meaning));
            if (const auto range = rangeRow(pass)) all.push_back(*range);
        }
        for (const KernelQuestion& question : file_.questions)
            if (!question.subject.starts_with("argument ")) all.push_back(rowOf(question));
        for (const std::string& line : file_.corrections)
            if (const Annotation given = annotationIn(line); given.key == "variant")
                all.push_back({.name = "The order of the kernels",
                               .subject = given.subject(),
                               .choices = {{orderWords(given), line}},
                               .chosen = 0,
                               .line = line,
                               .origin = "your correction"});
        return all;
    }

private:
    /// Takes the line of the file, or else the user's correction. False if there is neither.
    bool takeGivenLine(MappingRow& row) const {
        const auto isAboutRow = [&](const std::string& line) { return annotationIn(line).subject() == row.subject; };
        if (const auto line = std::ranges::find(lines_, row.subject, &Annotation::subject); line != lines_.end()) {
            row.line = line->text();
            row.origin = "line " + std::to_string(line->line) + " of the file";
            row.isOfFile = true;
        } else if (const auto corrected = std::ranges::find_if(file_.corrections, isAboutRow);
                   corrected != file_.corrections.end()) {
            row.line = *corrected;
            row.origin = "your correction";
        } else {
            return false;
        }
        return true;
    }

    MappingRow rowOf(const DeclaredPass& pass, const ArgumentMeaning& meaning) const {
        const KernelArgument& argument = meaning.argument;
        MappingRow row{.kernel = pass.kernel,
                       .name = argument.name,
                       .type = declaredType(argument),
                       .subject = "argument " + argument.name,
                       .choices = choicesFor(argument, file_.pixels),
                       .line = lineFor(file_, meaning),
                       .origin = meaning.isGuess ? "a guess" : "by its name"};
        if (!takeGivenLine(row) && meaning.kind == ArgumentMeaning::Unknown) {
            // What is not known was asked, so there is one.
            const auto question = std::ranges::find(file_.questions, row.subject, &KernelQuestion::subject);
            row.origin = "not known";
            row.question = question->text;
        }
        row.chosen = chosenIn(row.choices, row.line, meaning.kind == ArgumentMeaning::Number);
        return row;
    }

    /// How many work-items the kernel gets, if that was guessed or a line says it.
    std::optional<MappingRow> rangeRow(const DeclaredPass& pass) const {
        MappingRow row{.kernel = pass.kernel,
                       .name = "range",
                       .type = "work-items",
                       .subject = "range " + pass.kernel,
                       .chosen = pass.isExact ? 1 : 0,
                       .origin = "a guess"};
        const auto isOfRange = [&](const KernelGuess& guess) {
            return !guess.line.empty() && annotationIn(guess.line).subject() == row.subject;
        };
        if (!takeGivenLine(row)) {
            const auto guess = std::ranges::find_if(file_.guesses, isOfRange);
            if (guess == file_.guesses.end()) return std::nullopt;
            row.line = guess->line;
        }
        const std::string range = "//@ range: " + annotationIn(row.line).head + "; kernel " + pass.kernel;
        row.choices = {{"whole workgroups", range + "; rounding up"}, {"exactly so many", range + "; rounding none"}};
        return row;
    }

    static MappingRow rowOf(const KernelQuestion& question) {
        MappingRow row{.name = question.subject == "image"    ? "The image"
                               : question.subject == "result" ? "The result"
                                                              : "The order of the kernels",
                       .subject = question.subject,
                       .origin = "not known",
                       .question = question.text};
        for (const std::string& line : question.lines) {
            const Annotation said = annotationIn(line);
            row.choices.push_back({said.key == "variant" ? orderWords(said) : said.value, line});
        }
        return row;
    }

    KernelFile file_;
    std::vector<Annotation> lines_; ///< of the file
};
} // namespace

std::vector<MappingRow> mappingRows(const FilterDefinition& definition) { return RowMaker(definition).rows(); }

} // namespace lightbench
