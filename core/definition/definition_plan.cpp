// Images of several channels reach a kernel for planes, and a kernel for gray images, through kernels/move_samples.cl.
#include "core/definition/definition_plan.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/expression.h"
#include "core/definition/fixed_workgroup.h"
#include "core/definition/number_types.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
constexpr std::uint64_t maxBytes = std::uint64_t(1) << 40; // above every device's limit, so that products fit

class PlanMaker {
    /// Names the file and the line (0: none) in the errors of expressions, and whose they are.
    template <class Work> auto named(int line, const std::string& owner, const Work& work) const {
        try {
            return work();
        } catch (const Error& error) {
            failInFile(file_.file, line, (owner.empty() ? "" : owner + ": ") + error.what());
        }
    }

public:
    PlanMaker(const KernelFile& file, const DeclaredVariant& variant, const PlanRequest& request)
        : file_(file), variant_(variant), request_(request), format_(kernelFormat(file.pixels, request.input.format)),
          values_(sizeNumbers(request.input.size, format_, request.workgroup)) {
        values_.merge(numbersOf(request.parameters, file.parameters));
    }

    Plan make() {
        const Format& given = request_.input.format;
        addBuffers();
        const bool isByChannel = runsByChannel(file_.pixels, given);
        if (isByChannel || format_.type != given.type || (file_.pixels.isPlanar && given.channels > 1))
            addMoved(isByChannel);
        else
            addPasses(inputBuffer(), outputBuffer());
        if (!file_.analysis.empty()) {
            plan_.passesThrough = true;
            plan_.analysis = scratch_.at(file_.analysis);
        }
        return std::move(plan_);
    }

    double value(const std::string& expression, const std::string& owner = {}, int line = 0) const {
        return named(line, owner, [&] { return valueOf(expression, values_); });
    }

    std::size_t range(const DeclaredPass& pass, int dimension) const {
        const double items = value(pass.range[std::size_t(dimension)]);
        if (!(items >= 1) || items > 2147483647.0)
            throw Error(ErrorKind::Usage, shownPath(file_.file) + ": the range of kernel " + pass.kernel + " is " +
                                              numberText(items) + " here; it must be from 1 to 2147483647");
        return std::size_t(std::ceil(items));
    }

private:
    [[noreturn]] void failAt(int line, const std::string& why) const { failInFile(file_.file, line, why); }

    void addBuffers() {
        for (const DeclaredScratch& one : file_.scratch) {
            if (one.type == imageObjectType) continue;
            const double count = value(one.count, one.name, one.line);
            const auto each = std::uint64_t(bytesOfType(one.type));
            if (!(count >= 1))
                failAt(one.line, one.name + " would have " + numberText(count) + " elements here; it needs 1 at least");
            if (count * double(each) > double(maxBytes))
                failAt(one.line, one.name + " would need " + byteText(count * double(each)) + " here; " +
                                     byteText(double(maxBytes)) + " is the most");
            Scratch made{.name = one.name, .bytes = std::uint64_t(std::ceil(count)) * each, .contents = {}};
            if (!one.table.empty()) made.contents = tableOf(one, std::size_t(std::ceil(count)));
            scratch_[one.name] = plan_.addScratch(std::move(made));
        }
        fillBuffers();
    }

    void fillBuffers() {
        for (const DeclaredScratch& one : file_.scratch)
            if (one.fill) plan_.passes.emplace_back(FillPass{scratch_.at(one.name), *one.fill});
    }

    std::vector<std::byte> tableOf(const DeclaredScratch& table, std::size_t count) const {
        constexpr std::size_t maxValues = 1 << 20;
        if (count > maxValues) failAt(table.line, table.name + " has more than 1048576 values");
        std::vector<double> numbers;
        if (table.isIndexed)
            numbers = named(table.line, table.name, [&] { return valuesOf(table.table, values_, count); });
        else
            for (const std::string_view one : split(table.table, ","))
                numbers.push_back(value(std::string(one), table.name, table.line));
        if (table.sum) {
            double sum = 0;
            for (const double number : numbers)
                sum += number;
            if (!(std::abs(sum) > 0) || !std::isfinite(sum))
                failAt(table.line, "the values of " + table.name + " add up to " + numberText(sum) +
                                       ", so they cannot be scaled to a sum of " + numberText(*table.sum));
            for (double& number : numbers)
                number *= *table.sum / sum;
        }
        std::vector<std::byte> bytes;
        const auto [element, lanes] = elementOf(table.type);
        for (const double number : numbers)
            for (int lane = 0; lane < lanes; ++lane)
                appendAs(bytes, element, number);
        bytes.resize(std::size_t(bytesOfType(table.type)) * numbers.size());
        return bytes;
    }

    /// Where samples lie in a buffer: the first one, and the distance to the next.
    struct Samples {
        BufferRef buffer;
        SampleType type;
        int first = 0, step = 1;
    };

    void move(const Samples& from, const Samples& to, std::size_t count) {
        KernelPass pass;
        pass.program = pass.kernel = sampleMover;
        pass.defines = formatDefines({from.type, 1}, {to.type, 1});
        pass.local = {int(std::clamp<std::size_t>(request_.device.maxWorkgroup, 1, 64)), 1};
        pass.global = {roundUp(count, std::size_t(pass.local.x)), 1};
        pass.bytes = count * (Format{from.type, 1}.bytesPerSample() + Format{to.type, 1}.bytesPerSample());
        addArguments(pass, {{"from", from.buffer},
                            {"to", to.buffer},
                            {"count", std::int32_t(count)},
                            {"from_first", from.first},
                            {"from_step", from.step},
                            {"to_first", to.first},
                            {"to_step", to.step}});
        plan_.passes.emplace_back(std::move(pass));
    }

    /// The image in a buffer of the kernel's own kind, and its result back: as a whole, in planes, or one channel after
    /// the other. Then alpha is copied.
    void addMoved(bool isByChannel) {
        const ImageShape& input = request_.input;
        const SampleType type = input.format.type;
        const int channels = input.format.channels, parts = file_.pixels.isPlanar && !isByChannel ? channels : 1;
        const int step = isByChannel ? channels : parts, rounds = isByChannel ? input.format.colourChannels() : 1;
        const std::size_t count = step > 1 ? input.size.area() : input.samples();
        const std::uint64_t bytes = count * std::size_t(parts) * format_.bytesPerSample();
        const BufferRef in = plan_.addScratch(isByChannel ? "channel of the image" : "image for the kernel", bytes);
        const BufferRef out = plan_.addScratch(isByChannel ? "channel of the result" : "result of the kernel", bytes);
        for (int round = 0; round < rounds; ++round) {
            for (int part = 0; part < parts; ++part)
                move({inputBuffer(), type, round + part, step}, {in, format_.type, part * int(count)}, count);
            if (round > 0) fillBuffers();
            addPasses(in, out);
            for (int part = 0; part < parts && file_.analysis.empty(); ++part)
                move({out, format_.type, part * int(count)}, {outputBuffer(), type, round + part, step}, count);
        }
        if (isByChannel && file_.analysis.empty())
            move({inputBuffer(), type, 3, channels}, {outputBuffer(), type, 3, channels}, count);
    }

    static constexpr const char *sourceObject = "image object of the image",
                                *resultObject = "image object of the result";
    /// What a kernel reads as the image and writes as the result: buffers, or image objects.
    struct Ends {
        BufferRef image, result;
        std::string imageName = sourceObject, resultName = resultObject; ///< of the objects
    };

    void addPasses(BufferRef input, BufferRef output) {
        const std::vector<const DeclaredPass*> passes = file_.passesOf(variant_);
        const std::vector<Ends> ends = endsOf(passes, {input, output});
        for (std::size_t i = 0; i < passes.size(); ++i)
            for (const ArgumentMeaning& meaning : passes[i]->arguments)
                if (meaning.argument.space == KernelArgument::Image) addObject(objectName(meaning, ends[i]));
        if (objects_.contains(sourceObject))
            plan_.passes.emplace_back(ImagePass{input, objects_.at(sourceObject), true});
        for (std::size_t i = 0; i < passes.size(); ++i) {
            setWorkgroup(passes[i]->workgroup.value_or(request_.workgroup));
            plan_.passes.emplace_back(kernelPass(*passes[i], ends[i]));
        }
        if (objects_.contains(resultObject))
            plan_.passes.emplace_back(ImagePass{output, objects_.at(resultObject), false});
    }

    /// For the expressions of a pass, whose workgroup may be fixed.
    void setWorkgroup(Workgroup workgroup) {
        values_["workgroup_x"] = workgroup.x;
        values_["workgroup_y"] = workgroup.y;
    }

    /// In a chain, the kernels behind one that writes the result read it, and only the last writes `whole.result`.
    std::vector<Ends> endsOf(const std::vector<const DeclaredPass*>& passes, const Ends& whole) {
        std::vector<Ends> all(passes.size(), whole);
        if (variant_.sharedResult != ResultComposition::Chained) return all;
        for (std::size_t i = 0; i < passes.size(); ++i) {
            const auto behind = passes.begin() + std::ptrdiff_t(i) + 1;
            if (!passes[i]->writesResult() ||
                std::none_of(behind, passes.end(), std::mem_fn(&DeclaredPass::writesResult)))
                continue;
            const std::string name = "result of kernel " + std::to_string(i + 1) + ", " + passes[i]->name;
            if (!file_.pixels.isImageObject && !scratch_.contains(name))
                scratch_[name] = plan_.addScratch(name, request_.input.size.area() * format_.bytesPerPixel());
            const BufferRef between = file_.pixels.isImageObject ? whole.result : scratch_.at(name);
            all[i].result = between, all[i].resultName = name;
            for (std::size_t next = i + 1; next < passes.size(); ++next)
                all[next].image = between, all[next].imageName = name;
        }
        return all;
    }

    static std::string objectName(const ArgumentMeaning& meaning, const Ends& ends) {
        return meaning.kind == ArgumentMeaning::Source        ? ends.imageName
               : meaning.kind == ArgumentMeaning::Destination ? ends.resultName
                                                              : meaning.scratch;
    }
    /// Of the image's own size and format.
    void addObject(const std::string& name) {
        if (objects_.contains(name)) return;
        objects_[name] = {int(plan_.imageObjects.size())};
        plan_.imageObjects.push_back({name, {request_.input.size, format_}, file_.pixels.isNormalized});
    }

    KernelPass kernelPass(const DeclaredPass& declared, const Ends& ends) const {
        KernelPass pass;
        pass.program = userProgram(file_.id, file_.file);
        pass.kernel = declared.kernel;
        pass.defines = formatDefines(format_, format_);
        for (const auto& [name, expression] : file_.defines)
            pass.defines.emplace_back(name, defineText(value(expression)));
        pass.local = declared.workgroup.value_or(request_.workgroup);
        const std::size_t x = range(declared, 0), y = range(declared, 1);
        pass.global = {roundUp(x, std::size_t(pass.local.x)), roundUp(y, std::size_t(pass.local.y))};
        for (const ArgumentMeaning& meaning : declared.arguments)
            addArguments(pass, {{meaning.argument.name, argumentOf(meaning, ends)}});
        // At least the image if it reads it, the result if it writes it, and whole buffers.
        for (const ArgumentMeaning& one : declared.arguments)
            if (one.kind == ArgumentMeaning::Scratch && one.argument.space != KernelArgument::Image)
                pass.bytes += plan_.scratchOf(scratch_.at(one.scratch)).bytes;
            else if (one.kind == ArgumentMeaning::Scratch || one.kind == ArgumentMeaning::Source ||
                     one.kind == ArgumentMeaning::Destination)
                pass.bytes += request_.input.size.area() * format_.bytesPerPixel();
        return pass;
    }

    Argument argumentOf(const ArgumentMeaning& meaning, const Ends& ends) const {
        if (meaning.argument.space == KernelArgument::Image) return objects_.at(objectName(meaning, ends));
        switch (meaning.kind) {
        case ArgumentMeaning::Sampler: return meaning.sampler;
        case ArgumentMeaning::Source: return ends.image;
        case ArgumentMeaning::Destination: return ends.result;
        case ArgumentMeaning::Scratch: return scratch_.at(meaning.scratch);
        case ArgumentMeaning::Local: {
            const double bytes = std::ceil(value(meaning.expressions.front(), meaning.argument.name)) *
                                 bytesOfType(meaning.argument.type);
            if (!(bytes >= 1) || bytes > 4294967295.0)
                failAt(0, meaning.argument.name + " would have " + numberText(bytes) + " bytes of local memory here");
            return LocalArgument{std::uint64_t(bytes)};
        }
        case ArgumentMeaning::Unknown: // no filter is made of such a file
        case ArgumentMeaning::Number: break;
        }
        return numberOf(meaning);
    }

    Argument numberOf(const ArgumentMeaning& meaning) const {
        const std::string& type = meaning.argument.type;
        const bool isStruct = !meaning.types.empty();
        ByteArgument made{type, {}, {}};
        std::size_t alignment = 1;
        for (std::size_t i = 0; i < meaning.expressions.size(); ++i) {
            const double number = value(meaning.expressions[i], meaning.argument.name);
            const std::string member = isStruct ? meaning.types[i] : elementOf(type).first;
            if (const std::string why = rangeProblem(member, number); !why.empty())
                failAt(0, meaning.argument.name + " " + why);
            if (type == "float") return float(number);
            if (type == "int") return std::int32_t(number);
            if (type == "uint") return std::uint32_t(number);
            if (isStruct) {
                const auto bytes = std::size_t(bytesOfType(member));
                alignment = std::max(alignment, bytes);
                made.bytes.resize(roundUp(made.bytes.size(), bytes));
            }
            appendAs(made.bytes, member, number);
            made.text += (made.text.empty() ? "" : ", ") + numberText(number);
        }
        made.bytes.resize(isStruct ? roundUp(made.bytes.size(), alignment) : std::size_t(bytesOfType(type)));
        return made;
    }

    const KernelFile& file_;
    const DeclaredVariant& variant_;
    const PlanRequest& request_;
    const Format format_; ///< of the image as the kernel gets it
    NamedNumbers values_; ///< what expressions may name
    Plan plan_;
    std::map<std::string, BufferRef> scratch_;
    std::map<std::string, ImageObjectRef> objects_;
};
} // namespace

std::string defineText(double number) {
    return number == std::floor(number) && std::abs(number) < 2147483648.0 ? std::to_string(std::int64_t(number))
                                                                           : floatLiteral(number);
}

Plan definitionPlan(const KernelFile& file, const DeclaredVariant& variant, const PlanRequest& request) {
    return PlanMaker(file, variant, request).make();
}

std::string definitionWorkgroupProblem(const KernelFile& file, const DeclaredVariant& variant, Workgroup workgroup,
                                       const PlanRequest& request) {
    const std::vector<const DeclaredPass*> passes = file.passesOf(variant);
    if (const auto fixed = fixedWorkgroup(passes))
        return workgroup == *fixed ? std::string() : fixedWorkgroupProblem(passes, request.device);
    if (!variant.workgroups.empty() && std::ranges::find(variant.workgroups, workgroup) == variant.workgroups.end()) {
        const auto problemOf = [&](Workgroup allowed) {
            PlanRequest withAllowed = request;
            withAllowed.workgroup = allowed;
            return definitionWorkgroupProblem(file, variant, allowed, withAllowed);
        };
        if (std::ranges::none_of(variant.workgroups, [&](Workgroup one) { return problemOf(one).empty(); }))
            return problemOf(variant.workgroups.front()) + "; write a //@ range with rounding up, or other workgroups";
        return file.file + " takes workgroups of " + joinWords(textsOf(variant.workgroups, workgroupText), "or");
    }
    const PlanMaker maker(file, variant, request);
    for (const DeclaredPass* pass : passes) {
        if (pass->workgroup || !pass->isExact) continue;
        const std::size_t x = maker.range(*pass, 0), y = maker.range(*pass, 1);
        if (x % std::size_t(workgroup.x) || y % std::size_t(workgroup.y))
            return workgroupText(workgroup) + " does not divide " + std::to_string(x) + " x " + std::to_string(y) +
                   " work-items, and kernel " + pass->kernel + " does not ask for the size, so it gets no more";
    }
    return {};
}

} // namespace lightbench
