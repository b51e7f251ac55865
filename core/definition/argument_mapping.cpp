// Lists choices by an argument's type, and finds the one that is understood.
#include "core/definition/argument_mapping.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/definition/annotations.h"
#include "core/definition/argument_names.h"
#include "core/definition/parameter_line.h"

namespace lightbench {

namespace {
std::string declaredType(const KernelArgument& argument) {
    const std::string type =
        (argument.isReadOnly && argument.space == KernelArgument::Global ? "const " : "") + argument.type;
    switch (argument.space) {
    case KernelArgument::Global: return "global " + type + "*";
    case KernelArgument::Constant: return "constant " + type + "*";
    case KernelArgument::Local: return "local " + type + "*";
    case KernelArgument::Image: return (argument.isReadOnly ? "read_only " : "write_only ") + type;
    case KernelArgument::Sampler:
    case KernelArgument::Value: break;
    }
    return type;
}

std::vector<MappingChoice> bufferChoices(const KernelArgument& argument) {
    const std::string named = ": " + argument.name + " = ";
    std::vector<MappingChoice> choices{{"the image", "//@ argument" + named + imageWord}};
    if (!argument.isReadOnly) choices.push_back({"the result", "//@ argument" + named + resultWord});
    choices.push_back({"working memory", "//@ scratch" + named + "width * height"});
    if (argument.space == KernelArgument::Image) return choices;
    choices.push_back({"working memory of zeros", "//@ scratch" + named + "width * height; fill 0"});
    if (argument.isReadOnly) choices.push_back({"a table", "//@ table" + named + "1, 2, 1", true});
    return choices;
}

std::vector<MappingChoice> valueChoices(const KernelArgument& argument, const PixelKind& pixels) {
    const std::string given = "//@ argument: " + argument.name + " = ";
    const int lanes = elementOf(argument.type).second;
    if (bytesOfType(argument.type) == 0) return {{"a struct", given + "float 1, int 0", true}};
    if (lanes == 2) return {{"width and height", given + "width, height"}, {"expressions", given + "0, 0", true}};
    if (lanes > 2) {
        std::string zeros = "0";
        for (int lane = 1; lane < lanes; ++lane)
            zeros += ", 0";
        return {{"expressions", given + zeros, true}};
    }
    const ElementLayout layout{pixels.isVector, pixels.isPlanar};
    return {{"a parameter", parameterLine(guessedParameter(argument))},
            {"the width", given + "width"},
            {"the height", given + "height"},
            {"the channels", given + "channels"},
            {"the elements of a row", given + sizeExpression("pitch", layout, true).value_or("width")},
            {"the samples of a plane", given + "width * height"},
            {"an expression", given + "1", true}};
}

std::vector<MappingChoice> choicesFor(const KernelArgument& argument, const PixelKind& pixels) {
    const std::string named = ": " + argument.name + " = ";
    switch (argument.space) {
    case KernelArgument::Global:
    case KernelArgument::Constant:
    case KernelArgument::Image: return bufferChoices(argument);
    case KernelArgument::Local: return {{"local memory", "//@ local" + named + "workgroup_x * workgroup_y"}};
    case KernelArgument::Sampler:
        return {{"a sampler", "//@ sampler" + named + "nearest, clamp to edge"},
                {"a sampler that interpolates", "//@ sampler" + named + "linear, clamp to edge"}};
    case KernelArgument::Value: break;
    }
    return valueChoices(argument, pixels);
}

/// The line that says what was understood, without one in the file.
std::string lineFor(const KernelFile& file, const ArgumentMeaning& meaning) {
    const std::string& name = meaning.argument.name;
    const std::string given = "//@ argument: " + name + " = ";
    switch (meaning.kind) {
    case ArgumentMeaning::Source: return given + imageWord;
    case ArgumentMeaning::Destination: return given + resultWord;
    case ArgumentMeaning::Scratch: {
        const auto scratch = std::ranges::find(file.scratch, meaning.scratch, &DeclaredScratch::name);
        if (scratch == file.scratch.end()) return "//@ scratch: " + name + " = 1";
        return "//@ scratch: " + name + " = " + scratch->count +
               (scratch->fill ? "; fill " + std::to_string(*scratch->fill) : std::string());
    }
    case ArgumentMeaning::Local: return "//@ local: " + name + " = " + meaning.expressions.front();
    case ArgumentMeaning::Sampler: return "//@ sampler: " + name + " = nearest, clamp to edge";
    case ArgumentMeaning::Unknown: return {};
    case ArgumentMeaning::Number: break;
    }
    const auto parameter = std::ranges::find(file.parameters, name, &Parameter::name);
    if (parameter != file.parameters.end() && meaning.expressions == std::vector{name})
        return parameterLine(*parameter);
    return given + joined(meaning.expressions, ", ");
}

/// How alike two lines are: 2 for equal ones, 1 for those of one kind, such as two tables, else 0.
int likeness(const std::string& one, const std::string& other) {
    const auto a = correctionsIn(one, ""), b = correctionsIn(other, "");
    if (one == other) return 2;
    if (a.empty() || b.empty() || a[0].key != b[0].key) return 0;
    const auto isFilled = [](const Annotation& line) { return line.part("fill") != nullptr; };
    if (a[0].key == "scratch") return isFilled(a[0]) == isFilled(b[0]) ? 1 : 0;
    if (a[0].key == "sampler")
        return (one.find("linear") == std::string::npos) == (other.find("linear") == std::string::npos) ? 1 : 0;
    return a[0].key == "argument" ? 0 : 1;
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
    std::vector<std::string> names;
    for (const std::string_view name : split(*passes, ","))
        names.emplace_back(trimmed(name));
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
        std::vector<std::string> kernels;
        for (const DeclaredPass& pass : file_.passes) {
            if (std::ranges::find(kernels, pass.kernel) != kernels.end()) continue;
            kernels.push_back(pass.kernel);
            for (const ArgumentMeaning& meaning : pass.arguments)
                all.push_back(rowOf(pass, meaning));
            if (const auto range = rangeRow(pass)) all.push_back(*range);
        }
        for (const KernelQuestion& question : file_.questions)
            if (!question.subject.starts_with("argument ")) all.push_back(rowOf(question));
        for (const std::string& line : file_.corrections)
            if (const Annotation given = correctionsIn(line, "").front(); given.key == "variant")
                all.push_back({.kernel = {},
                               .name = "The order of the kernels",
                               .type = {},
                               .subject = subjectOf(given),
                               .choices = {{orderWords(given), line}},
                               .chosen = 0,
                               .line = line,
                               .origin = "your correction",
                               .question = {}});
        return all;
    }

private:
    const Annotation* lineOfFile(const std::string& subject) const {
        const auto found = std::ranges::find(lines_, subject, subjectOf);
        return found == lines_.end() ? nullptr : &*found;
    }

    std::optional<std::string> correction(const std::string& subject) const {
        for (const std::string& line : file_.corrections)
            if (subjectOf(correctionsIn(line, "").front()) == subject) return line;
        return std::nullopt;
    }

    /// Takes the line of the file, or else the user's correction. False if there is neither.
    bool takeGivenLine(MappingRow& row) const {
        if (const Annotation* line = lineOfFile(row.subject)) {
            row.line = "//@ " + line->key + ": " + line->value;
            row.origin = "line " + std::to_string(line->line) + " of the file";
            row.isOfFile = true;
        } else if (const auto corrected = correction(row.subject)) {
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
                       .chosen = -1,
                       .line = lineFor(file_, meaning),
                       .origin = meaning.isGuess ? "a guess" : "by its name",
                       .question = {}};
        if (!takeGivenLine(row) && meaning.kind == ArgumentMeaning::Unknown) {
            row.origin = "not known";
            row.question = questionOn(row.subject);
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
                       .choices = {},
                       .chosen = -1,
                       .line = {},
                       .origin = "a guess",
                       .question = {}};
        const auto isOfRange = [&](const KernelGuess& guess) {
            return !guess.line.empty() && subjectOf(correctionsIn(guess.line, "").front()) == row.subject;
        };
        if (!takeGivenLine(row)) {
            const auto guess = std::ranges::find_if(file_.guesses, isOfRange);
            if (guess == file_.guesses.end()) return std::nullopt;
            row.line = guess->line;
        }
        const Annotation given = correctionsIn(row.line, "").front();
        const std::string range = "//@ range: " + given.head + "; kernel " + pass.kernel;
        row.choices = {{"whole workgroups", range + "; rounding up"}, {"exactly so many", range + "; rounding none"}};
        row.chosen = pass.isExact ? 1 : 0;
        return row;
    }

    std::string questionOn(const std::string& subject) const {
        const auto found = std::ranges::find(file_.questions, subject, &KernelQuestion::subject);
        return found == file_.questions.end() ? std::string() : found->text;
    }

    static MappingRow rowOf(const KernelQuestion& question) {
        MappingRow row{.kernel = {},
                       .name = question.subject == "image"    ? "The image"
                               : question.subject == "result" ? "The result"
                                                              : "The order of the kernels",
                       .type = {},
                       .subject = question.subject,
                       .choices = {},
                       .chosen = -1,
                       .line = {},
                       .origin = "not known",
                       .question = question.text};
        for (const std::string& line : question.lines) {
            const Annotation said = correctionsIn(line, "").front();
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
