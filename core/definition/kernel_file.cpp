// Gives //@ lines and arguments their meaning: lines first, then names, then guesses that are listed.
#include "core/definition/kernel_file.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/added_buffers.h"
#include "core/definition/argument_meanings.h"
#include "core/definition/argument_names.h"
#include "core/definition/expression.h"
#include "core/definition/fixed_workgroup.h"
#include "core/definition/kernel_order.h"
#include "core/definition/parameter_line.h"
#include "core/definition/pixel_kind.h"
#include "core/definition/reference_line.h"
#include "core/definition/taken_names.h"
#include "core/definition/workgroup_line.h"

namespace lightbench {

namespace {
/// True for expressions that depend on the image's width or height.
bool namesSize(const std::string& expression) {
    return std::ranges::any_of(namesIn(expression),
                               [](const std::string& name) { return name == "width" || name == "height"; });
}

/// Where a pass's range comes from.
struct RangeOrigin {
    std::array<std::string, 2> range{}; ///< before it is divided by the pixels of a work-item
    std::string told_by{};              ///< of a guess; empty: it is not, or as usual
    std::optional<bool> isExact{};      ///< as a line says
};

class Reader {
public:
    explicit Reader(const FilterDefinition& definition)
        : definition_(definition), kernels_(signaturesOf(definition)), declared_(definition, kernels_) {
        file_.id = definition.id;
        file_.file = definition.fileName();
    }

    KernelFile read() {
        readTexts();
        file_.defines = declared_.defines;
        for (const Annotation* correction : declared_.corrections())
            file_.corrections.push_back("//@ " + correction->key + ": " + correction->value);
        if (kernels_.empty()) fail(0, "it has no kernel; write one as kernel void NAME(...)");
        checkNames();
        readPixels();
        readAccepts();
        if (!file_.analysis.empty()) file_.pixels.byChannel = false; // the counts of one channel would hide the others
        readPasses();
        for (DeclaredPass& pass : file_.passes)
            giveMeanings(pass);
        readReferencePasses();
        if (file_.reference.kind == DeclaredReference::Python && file_.reference.line == 0)
            file_.addGuess("The function of " + file_.reference.text +
                               " is the reference, because it lies beside this file.",
                           "//@ reference: python " + file_.reference.text);
        readVariants();
        checkScratch();
        zeroAddedBuffers(declared_, file_, definition_.text);
        checkParameters();
        file_.scratch = declared_.scratch;
        return std::move(file_);
    }

private:
    [[noreturn]] void fail(int line, const std::string& why) const { declared_.fail(line, why); }

    void readPixels() {
        file_.pixels = pixelKindOf(kernels_, definition_.text, declared_);
        const PixelKind& pixels = file_.pixels;
        if (pixels.isSourceGuessed)
            file_.addGuess("Argument " + pixels.source + " is the image, as the only const pointer.",
                           "//@ argument: " + pixels.source + " = " + imageWord);
        if (pixels.isDestinationGuessed)
            file_.addGuess("Argument " + pixels.destination + " is the result, as the only pointer that is not const.",
                           "//@ argument: " + pixels.destination + " = " + resultWord);
        if (pixels.source.empty()) file_.ask({"image", missingPointerText(kernels_, declared_, imageWord), {}});
    }

    void readTexts() {
        declared_.textOf("id", ""); // the reader of files takes it; here it may stand only once
        file_.label = declared_.textOf("label", definition_.id);
        file_.group = declared_.textOf("group", "My kernels");
        file_.summary = declared_.textOf("summary", "A kernel of your own.");
        file_.doc = declared_.textOf("doc", file_.summary);
        file_.reference = declaredReference(declared_, definition_, file_.tolerance);
        file_.analysis = declared_.textOf("analysis", "");
        file_.reads = readsOf(declared_);
        if (!file_.analysis.empty() && file_.reads.kind != Locality::Whole)
            fail(file_.reads.line, "an analysis reads all of the image");
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
            if (!kernelCalled(pass.kernel)) fail(line.line, "it has no kernel called " + shownText(pass.kernel));
            readRange(pass, line);
            file_.passes.push_back(std::move(pass));
        }
        for (const KernelSignature& kernel : kernels_)
            if (std::ranges::find(file_.passes, kernel.name, &DeclaredPass::kernel) == file_.passes.end()) {
                DeclaredPass pass{.name = kernel.name, .kernel = kernel.name};
                readRange(pass, Annotation{});
                file_.passes.push_back(std::move(pass));
            }
    }

    /// The pass's own words, else the range line of its kernel, else the file's, else what the kernel's text shows.
    void readRange(DeclaredPass& pass, const Annotation& line) {
        const Annotation* common = declared_.lineOn("range " + pass.kernel);
        if (!common) common = declared_.lineOn("range");
        const KernelBody body = kernelBody(definition_.text, pass.kernel);
        if (const std::string* range = line.part("range"))
            pass.range = rangeParts(*range, line.line);
        else if (common)
            pass.range = rangeParts(common->head, common->line);
        else
            guessRange(pass, body);
        RangeOrigin& origin = origins_[pass.name];
        origin.range = pass.range;
        if (const std::string* rounding = common ? common->part("rounding") : nullptr) {
            if (*rounding != "up" && *rounding != "none")
                fail(common->line, "the rounding of a range is up, to whole workgroups, or none");
            origin.isExact = *rounding == "none";
        }
        const Annotation* pixels = declared_.lineOf("pixels");
        const std::string* each = line.part("pixels");
        if (each || pixels) {
            const Workgroup block = sizeIn(each ? *each : pixels->head, each ? line.line : pixels->line, file_.file);
            pass.range[0] = "ceil((" + pass.range[0] + ") / " + std::to_string(block.x) + ")";
            pass.range[1] = "ceil((" + pass.range[1] + ") / " + std::to_string(block.y) + ")";
        }
        pass.workgroup = workgroupOfPass(pass.kernel, line, body, wholeText(), declared_);
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
        const auto& arguments = kernelCalled(pass.kernel)->arguments;
        const auto any = [&](auto&& holds) {
            return std::ranges::any_of(arguments, [&](const KernelArgument& one) { return holds(one.name); });
        };
        const auto isChannels = [](const std::string& name) { return sizeExpression(name, {}, true) == "channels"; };
        const RangeGuess range = rangeIn(body, layout(), any(isSideName), any(isChannels));
        pass.range = {range.x, range.y};
        origins_[pass.name].told_by = range.told_by;
    }

    /// One line says both range and rounding.
    void guessOfRange(const DeclaredPass& pass, const RangeOrigin& origin) {
        const std::string shown = origin.range[0] + (origin.range[1] == "1" ? "" : " x " + origin.range[1]);
        const bool isExact = pass.isExact && !pass.workgroup && !origin.isExact;
        if (origin.told_by.empty() && !isExact) return;
        std::string text = "Kernel " + pass.kernel + " runs over " + shown + " work-items";
        if (!origin.told_by.empty()) text += ", because " + origin.told_by;
        text += ".";
        if (isExact) text += " It gets exactly its range, never more work-items, because it does not ask for the size.";
        const bool isSaid = declared_.lineOn("range " + pass.kernel) != nullptr;
        const std::string line = "//@ range: " + origin.range[0] + ", " + origin.range[1] + "; kernel " + pass.kernel +
                                 (isExact ? "; rounding none" : "");
        file_.addGuess(text, isSaid ? "" : line);
    }

    /// With its headers.
    std::string wholeText() const {
        std::string text = definition_.text;
        for (const auto& header : definition_.headers)
            text += "\n" + header.second;
        return text;
    }

    /// Whether the text asks image objects for their size, be it in a header.
    bool asksImages() const { return wholeText().find("get_image_") != std::string::npos; }

    ElementLayout layout() const { return {file_.pixels.isVector, file_.pixels.isPlanar}; }

    void giveMeanings(DeclaredPass& pass) {
        const KernelSignature& kernel = *kernelCalled(pass.kernel);
        const std::string text = wholeText();
        ArgumentReader meanings(declared_, file_, kernels_, text);
        bool knowsSize = false;
        const bool hasSize = std::ranges::any_of(
            kernel.arguments, [](const KernelArgument& argument) { return isSideName(argument.name); });
        for (const KernelArgument& argument : kernel.arguments) {
            pass.arguments.push_back(meanings.of(argument, hasSize));
            const ArgumentMeaning& meaning = pass.arguments.back();
            knowsSize =
                knowsSize || (argument.space == KernelArgument::Image && asksImages()) ||
                (meaning.kind == ArgumentMeaning::Number && std::ranges::any_of(meaning.expressions, namesSize));
        }
        const RangeOrigin& origin = origins_[pass.name];
        pass.isExact = origin.isExact.value_or(!knowsSize);
        guessOfRange(pass, origin);
    }

    void readVariants() {
        const std::vector<Workgroup> common = workgroupsOf(declared_.lineOf("workgroups"), file_.file);
        for (const Annotation* found : declared_.linesOf("variant")) {
            const Annotation& line = *found;
            if (const std::string problem = variantNameProblem(line.head); !problem.empty()) fail(line.line, problem);
            DeclaredVariant made{.id = line.head, .label = line.head, .workgroups = common, .line = line.line};
            if (const std::string* label = line.part("label")) made.label = *label;
            if (const std::string* idea = line.part("idea")) made.idea = *idea;
            if (const std::string* progress = line.part("progress")) made.needsProgress = *progress == "needed";
            if (const std::string* sizes = line.part("workgroups"))
                made.workgroups = workgroupsIn(*sizes, line.line, file_.file);
            const std::string* passes = line.part("passes");
            for (const std::string_view one : split(passes ? *passes : line.head, ",")) {
                made.passes.emplace_back(trimmed(one));
                if (!file_.pass(made.passes.back()))
                    fail(line.line, "there is no pass or kernel called " + shownText(made.passes.back()));
            }
            readSharedResult(line, made);
            if (line.part("workgroups")) checkOffered(made.workgroups, file_.passesOf(made), line.line, declared_);
            file_.variants.push_back(std::move(made));
        }
        if (!file_.variants.empty()) return;
        DeclaredVariant all;
        for (const DeclaredPass& pass : file_.passes)
            if (!isOfReference(pass)) all.passes.push_back(pass.name);
        all.workgroups = common;
        if (const Annotation* line = declared_.lineOf("workgroups"))
            checkOffered(common, file_.passesOf(all), line->line, declared_);
        if (auto question = orderQuestion(file_.passesOf(all), !file_.analysis.empty()))
            file_.ask(std::move(*question));
        file_.variants = {std::move(all)};
    }

    void readSharedResult(const Annotation& line, DeclaredVariant& made) {
        if (const std::string* word = line.part("result")) {
            const auto shared = parseResultComposition(*word);
            if (!shared) fail(line.line, "after result write chained or parts");
            made.sharedResult = *shared;
        }
        const std::string problem = compositionProblem(file_.passesOf(made), made.sharedResult);
        if (!problem.empty()) fail(line.line, problem);
    }

    /// The passes of a reference are no variant.
    bool isOfReference(const DeclaredPass& pass) const {
        return std::ranges::find(file_.referencePasses, pass.name) != file_.referencePasses.end();
    }

    void readReferencePasses() {
        const DeclaredReference& reference = file_.reference;
        if (reference.kind != DeclaredReference::Kernel) return;
        for (const std::string_view one : split(reference.text, ",")) {
            const std::string& name = file_.referencePasses.emplace_back(trimmed(one));
            if (!file_.pass(name)) fail(reference.line, "there is no pass or kernel called " + shownText(name));
        }
        DeclaredVariant made = file_.referenceVariant();
        readSharedResult(*declared_.lineOf("reference"), made);
        file_.reference.sharedResult = made.sharedResult;
        if (std::ranges::all_of(file_.passes, [&](const DeclaredPass& pass) { return isOfReference(pass); }))
            fail(reference.line, "no kernel is left that could be compared with the reference");
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
        std::vector<DeclaredVariant> all = file_.variants;
        if (!file_.referencePasses.empty()) all.push_back(file_.referenceVariant());
        for (const DeclaredVariant& variant : all) {
            bool reads = false, writes = false;
            for (const DeclaredPass* pass : file_.passesOf(variant))
                for (const ArgumentMeaning& one : pass->arguments) {
                    reads = reads || one.kind == ArgumentMeaning::Source;
                    writes = writes || one.kind == ArgumentMeaning::Destination;
                }
            if (!reads) file_.ask({"image", missingPointerText(kernels_, declared_, imageWord), {}, variant.line});
            if (!writes) file_.ask({"result", missingPointerText(kernels_, declared_, resultWord), {}, variant.line});
        }
    }

    void checkParameters() {
        for (const auto& [parameter, line] : declared_.parameters) {
            if (!declared_.used.contains(parameter.name))
                fail(line, "the parameter " + parameter.name +
                               " is declared but not used: no kernel has a scalar argument of that name");
            if (std::ranges::find(file_.parameters, parameter.name, &Parameter::name) == file_.parameters.end())
                file_.parameters.push_back(withUsualStep(parameter));
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

    /// Messages and forms show them.
    void checkNames() const {
        constexpr std::size_t longest = 100;
        for (const KernelSignature& kernel : kernels_) {
            std::size_t length = kernel.name.size();
            for (const KernelArgument& argument : kernel.arguments)
                length = std::max({length, argument.name.size(), argument.type.size()});
            if (length > longest)
                fail(0, "kernel " + shownText(kernel.name) + " has a name of " + std::to_string(length) +
                            " letters; names have at most " + std::to_string(longest));
        }
    }

    /// Null if there is none.
    const KernelSignature* kernelCalled(const std::string& name) const {
        const auto found = std::ranges::find(kernels_, name, &KernelSignature::name);
        return found == kernels_.end() ? nullptr : &*found;
    }

    bool hasArgument(const std::string& name) const {
        return std::ranges::any_of(kernels_, [&](const KernelSignature& kernel) {
            return std::ranges::find(kernel.arguments, name, &KernelArgument::name) != kernel.arguments.end();
        });
    }

    const FilterDefinition& definition_;
    const std::vector<KernelSignature> kernels_;
    Declarations declared_;
    KernelFile file_;
    std::map<std::string, RangeOrigin> origins_; ///< by the pass's name
};
} // namespace

void KernelFile::addGuess(const std::string& text, const std::string& line) {
    const KernelGuess guess{text, line};
    if (std::ranges::find(guesses, guess) == guesses.end()) guesses.push_back(guess);
}

void KernelFile::ask(KernelQuestion question) {
    if (std::ranges::find(questions, question.subject, &KernelQuestion::subject) == questions.end())
        questions.push_back(std::move(question));
}

const DeclaredPass* KernelFile::pass(const std::string& name) const {
    const auto found = std::ranges::find(passes, name, &DeclaredPass::name);
    return found == passes.end() ? nullptr : &*found;
}

std::vector<const DeclaredPass*> KernelFile::passesOf(const DeclaredVariant& variant) const {
    std::vector<const DeclaredPass*> all;
    for (const std::string& name : variant.passes)
        all.push_back(pass(name));
    return all;
}

DeclaredVariant KernelFile::referenceVariant() const {
    return {.id = "reference",
            .label = "Reference",
            .passes = referencePasses,
            .sharedResult = reference.sharedResult,
            .line = reference.line};
}

KernelFile understoodFileOf(const FilterDefinition& definition) { return Reader(definition).read(); }

KernelFile kernelFileOf(const FilterDefinition& definition) {
    KernelFile file = understoodFileOf(definition);
    if (!file.questions.empty()) failInFile(file.file, file.questions.front().line, file.questions.front().text);
    return file;
}

} // namespace lightbench
