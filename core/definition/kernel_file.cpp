// Gives //@ lines and arguments their meaning: lines first, then names, then guesses that are listed.
#include "core/definition/kernel_file.h"

#include <algorithm>
#include <ranges>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/argument_names.h"
#include "core/definition/expression.h"
#include "core/definition/parameter_line.h"
#include "core/definition/pixel_kind.h"
#include "core/definition/sampler_line.h"
#include "core/definition/workgroup_line.h"

namespace lightbench {

namespace {
class Reader {
public:
    explicit Reader(const FilterDefinition& definition)
        : definition_(definition), declared_(definition.text, definition.fileName()) {
        file_.id = definition.id;
        file_.file = definition.fileName();
    }

    KernelFile read() {
        readTexts();
        file_.defines = declared_.defines;
        kernels_ = kernelInterfaces(definition_.text);
        if (kernels_.empty()) fail(0, "it has no kernel; write one as kernel void NAME(...)");
        file_.pixels = pixelKindOf(kernels_, definition_.text, file_.file, file_.guesses);
        readAccepts();
        readPasses();
        for (DeclaredPass& pass : file_.passes)
            giveMeanings(pass);
        readVariants();
        checkScratch();
        checkParameters();
        file_.scratch = declared_.scratch;
        return std::move(file_);
    }

private:
    [[noreturn]] void fail(int line, const std::string& why) const { declared_.fail(line, why); }
    void guess(const std::string& sentence) {
        if (std::ranges::find(file_.guesses, sentence) == file_.guesses.end()) file_.guesses.push_back(sentence);
    }

    void readTexts() {
        declared_.textOf("id", ""); // the reader of files takes it; here it may stand only once
        file_.label = declared_.textOf("label", definition_.id);
        file_.group = declared_.textOf("group", "My kernels");
        file_.summary = declared_.textOf("summary", "A kernel of your own.");
        file_.doc = declared_.textOf("doc", file_.summary);
        readReference();
        file_.analysis = declared_.textOf("analysis", "");
    }

    /// `tolerance 1` allows one step of integer samples, and 1/255 of full scale to floats.
    void readReference() {
        const Annotation* line = declared_.lineOf("reference");
        if (!line || line->head == "none") return;
        file_.reference = line->head;
        file_.referenceLine = line->line;
        const std::string* tolerance = line->part("tolerance");
        if (!tolerance) return;
        const auto steps = parsedNumber(*tolerance);
        if (!steps || !(*steps >= 0) || *steps > 255)
            fail(line->line, "a tolerance is a number of steps from 0 to 255, such as tolerance 1");
        file_.tolerance = {.steps = *steps, .share = 1, .share16 = 1, .range = *steps / 255};
    }

    void readAccepts() {
        if (const Annotation* line = declared_.lineOf("accepts")) restrictPixels(file_.pixels, *line, file_.file);
    }

    // Each kernel that no line names is a pass of its own name.
    void readPasses() {
        for (const Annotation* found : declared_.linesOf("pass")) {
            const Annotation& line = *found;
            const std::string* kernel = line.part("kernel");
            DeclaredPass pass{.name = line.head, .kernel = kernel ? *kernel : line.head};
            if (std::ranges::find(kernels_, pass.kernel, &KernelInterface::name) == kernels_.end())
                fail(line.line, "it has no kernel called " + shownText(pass.kernel));
            readRange(pass, line);
            file_.passes.push_back(std::move(pass));
        }
        for (const KernelInterface& kernel : kernels_)
            if (std::ranges::find(file_.passes, kernel.name, &DeclaredPass::kernel) == file_.passes.end()) {
                DeclaredPass pass{.name = kernel.name, .kernel = kernel.name};
                readRange(pass, Annotation{});
                file_.passes.push_back(std::move(pass));
            }
    }

    /// The pass's own words, else the file's, else what the kernel's text shows.
    void readRange(DeclaredPass& pass, const Annotation& line) {
        const Annotation* common = declared_.lineOf("range");
        const KernelBody body = kernelBody(definition_.text, pass.kernel);
        if (const std::string* range = line.part("range"))
            pass.range = rangeParts(*range, line.line);
        else if (common)
            pass.range = rangeParts(common->head, common->line);
        else
            guessRange(pass, body);
        const Annotation* pixels = declared_.lineOf("pixels");
        const std::string* each = line.part("pixels");
        if (each || pixels) {
            const Workgroup block = sizeIn(each ? *each : pixels->head, each ? line.line : pixels->line, file_.file);
            pass.range[0] = "ceil((" + pass.range[0] + ") / " + std::to_string(block.x) + ")";
            pass.range[1] = "ceil((" + pass.range[1] + ") / " + std::to_string(block.y) + ")";
        }
        pass.workgroup = body.required;
        if (const std::string* size = line.part("workgroup")) pass.workgroup = sizeIn(*size, line.line, file_.file);
    }

    std::array<std::string, 2> rangeParts(const std::string& text, int line) {
        const auto parts = split(text, ",");
        if (parts.size() > 2) fail(line, "a range is one or two expressions, such as width, height");
        std::array<std::string, 2> range{std::string(trimmed(parts[0])),
                                         parts.size() == 2 ? std::string(trimmed(parts[1])) : "1"};
        for (const std::string& one : range)
            declared_.check(one, line);
        return range;
    }

    void guessRange(DeclaredPass& pass, const KernelBody& body) {
        const auto& arguments = std::ranges::find(kernels_, pass.kernel, &KernelInterface::name)->arguments;
        const auto any = [&](auto&& holds) {
            return std::ranges::any_of(arguments, [&](const KernelArgument& one) { return holds(one.name); });
        };
        const auto isChannels = [](const std::string& name) { return sizeExpression(name, {}, true) == "channels"; };
        const RangeGuess range = rangeIn(body, layout(), any(isSideName), any(isChannels));
        pass.range = {range.x, range.y};
        if (!range.told_by.empty())
            guess("Kernel " + pass.kernel + " runs over " + range.x + (range.y == "1" ? "" : " x " + range.y) +
                  " work-items, because " + range.told_by + "; //@ range: X, Y says it.");
    }

    ElementLayout layout() const { return {file_.pixels.isVector, file_.pixels.isPlanar}; }

    void giveMeanings(DeclaredPass& pass) {
        const auto& kernel = *std::ranges::find(kernels_, pass.kernel, &KernelInterface::name);
        bool knowsSize = false;
        const bool hasSize = std::ranges::any_of(
            kernel.arguments, [](const KernelArgument& argument) { return isSideName(argument.name); });
        for (const KernelArgument& argument : kernel.arguments) {
            pass.arguments.push_back(meaningOf(argument, hasSize));
            const ArgumentMeaning& meaning = pass.arguments.back();
            knowsSize = knowsSize || argument.space == KernelArgument::Image ||
                        std::ranges::any_of(meaning.expressions, [](const std::string& one) {
                            return one.find("width") != std::string::npos || one.find("height") != std::string::npos;
                        });
        }
        pass.isExact = !knowsSize;
        if (pass.isExact && !pass.workgroup)
            guess("Kernel " + pass.kernel +
                  " gets exactly its range, never more work-items, because no argument "
                  "tells it the size.");
    }

    ArgumentMeaning meaningOf(const KernelArgument& argument, bool hasSize) {
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

    ArgumentMeaning bufferMeaning(const KernelArgument& argument) {
        ArgumentMeaning meaning{.kind = ArgumentMeaning::Scratch, .argument = argument, .scratch = argument.name};
        const auto known = std::ranges::find(declared_.scratch, argument.name, &DeclaredScratch::name);
        if (known != declared_.scratch.end()) {
            if (known->type.empty()) known->type = argument.type;
        } else if (isSourceName(argument.name) || argument.name == file_.pixels.source) {
            meaning.kind = ArgumentMeaning::Source;
        } else if (isDestinationName(argument.name) || argument.name == file_.pixels.destination) {
            meaning.kind = ArgumentMeaning::Destination;
        } else {
            shareScratch(argument);
        }
        return meaning;
    }

    /// A pointer that one kernel writes and a later one reads is working memory of one element for each sample.
    void shareScratch(const KernelArgument& argument) {
        bool isWritten = false, isRead = false;
        for (const KernelInterface& kernel : kernels_)
            for (const KernelArgument& other : kernel.arguments)
                if (other.name == argument.name) {
                    isRead = isRead || isWritten;
                    isWritten = isWritten || !other.isReadOnly;
                }
        if (!isWritten || !isRead)
            fail(0, "nothing is known for the argument " + argument.name +
                        "; if it is working memory, write //@ scratch: " + argument.name +
                        " = width * height, and if it is a table, //@ table: " + argument.name +
                        " = 1, 2, 1. An image is called src, and the result dst");
        const bool isVector = elementOf(argument.type).second == 4;
        DeclaredScratch made{.name = argument.name,
                             .type = argument.type,
                             .count = isVector ? "width * height" : "width * height * channels"};
        guess("Argument " + argument.name + " is working memory of " + made.count +
              " elements; //@ scratch: " + argument.name + " = COUNT says it.");
        declared_.scratch.push_back(std::move(made));
    }

    ArgumentMeaning samplerMeaning(const KernelArgument& argument) {
        ArgumentMeaning meaning{.kind = ArgumentMeaning::Sampler, .argument = argument};
        for (const Annotation* line : declared_.linesOf("sampler"))
            if (const auto [name, sampler] = samplerOf(*line, file_.file); name == argument.name)
                meaning.sampler = sampler;
        return meaning;
    }

    ArgumentMeaning localMeaning(const KernelArgument& argument) {
        const auto found = declared_.local.find(argument.name);
        if (found == declared_.local.end())
            fail(0, "how much local memory " + argument.name + " needs is not known; write //@ local: " +
                        argument.name + " = (workgroup_x + 2) * (workgroup_y + 2), which counts elements");
        declared_.check(found->second.text, found->second.line);
        return {.kind = ArgumentMeaning::Local, .argument = argument, .expressions = {found->second.text}};
    }

    ArgumentMeaning valueMeaning(const KernelArgument& argument, bool hasSize) {
        ArgumentMeaning meaning{.argument = argument};
        const int lanes = elementOf(argument.type).second;
        if (const auto given = declared_.arguments.find(argument.name); given != declared_.arguments.end()) {
            const bool isStruct = bytesOfType(argument.type) == 0;
            for (std::string_view one : split(given->second.text, ",")) {
                one = trimmed(one);
                if (isStruct) {
                    const std::size_t space = std::min(one.find(' '), one.size());
                    meaning.types.emplace_back(one.substr(0, space));
                    one = trimmed(one.substr(space));
                    if (one.empty() || !bytesOfType(meaning.types.back()))
                        fail(given->second.line, argument.name + " is a " + argument.type +
                                                     ", so give type and value of each member, such as float "
                                                     "gain, int 2 * radius + 1");
                }
                meaning.expressions.emplace_back(one);
                declared_.check(meaning.expressions.back(), given->second.line);
            }
            if (!isStruct && int(meaning.expressions.size()) != lanes)
                fail(given->second.line,
                     argument.name + " is a " + argument.type + ", so give " + std::to_string(lanes) + " expressions");
            return meaning;
        }
        if (const auto size = sizeExpression(argument.name, layout(), hasSize);
            size && lanes == 1 && !isRealType(argument.type) && !declared_.declared(argument.name)) {
            meaning.expressions = {*size};
        } else if (lanes == 2 && isSizePairName(argument.name)) {
            meaning.expressions = {"width", "height"};
        } else if (isNumberType(argument.type)) {
            useParameter(argument);
            meaning.expressions = {argument.name};
        } else {
            fail(0, "nothing is known for the argument \"" + argument.type + " " + argument.name +
                        "\"; write //@ argument: " + argument.name + " = " +
                        (bytesOfType(argument.type) ? "EXPRESSION" : "TYPE EXPRESSION, TYPE EXPRESSION") +
                        (lanes > 1 ? ", EXPRESSION" : ""));
        }
        return meaning;
    }

    /// The parameter of an argument, as its line or a guess declares it.
    void useParameter(const KernelArgument& argument) {
        declared_.used.insert(argument.name);
        if (std::ranges::find(file_.parameters, argument.name, &Parameter::name) != file_.parameters.end()) return;
        if (const auto* declared = declared_.declared(argument.name)) {
            const auto& [parameter, line] = *declared;
            const bool isWhole = parameter.kind == ParameterKind::Real && !isRealType(argument.type);
            file_.parameters.push_back(isWhole ? wholeParameter(parameter, argument, line, file_.file)
                                               : withStep(parameter));
            return;
        }
        const Parameter& made = file_.parameters.emplace_back(guessedParameter(argument));
        guess("Argument " + argument.name + " is a parameter, " + rangeText(made) + ", at first " +
              valueText(made.initial) + "; //@ parameter: " + argument.name + " MINIMUM..MAXIMUM = DEFAULT says it.");
    }

    static Parameter withStep(Parameter parameter) {
        if (parameter.kind == ParameterKind::Real && parameter.step <= 0)
            parameter.step = (parameter.maximum - parameter.minimum) / 100;
        return parameter;
    }

    void readVariants() {
        const std::vector<Workgroup> common = workgroupsOf(declared_.lineOf("workgroups"), file_.file);
        for (const Annotation* found : declared_.linesOf("variant")) {
            const Annotation& line = *found;
            DeclaredVariant made{.id = line.head, .label = line.head, .workgroups = common, .line = line.line};
            if (const std::string* label = line.part("label")) made.label = *label;
            if (const std::string* idea = line.part("idea")) made.idea = *idea;
            if (const std::string* progress = line.part("progress")) made.needsProgress = *progress == "needed";
            if (const std::string* sizes = line.part("workgroups"))
                made.workgroups = workgroupsIn(*sizes, line.line, file_.file);
            const std::string* passes = line.part("passes");
            for (const std::string_view one : split(passes ? *passes : line.head, ",")) {
                made.passes.emplace_back(trimmed(one));
                if (std::ranges::find(file_.passes, made.passes.back(), &DeclaredPass::name) == file_.passes.end())
                    fail(line.line, "there is no pass or kernel called " + shownText(made.passes.back()));
            }
            file_.variants.push_back(std::move(made));
        }
        if (!file_.variants.empty()) return;
        DeclaredVariant all;
        for (const DeclaredPass& pass : file_.passes)
            all.passes.push_back(pass.name);
        all.workgroups = common;
        checkOrder();
        file_.variants = {std::move(all)};
    }

    /// Several kernels run in their order where each reads what an earlier one wrote, and the last writes the result.
    void checkOrder() {
        std::set<std::string> written;
        for (const DeclaredPass& pass : file_.passes) {
            const bool isFirst = &pass == &file_.passes.front(), isLast = &pass == &file_.passes.back();
            bool reads = isFirst, writesResult = false;
            for (const ArgumentMeaning& one : pass.arguments) {
                reads = reads || (one.kind == ArgumentMeaning::Scratch && written.contains(one.scratch));
                writesResult = writesResult || one.kind == ArgumentMeaning::Destination;
            }
            for (const ArgumentMeaning& one : pass.arguments)
                if (one.kind == ArgumentMeaning::Scratch && !one.argument.isReadOnly) written.insert(one.scratch);
            if (reads && writesResult == (isLast && file_.analysis.empty())) continue;
            if (isLast && reads) continue; // checkScratch says that there is no result
            std::vector<std::string> names;
            std::ranges::transform(file_.passes, std::back_inserter(names), &DeclaredPass::name);
            fail(0, "the order of the kernels " + joinWords(names, "and") +
                        " is not clear; write //@ variant: " + "NAME; passes " + joined(names, ", ") +
                        " for kernels that run one after the other, or a line for each: //@ variant: " + names.front());
        }
    }

    void checkScratch() {
        for (DeclaredScratch& scratch : declared_.scratch)
            if (scratch.type.empty())
                fail(scratch.line, "no kernel has a pointer called " + scratch.name);
            else if (bytesOfType(scratch.type) == 0 && scratch.type != imageObjectType)
                fail(scratch.line, "elements of " + scratch.name + " are of type " + scratch.type +
                                       ", whose size is not known; take a type of OpenCL C");
        if (!file_.analysis.empty()) {
            if (std::ranges::find(declared_.scratch, file_.analysis, &DeclaredScratch::name) == declared_.scratch.end())
                fail(declared_.lineOf("analysis")->line, "there is no //@ scratch called " + shownText(file_.analysis));
            return;
        }
        for (const DeclaredVariant& variant : file_.variants) {
            bool reads = false, writes = false;
            for (const DeclaredPass& pass : file_.passes)
                if (std::ranges::find(variant.passes, pass.name) != variant.passes.end())
                    for (const ArgumentMeaning& one : pass.arguments) {
                        reads = reads || one.kind == ArgumentMeaning::Source;
                        writes = writes || one.kind == ArgumentMeaning::Destination;
                    }
            if (!reads) fail(variant.line, "no argument is the image; call a pointer to global memory src");
            if (!writes) fail(variant.line, "no argument is the result; call a pointer to global memory dst");
        }
    }

    void checkParameters() {
        for (const auto& [parameter, line] : declared_.parameters) {
            if (!declared_.used.contains(parameter.name))
                fail(line, "no kernel has a number called " + parameter.name + ", and no line uses it");
            if (std::ranges::find(file_.parameters, parameter.name, &Parameter::name) == file_.parameters.end())
                file_.parameters.push_back(withStep(parameter));
        }
        for (const auto* lines : {&declared_.arguments, &declared_.local})
            for (const auto& [name, expression] : *lines)
                if (!hasArgument(name)) fail(expression.line, "no kernel has an argument called " + name);
        // In the order of their lines; the guessed ones follow.
        std::ranges::stable_sort(file_.parameters, {}, [&](const Parameter& one) {
            const auto* declared = declared_.declared(one.name);
            return declared ? declared - declared_.parameters.data() : std::ptrdiff_t(declared_.parameters.size());
        });
    }

    bool hasArgument(const std::string& name) const {
        return std::ranges::any_of(kernels_, [&](const KernelInterface& kernel) {
            return std::ranges::find(kernel.arguments, name, &KernelArgument::name) != kernel.arguments.end();
        });
    }

    const FilterDefinition& definition_;
    Declarations declared_;
    KernelFile file_;
    std::vector<KernelInterface> kernels_;
};
} // namespace

KernelFile kernelFileOf(const FilterDefinition& definition) { return Reader(definition).read(); }

} // namespace lightbench
