// Reads the lines that stand for themselves, before those that need the kernels.
#include "core/definition/declarations.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/parameter_line.h"
#include "core/framework/code_words.h"

namespace lightbench {

namespace {
/// NAME = EXPRESSION
std::pair<std::string, std::string> assignmentIn(const Annotation& line) {
    const std::size_t equals = line.head.find('=');
    const std::string name(trimmed(line.head.substr(0, std::min(equals, line.head.size()))));
    if (equals == std::string::npos || !isExpressionName(name))
        line.fail("write //@ " + line.key + ": NAME = EXPRESSION");
    return {name, std::string(trimmed(line.head.substr(equals + 1)))};
}
} // namespace

NamedNumbers sizeNumbers(Size size, Format format, Workgroup workgroup) {
    return {{"width", size.width},         {"height", size.height},
            {"channels", format.channels}, {"bits", 8.0 * double(format.bytesPerSample())},
            {"workgroup_x", workgroup.x},  {"workgroup_y", workgroup.y}};
}

Declarations::Declarations(const FilterDefinition& definition, const std::vector<KernelSignature>& kernels)
    : file(definition.fileName()), lines_(annotationsOf(definition.text, file)) {
    addCorrections(definition, kernels);
    for (const Annotation* line : linesOf("parameter")) {
        const Parameter made = parameterOf(*line);
        if (const DeclaredParameter* other = declared(made.name))
            line->fail(made.name + " is declared in line " + std::to_string(other->line.line) + " already");
        parameters.push_back({made, *line});
    }
    for (const auto& [key, given] : {std::pair("argument", &arguments), std::pair("local", &local)})
        for (const Annotation* line : linesOf(key)) {
            const auto [argument, expression] = assignmentIn(*line);
            (*given)[argument] = {expression, *line};
        }
    for (const Annotation* line : linesOf("define")) {
        defines.push_back(assignmentIn(*line));
        check(defines.back().second, *line);
    }
    for (const Annotation* line : linesOf("scratch"))
        addScratch(*line);
    for (const Annotation* line : linesOf("table"))
        addTable(*line);
}

/// A correction outlives the argument or the kernels that it is about, and counts again when those come back.
void Declarations::addCorrections(const FilterDefinition& definition, const std::vector<KernelSignature>& kernels) {
    const std::vector<Annotation> corrections = correctionsIn(definition.corrections, file);
    std::set<std::string> subjects, names, kernelNames;
    for (const Annotation& line : lines_)
        subjects.insert(line.subject());
    for (const KernelSignature& kernel : kernels) {
        kernelNames.insert(kernel.name);
        names.insert("range " + kernel.name);
        for (const KernelArgument& argument : kernel.arguments)
            names.insert("argument " + argument.name);
    }
    const std::vector<Annotation> ofFile = lines_;
    const auto isNamed = [&](const Annotation& correction) { // a parameter may stand in an expression alone
        const std::string subject = correction.subject(), name = subject.substr(subject.find(' ') + 1);
        const auto uses = [&](const Annotation& line) {
            const auto words = wordsOf(line.value);
            return line.subject() != subject && std::ranges::find(words, name) != words.end();
        };
        return correction.key == "parameter" &&
               (std::ranges::any_of(ofFile, uses) || std::ranges::any_of(corrections, uses));
    };
    const bool hasVariants = std::ranges::count(ofFile, "variant", &Annotation::key) > 0;
    const auto isOutdated = [&](const Annotation& correction) { // an order of kernels that are gone or in the file
        if (correction.key != "variant") return false;
        const std::string* passes = correction.part("passes");
        const auto isGone = [&](std::string_view name) { return !kernelNames.contains(std::string(trimmed(name))); };
        return hasVariants || std::ranges::any_of(split(passes ? *passes : correction.head, ","), isGone);
    };
    for (const Annotation& correction : corrections) {
        if (isOutdated(correction)) continue;
        const std::string subject = correction.subject();
        const bool isAboutName = subject.starts_with("argument ") || subject.starts_with("range ");
        if (subjects.contains(subject) || (isAboutName && !names.contains(subject) && !isNamed(correction))) continue;
        lines_.push_back(correction);
    }
}

std::vector<const Annotation*> Declarations::corrections() const {
    std::vector<const Annotation*> found;
    for (const Annotation& line : lines_)
        if (line.line == correctionLine) found.push_back(&line);
    return found;
}

const Annotation* Declarations::lineOn(const std::string& subject) const {
    const Annotation* found = nullptr;
    for (const Annotation& line : lines_) {
        if (line.subject() != subject) continue;
        if (found) line.fail("//@ " + line.key + " stands in line " + std::to_string(found->line) + " already");
        found = &line;
    }
    return found;
}

bool Declarations::isGivenAs(const std::string& argument, const char* what) const {
    const auto given = arguments.find(argument);
    return given != arguments.end() && given->second.text == what;
}

std::vector<const Annotation*> Declarations::linesOf(const std::string& key) const {
    std::vector<const Annotation*> found;
    for (const Annotation& line : lines_)
        if (line.key == key) found.push_back(&line);
    return found;
}

std::string Declarations::textOf(const std::string& key, const std::string& otherwise) const {
    const Annotation* line = lineOn(key);
    return line ? line->value : otherwise;
}

const DeclaredParameter* Declarations::declared(const std::string& name) const {
    const auto found = std::ranges::find(parameters, name, [](const auto& one) { return one.parameter.name; });
    return found == parameters.end() ? nullptr : &*found;
}

void Declarations::check(const std::string& expression, const Annotation& line, const std::set<std::string>& more) {
    static const NamedNumbers sizes = sizeNumbers({}, {}, {});
    std::vector<std::string> names;
    try {
        names = namesIn(expression);
    } catch (const Error& error) {
        line.fail(error.what());
    }
    for (const std::string& name : names) {
        if (sizes.contains(name) || more.contains(name)) continue;
        if (!declared(name))
            line.fail("\"" + shownText(expression) + "\": nothing is called " + name +
                      "; there are width, height, channels, bits, workgroup_x, workgroup_y and the parameters of "
                      "//@ parameter lines");
        used.insert(name);
    }
}

void Declarations::addScratch(const Annotation& line) {
    const auto [name, count] = assignmentIn(line);
    check(count, line);
    DeclaredScratch result{.name = name, .type = {}, .count = count, .line = line.line};
    if (const std::string* fill = line.part("fill")) {
        const auto word = parsedNumber(*fill);
        if (!word || !(*word >= 0) || *word > 4294967295.0 || *word != double(std::uint32_t(*word)))
            line.fail("fill is a whole number from 0 to 4294967295, which is written to each 32 bits");
        result.fill = std::uint32_t(*word);
    }
    keep(std::move(result));
}

/// NAME = 1, 2, 1 or NAME[COUNT] = EXPRESSION in i.
void Declarations::addTable(const Annotation& line) {
    const std::size_t bracket = line.head.find('['), equals = line.head.find('=');
    const std::size_t close = line.head.rfind(']', equals);
    DeclaredScratch result{.name = {}, .type = {}, .count = {}, .line = line.line};
    if (equals == std::string::npos) line.fail("write //@ table: NAME = 1, 2, 1 or NAME[COUNT] = EXPRESSION in i");
    result.table = trimmed(line.head.substr(equals + 1));
    if (bracket < equals && close != std::string::npos && close > bracket) {
        result.name = trimmed(line.head.substr(0, bracket));
        result.count = trimmed(line.head.substr(bracket + 1, close - bracket - 1));
        result.isIndexed = true;
        check(result.count, line);
        check(result.table, line, {"i"});
    } else {
        result.name = trimmed(line.head.substr(0, equals));
        const auto numbers = split(result.table, ",");
        for (const std::string_view one : numbers)
            check(std::string(one), line);
        result.count = std::to_string(numbers.size());
    }
    if (!isExpressionName(result.name)) line.fail("\"" + shownText(result.name) + "\" is not the name of an argument");
    if (const std::string* sum = line.part("sum")) {
        result.sum = parsedNumber(*sum);
        if (!result.sum) line.fail("sum is a number, such as 1");
    }
    keep(std::move(result));
}

void Declarations::keep(DeclaredScratch result) {
    for (const DeclaredScratch& other : scratch)
        if (other.name == result.name)
            fail(result.line, result.name + " is declared in line " + std::to_string(other.line) + " already");
    scratch.push_back(std::move(result));
}

} // namespace lightbench
