// Gives //@ lines and arguments their meaning: lines first, then names, then guesses that are listed.
#include "core/definition/kernel_file.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/argument_meanings.h"
#include "core/definition/argument_names.h"
#include "core/definition/expression.h"
#include "core/definition/fixed_workgroup.h"
#include "core/definition/kernel_order.h"
#include "core/definition/kernels_in_text.h"
#include "core/definition/number_types.h"
#include "core/definition/parameter_line.h"
#include "core/definition/pixel_kind.h"
#include "core/definition/reference.h"
#include "core/framework/code_words.h"

namespace lightbench {

namespace {
/// True for expressions that depend on the image's width or height.
bool namesSize(const std::string& expression) {
    return std::ranges::any_of(namesIn(expression),
                               [](const std::string& name) { return name == "width" || name == "height"; });
}

/// Why no variant can be called so; empty if one can.
std::string variantNameProblem(const std::string& id) {
    if (id == "auto" || id == "cpu")
        return "a variant cannot be called " + id + ", because stacks use that word; use another name";
    if (!id.empty() && id.find_first_of(" \t\"|#,=") == std::string::npos) return {};
    return "\"" + shownText(id) +
           "\" cannot be the name of a variant; stacks need one without blanks, commas and quotes";
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
            file_.corrections.push_back(correction->text());
        if (kernels_.empty()) fail(0, "it has no kernel; write one as kernel void NAME(...)");
        checkNames();
        readPixels();
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
        zeroAddedBuffers();
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
                           assignmentLine("argument", pixels.source, imageWord));
        if (pixels.isDestinationGuessed)
            file_.addGuess("Argument " + pixels.destination + " is the result, as the only pointer that is not const.",
                           assignmentLine("argument", pixels.destination, resultWord));
        if (pixels.source.empty()) file_.ask({"image", missingPointerText(kernels_, declared_, imageWord), {}});
        if (const Annotation* line = declared_.lineOn("accepts")) restrictPixels(file_.pixels, *line);
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

    // Each kernel that no line names is a pass of its own name.
    void readPasses() {
        for (const Annotation* line : declared_.linesOf("pass")) {
            DeclaredPass pass{.name = line->head, .kernel = line->head};
            line->take("kernel", pass.kernel);
            if (!kernelCalled(pass.kernel)) line->fail("it has no kernel called " + shownText(pass.kernel));
            addPass(std::move(pass), *line);
        }
        for (const KernelSignature& kernel : kernels_)
            if (std::ranges::find(file_.passes, kernel.name, &DeclaredPass::kernel) == file_.passes.end())
                addPass({.name = kernel.name, .kernel = kernel.name}, {});
    }

    /// Its range: the pass's own words, else the range line of its kernel, else the file's, else what the kernel's text
    /// shows.
    void addPass(DeclaredPass pass, const Annotation& line) {
        const Annotation* common = declared_.lineOn("range " + pass.kernel);
        if (!common) common = declared_.lineOn("range");
        const VoidFunction function = functionOf(pass.kernel);
        RangeOrigin& origin = origins_[pass.name];
        if (const std::string* range = line.part("range"))
            pass.range = rangeParts(*range, line);
        else if (common)
            pass.range = rangeParts(common->head, *common);
        else
            guessRange(pass, function.body, origin);
        origin.range = pass.range;
        if (const std::string* rounding = common ? common->part("rounding") : nullptr) {
            if (*rounding != "up" && *rounding != "none")
                common->fail("the rounding of a range is up, to whole workgroups, or none");
            origin.isExact = *rounding == "none";
        }
        const Annotation* pixels = declared_.lineOn("pixels");
        const std::string* each = line.part("pixels");
        if (each || pixels) {
            const Workgroup block = each ? sizeIn(*each, line) : sizeIn(pixels->head, *pixels);
            pass.range[0] = "ceil((" + pass.range[0] + ") / " + std::to_string(block.x) + ")";
            pass.range[1] = "ceil((" + pass.range[1] + ") / " + std::to_string(block.y) + ")";
        }
        const int lineOfKernel = 1 + int(std::count(code_.data(), function.name.data(), '\n'));
        pass.workgroup = workgroupOfPass(function, lineOfKernel, line, wholeText(), declared_);
        file_.passes.push_back(std::move(pass));
    }

    std::array<std::string, 2> rangeParts(const std::string& text, const Annotation& line) {
        const auto parts = split(text, ",");
        if (parts.size() > 2) line.fail("a range is one or two expressions, such as width, height");
        std::array<std::string, 2> range{std::string(trimmed(parts[0])),
                                         parts.size() == 2 ? std::string(trimmed(parts[1])) : "1"};
        for (const std::string& one : range)
            declared_.check(one, line);
        return range;
    }

    void guessRange(DeclaredPass& pass, TokenSpan body, RangeOrigin& origin) const {
        const auto& arguments = kernelCalled(pass.kernel)->arguments;
        const bool hasChannels = std::ranges::any_of(
            arguments, [](const KernelArgument& one) { return isNamed(one.name, NameMeaning::Channels); });
        const RangeGuess range = rangeIn(body, file_.pixels, hasSide(arguments), hasChannels);
        pass.range = {range.x, range.y};
        origin.told_by = range.told_by;
    }

    static bool hasSide(const std::vector<KernelArgument>& arguments) {
        return std::ranges::any_of(arguments, isSideName, &KernelArgument::name);
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

    void giveMeanings(DeclaredPass& pass) {
        const KernelSignature& kernel = *kernelCalled(pass.kernel);
        const std::string text = wholeText();
        const bool asksImages = text.find("get_image_") != std::string::npos, hasSize = hasSide(kernel.arguments);
        ArgumentReader meanings(declared_, file_, kernels_, text);
        bool knowsSize = false;
        for (const KernelArgument& argument : kernel.arguments) {
            const ArgumentMeaning& meaning = pass.arguments.emplace_back(meanings.of(argument, hasSize));
            knowsSize =
                knowsSize || (argument.space == KernelArgument::Image && asksImages) ||
                (meaning.kind == ArgumentMeaning::Number && std::ranges::any_of(meaning.expressions, namesSize));
        }
        const RangeOrigin& origin = origins_[pass.name];
        pass.isExact = origin.isExact.value_or(!knowsSize);
        guessOfRange(pass, origin);
    }

    void readVariants() {
        const Annotation* sizes = declared_.lineOn("workgroups");
        const std::vector<Workgroup> common = sizes ? sizesIn(sizes->head, *sizes) : std::vector<Workgroup>();
        for (const Annotation* line : declared_.linesOf("variant")) {
            if (const std::string problem = variantNameProblem(line->head); !problem.empty()) line->fail(problem);
            DeclaredVariant made{.id = line->head, .label = line->head, .workgroups = common, .line = line->line};
            line->take("label", made.label);
            line->take("idea", made.idea);
            if (const std::string* progress = line->part("progress")) made.needsProgress = *progress == "needed";
            const std::string *passes = line->part("passes"), *own = line->part("workgroups");
            made.passes = passNames(passes ? *passes : line->head, line->line);
            if (own) made.workgroups = sizesIn(*own, *line);
            readSharedResult(*line, made);
            if (own) checkOffered(made.workgroups, file_.passesOf(made), *line);
            file_.variants.push_back(std::move(made));
        }
        if (!file_.variants.empty()) return;
        DeclaredVariant all{.workgroups = common};
        for (const DeclaredPass& pass : file_.passes)
            if (!isOfReference(pass)) all.passes.push_back(pass.name);
        if (sizes) checkOffered(common, file_.passesOf(all), *sizes);
        if (auto question = orderQuestion(file_.passesOf(all), !file_.analysis.empty()))
            file_.ask(std::move(*question));
        file_.variants = {std::move(all)};
    }

    /// The names of passes between commas.
    std::vector<std::string> passNames(const std::string& text, int line) const {
        std::vector<std::string> names;
        for (const std::string_view one : split(text, ",")) {
            names.emplace_back(trimmed(one));
            if (!file_.pass(names.back())) fail(line, "there is no pass or kernel called " + shownText(names.back()));
        }
        return names;
    }

    void readSharedResult(const Annotation& line, DeclaredVariant& made) const {
        if (const std::string* word = line.part("result")) {
            if (*word != "chained" && *word != "parts") line.fail("after result write chained or parts");
            made.sharedResult = *word == "parts" ? ResultComposition::Parts : ResultComposition::Chained;
        }
        const std::string problem = compositionProblem(file_.passesOf(made), made.sharedResult);
        if (!problem.empty()) line.fail(problem);
    }

    /// The passes of a reference are no variant.
    bool isOfReference(const DeclaredPass& pass) const {
        return std::ranges::find(file_.referencePasses, pass.name) != file_.referencePasses.end();
    }

    void readReferencePasses() {
        const DeclaredReference& reference = file_.reference;
        if (reference.kind != DeclaredReference::Kernel) return;
        file_.referencePasses = passNames(reference.text, reference.line);
        DeclaredVariant made = file_.referenceVariant();
        readSharedResult(*declared_.lineOn("reference"), made);
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
                                       ", whose size is not known; use a type of OpenCL C");
        if (!file_.analysis.empty()) {
            if (std::ranges::find(declared_.scratch, file_.analysis, &DeclaredScratch::name) == declared_.scratch.end())
                declared_.lineOn("analysis")->fail("there is no //@ scratch called " + shownText(file_.analysis));
            return;
        }
        for (const DeclaredVariant& variant : file_.allVariants()) {
            bool reads = false, writes = false;
            for (const DeclaredPass* pass : file_.passesOf(variant)) {
                reads = reads || pass->takes(ArgumentMeaning::Source);
                writes = writes || pass->takes(ArgumentMeaning::Destination);
            }
            if (!reads) file_.ask({"image", missingPointerText(kernels_, declared_, imageWord), {}, variant.line});
            if (!writes) file_.ask({"result", missingPointerText(kernels_, declared_, resultWord), {}, variant.line});
        }
    }

    /// Fills buffers with zeros that kernels only add to, where no line says what they hold, and lists that as a guess.
    void zeroAddedBuffers() {
        const std::vector<DeclaredVariant> variants = file_.allVariants();
        for (DeclaredScratch& buffer : declared_.scratch) {
            if (buffer.fill || !buffer.table.empty() || buffer.type == imageObjectType) continue;
            const auto takes = [&](const DeclaredPass* pass) {
                return std::ranges::find(pass->arguments, buffer.name, &ArgumentMeaning::scratch) !=
                       pass->arguments.end();
            };
            for (const DeclaredVariant& variant : variants) {
                const std::vector<const DeclaredPass*> passes = file_.passesOf(variant);
                const auto first = std::ranges::find_if(passes, takes);
                if (first == passes.end() || !onlyAddsTo(functionOf((*first)->kernel).body, buffer.name)) continue;
                buffer.fill = 0;
                guessOfZeros(buffer, (*first)->kernel);
                break;
            }
        }
    }

    /// Extends the guess that there is for the buffer, or else says what to put into its line.
    void guessOfZeros(const DeclaredScratch& buffer, const std::string& kernel) {
        const std::string why = "because kernel " + kernel + " only adds to it.";
        const auto guess =
            std::ranges::find(file_.guesses, assignmentLine("scratch", buffer.name, buffer.count), &KernelGuess::line);
        if (guess != file_.guesses.end()) {
            guess->text += " It begins with zeros, " + why;
            guess->line += "; fill 0";
            return;
        }
        const std::string how = " Put ; fill 0 behind line " + std::to_string(buffer.line) + " to say so.";
        file_.addGuess("Buffer " + buffer.name + " begins with zeros, " + why + (buffer.line > 0 ? how : ""), "");
    }

    void checkParameters() {
        for (const auto& [parameter, line] : declared_.parameters) {
            if (!declared_.used.contains(parameter.name))
                line.fail("the parameter " + parameter.name +
                          " is declared but not used: no kernel has a scalar argument of that name");
            if (std::ranges::find(file_.parameters, parameter.name, &Parameter::name) == file_.parameters.end())
                file_.parameters.push_back(withUsualStep(parameter));
        }
        for (const auto* lines : {&declared_.arguments, &declared_.local})
            for (const auto& [name, expression] : *lines)
                if (std::ranges::count(argumentsOf(kernels_), name, &KernelArgument::name) == 0)
                    expression.line.fail("no kernel has an argument called " + name);
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

    /// Empty if the file itself does not define it.
    VoidFunction functionOf(const std::string& kernel) const {
        const VoidFunction* found = findDefinition(functions_, kernel);
        return found ? *found : VoidFunction{.name = std::string_view(code_).substr(0, 0)};
    }
    /// Null if there is none.
    const KernelSignature* kernelCalled(const std::string& name) const {
        const auto found = std::ranges::find(kernels_, name, &KernelSignature::name);
        return found == kernels_.end() ? nullptr : &*found;
    }

    const FilterDefinition& definition_;
    const std::string code_ = withoutComments(definition_.text);
    const CodeTokens tokens_ = codeTokens(code_);
    const std::vector<VoidFunction> functions_ = voidFunctions(tokens_);
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

bool DeclaredPass::takes(ArgumentMeaning::Kind kind) const {
    return std::ranges::find(arguments, kind, &ArgumentMeaning::kind) != arguments.end();
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

std::vector<DeclaredVariant> KernelFile::allVariants() const {
    std::vector<DeclaredVariant> all = variants;
    if (!referencePasses.empty()) all.push_back(referenceVariant());
    return all;
}

DeclaredVariant KernelFile::referenceVariant() const {
    return {
        .id = "reference", .passes = referencePasses, .sharedResult = reference.sharedResult, .line = reference.line};
}

KernelFile understoodFileOf(const FilterDefinition& definition) { return Reader(definition).read(); }

KernelFile kernelFileOf(const FilterDefinition& definition) {
    KernelFile file = understoodFileOf(definition);
    if (!file.questions.empty()) failInFile(file.file, file.questions.front().line, file.questions.front().text);
    return file;
}

} // namespace lightbench
