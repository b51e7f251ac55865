#include "core/framework/plan.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <stdexcept>

#include "core/device/device_traits.h"
#include "core/framework/border.h"

namespace lightbench {

BufferRef Plan::addScratch(std::string name, std::uint64_t bytes) { return addScratch({std::move(name), bytes, {}}); }

BufferRef Plan::addScratch(Scratch buffer) {
    scratch.push_back(std::move(buffer));
    return {BufferRef::Scratch, int(scratch.size()) - 1};
}

KernelPass& Plan::add(KernelPass pass) { return std::get<KernelPass>(passes.emplace_back(std::move(pass))); }

std::uint64_t bytesOf(const Plan& plan, const ImageShape& input, const BufferRef& buffer) {
    switch (buffer.kind) {
    case BufferRef::Input: return input.bytes();
    case BufferRef::Output: return plan.output.bytes();
    case BufferRef::Image: return plan.images.at(std::size_t(buffer.index)).bytes();
    case BufferRef::Scratch: break;
    }
    return plan.scratchOf(buffer).bytes;
}

PlanRequest requestFor(const ImageShape& input, const PlanRequest& request) {
    PlanRequest other = request;
    other.input = input;
    return other;
}

KernelName::KernelName(std::string name) : program(std::move(name)), kernel(program) {
    std::ranges::replace_if(
        kernel, [](char c) { return c == '/' || c == '-'; }, '_');
}

KernelPass kernelPass(const PlanRequest& request, KernelName name, std::optional<Format> format) {
    const Size size = request.input.size;
    const Format output = format.value_or(request.input.format);
    KernelPass pass;
    pass.program = std::move(name.program);
    pass.kernel = std::move(name.kernel);
    pass.defines = formatDefines(request.input.format, output);
    pass.global = coverGlobal(size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"width", size.width}, {"height", size.height}};
    pass.bytes = request.input.bytes() + ImageShape{size, output}.bytes();
    return pass;
}

Plan singlePass(KernelPass pass) {
    Plan plan;
    plan.add(std::move(pass));
    return plan;
}

void addArguments(KernelPass& pass, std::initializer_list<NamedArgument> arguments) {
    pass.arguments.insert(pass.arguments.end(), arguments);
}

void removeArgument(KernelPass& pass, std::string_view name) {
    std::erase_if(pass.arguments, [name](const NamedArgument& argument) { return argument.name == name; });
}

void addDefines(KernelPass& pass, std::initializer_list<std::pair<const char*, std::int64_t>> defines) {
    for (const auto& [name, value] : defines)
        pass.defines.emplace_back(name, std::to_string(value));
}

// Adds a reciprocal for division by multiplication: 2^(31 + shift) / divisor, rounded up and below 2^32. The shift is
// the least with 2^shift >= divisor. Quotients of numbers below 2^31 are exact.
void addDivisor(KernelPass& pass, const std::string& name, int divisor) {
    const auto shift = std::uint32_t(std::bit_width(std::uint32_t(divisor) - 1));
    const std::uint64_t power = std::uint64_t(1) << (31 + shift), wide = std::uint64_t(divisor);
    addArguments(pass, {{name + "_reciprocal", std::uint32_t((power + wide - 1) / wide)}, {name + "_shift", shift}});
}

KernelPass& lastKernel(Plan& plan) { return std::get<KernelPass>(plan.passes.back()); }

std::uint64_t localBytes(const KernelPass& pass) {
    std::uint64_t sum = pass.localBytes;
    for (const NamedArgument& argument : pass.arguments)
        if (const auto* local = std::get_if<LocalArgument>(&argument.value)) sum += local->bytes;
    return sum;
}

std::uint64_t localBytes(const Plan& plan) {
    std::uint64_t maximum = 0;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) maximum = std::max(maximum, localBytes(*kernel));
    return maximum;
}

std::uint64_t groupPrivateBytes(const Plan& plan) {
    std::uint64_t maximum = 0;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            maximum = std::max(maximum, kernel->privateBytes * std::uint64_t(kernel->local.items()));
    return maximum;
}

namespace {
std::string_view openClTypeName(SampleType type) {
    switch (type) {
    case SampleType::U8: return "uchar";
    case SampleType::U16: return "ushort";
    case SampleType::U32: return "uint";
    case SampleType::F32: break;
    }
    return "float";
}
} // namespace

std::vector<std::pair<std::string, std::string>> formatDefines(Format source, Format destination) {
    const auto typeOf = [](Format format) { return std::string(openClTypeName(format.type)); };
    return {{"SRC_SAMPLE", typeOf(source)},
            {"SRC_CHANNELS", std::to_string(source.channels)},
            {"DST_SAMPLE", typeOf(destination)},
            {"DST_CHANNELS", std::to_string(destination.channels)}};
}

namespace {
/// Maps the buffers of an inner plan to those of the outer plan.
struct Rewiring {
    BufferRef input, output;
    int firstScratch, firstObject;
    BufferRef operator()(BufferRef buffer) const {
        if (buffer.kind == BufferRef::Input) return input;
        if (buffer.kind == BufferRef::Output) return output;
        if (buffer.kind == BufferRef::Image) return buffer;
        return {BufferRef::Scratch, buffer.index + firstScratch};
    }
    void rewire(FillPass& pass) const { pass.buffer = (*this)(pass.buffer); }
    void rewire(ImagePass& pass) const {
        pass.buffer = (*this)(pass.buffer);
        pass.object.index += firstObject;
    }
    void rewire(HostPass& pass) const {
        for (std::vector<BufferRef>* buffers : {&pass.reads, &pass.writes})
            for (BufferRef& buffer : *buffers)
                buffer = (*this)(buffer);
    }
    void rewire(KernelPass& pass) const {
        for (NamedArgument& argument : pass.arguments)
            if (BufferRef* buffer = std::get_if<BufferRef>(&argument.value))
                *buffer = (*this)(*buffer);
            else if (ImageObjectRef* object = std::get_if<ImageObjectRef>(&argument.value))
                object->index += firstObject;
    }
};

void append(Plan& plan, const Plan& other, const Rewiring& rewiring) {
    plan.scratch.insert(plan.scratch.end(), other.scratch.begin(), other.scratch.end());
    plan.imageObjects.insert(plan.imageObjects.end(), other.imageObjects.begin(), other.imageObjects.end());
    for (Pass pass : other.passes) {
        std::visit([&](auto& one) { rewiring.rewire(one); }, pass);
        plan.passes.emplace_back(std::move(pass));
    }
}
} // namespace

void appendPlan(Plan& plan, const Plan& other, BufferRef input, BufferRef output) {
    if (other.passesThrough) throw std::logic_error("the plan of " + other.filter + " has no output to append");
    append(plan, other, {input, output, int(plan.scratch.size()), int(plan.imageObjects.size())});
}

std::pair<std::string, std::string> borderDefine(const std::string& border) {
    return {"BORDER", std::to_string(int(borderByName(border)))};
}

std::string floatLiteral(double value) {
    // printf would write a decimal comma in some locales.
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 9);
    std::string literal(text.data(), end.ptr);
    // "3f" is not a valid literal in C; "3.0f" is.
    if (literal.find_first_of(".e") == std::string::npos) literal += ".0";
    return literal + "f";
}

std::size_t roundUp(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }

std::array<std::size_t, 2> coverGlobal(Size size, Workgroup workgroup) {
    return {roundUp(std::size_t(size.width), std::size_t(workgroup.x)),
            roundUp(std::size_t(size.height), std::size_t(workgroup.y))};
}

std::array<std::size_t, 2> coverBlocks(Size size, Size block, Workgroup workgroup) {
    return coverGlobal({divideUp(size.width, block.width), divideUp(size.height, block.height)}, workgroup);
}

std::array<std::size_t, 2> coverTiles(Size size, Size tile, Workgroup workgroup) {
    return {std::size_t(divideUp(size.width, tile.width)) * std::size_t(workgroup.x),
            std::size_t(divideUp(size.height, tile.height)) * std::size_t(workgroup.y)};
}

std::array<std::size_t, 2> coverSegments(std::size_t count, int length, Workgroup workgroup) {
    constexpr std::size_t rowOfSegments = 1024;
    const std::size_t segments = (count + std::size_t(length) - 1) / std::size_t(length);
    const std::size_t columns = std::min(segments, rowOfSegments);
    return coverGlobal({int(columns), int((segments + columns - 1) / columns)}, workgroup);
}

std::pair<std::string, std::string> packedDefine(const DeviceInfo& device) {
    return {"PACKED_16", hasPackedInstructions(device) ? "1" : "0"};
}

} // namespace lightbench
