#include "core/run/plan_report.h"

#include <cstdio>

#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/run/report_json.h"

namespace lightbench {

namespace {
/// The words for a buffer; scratch buffers have their number, because names may repeat.
std::string bufferText(const PlannedStage& stage, const BufferRef& buffer) {
    switch (buffer.kind) {
    case BufferRef::Input: return "input";
    case BufferRef::Output: return "output";
    case BufferRef::Image: return "image " + imageParameterNames(*stage.resolved.filter).at(std::size_t(buffer.index));
    case BufferRef::Scratch: break;
    }
    return "scratch " + std::to_string(buffer.index + 1) + " (" + stage.resolved.plan.scratchOf(buffer).name + ")";
}

std::string groupText(Workgroup workgroup) {
    return workgroup == driverChosenWorkgroup ? "chosen by the driver" : workgroupText(workgroup);
}

std::string wordText(std::uint32_t word) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", unsigned(word));
    return text;
}

/// Three significant digits, because counts of operations are estimates.
std::string operationsText(std::uint64_t operations) {
    std::uint64_t step = 1;
    while (operations / step >= 1000)
        step *= 10;
    const std::uint64_t rounded = (operations + step / 2) / step * step;
    return "about " + significantText(double(rounded)) + " operations";
}

std::string samplerText(const SamplerArgument& sampler) {
    constexpr const char* outside[] = {"clamp to edge", "clamp", "repeat", "mirrored repeat"};
    return std::string(sampler.isLinear ? "linear, " : "nearest, ") + outside[sampler.outside] +
           (sampler.isNormalized ? ", normalized" : "");
}

/// A value of a kernel's argument as text.
struct ArgumentText {
    const PlannedStage& stage;
    std::string operator()(const BufferRef& buffer) const { return bufferText(stage, buffer); }
    std::string operator()(const LocalArgument& local) const {
        return byteText(double(local.bytes)) + " of local memory";
    }
    std::string operator()(float value) const { return numberText(double(value)); }
    std::string operator()(const ImageObjectRef& object) const {
        return stage.resolved.plan.imageObjects.at(std::size_t(object.index)).name;
    }
    std::string operator()(const SamplerArgument& sampler) const { return samplerText(sampler); }
    std::string operator()(const ByteArgument& value) const { return "(" + value.text + ")"; }
    template <class T> std::string operator()(T whole) const { return std::to_string(whole); }
};

/// The lines of a stage. Each starts with what it is about.
class PlanLines {
public:
    PlanLines(const PlannedStage& stage, const KernelLibrary& kernels) : stage_(stage), kernels_(kernels) {}

    std::string text() {
        const ResolvedStage& resolved = stage_.resolved;
        const Plan& plan = resolved.plan;
        line(0, std::to_string(stage_.stackIndex + 1) + " " + resolved.filter->id + " variant=" + resolved.variant->id +
                    " workgroup=" + workgroupText(resolved.workgroup));
        line(1, "input: " + stage_.input.name());
        line(1, "output: " + (plan.passesThrough ? std::string("the input, unchanged") : plan.output.name()));
        for (std::size_t i = 0; i < plan.scratch.size(); ++i)
            line(1, "scratch " + std::to_string(i + 1) + ": " + plan.scratch[i].name + ", " +
                        byteText(double(plan.scratch[i].bytes)) +
                        (plan.scratch[i].contents.empty() ? "" : ", uploaded once"));
        if (plan.analysis) line(1, "analysis: " + bufferText(stage_, *plan.analysis));
        for (std::size_t i = 0; i < plan.passes.size(); ++i) {
            number_ = "pass " + std::to_string(i + 1) + ": ";
            std::visit([this](const auto& pass) { add(pass); }, plan.passes[i]);
        }
        return text_;
    }

private:
    void line(int depth, const std::string& words) { text_ += std::string(std::size_t(2 * depth), ' ') + words + "\n"; }
    /// A list of words, if there are any.
    void list(const std::string& title, const std::vector<std::string>& words, std::string_view separator) {
        if (!words.empty()) line(2, title + ": " + joined(words, separator));
    }
    std::vector<std::string> texts(const std::vector<BufferRef>& buffers) const {
        return textsOf(buffers, [this](const BufferRef& buffer) { return bufferText(stage_, buffer); });
    }

    void add(const KernelPass& pass) {
        line(1, number_ + "kernel " + pass.kernel + " of " + kernels_.source(pass.program).path);
        line(2, "global size: " + std::to_string(pass.global[0]) + " x " + std::to_string(pass.global[1]) +
                    ", local size: " + groupText(pass.local));
        list("defines", textsOf(pass.defines, [](const auto& one) { return one.first + "=" + one.second; }), " ");
        const auto textOf = [this](const NamedArgument& argument) {
            return argument.name + "=" + std::visit(ArgumentText{stage_}, argument.value);
        };
        list("arguments", textsOf(pass.arguments, textOf), "; ");
        std::string needs = "moves at least " + byteText(double(pass.bytes)) + ", " + operationsText(pass.operations);
        if (localBytes(pass) > 0) needs += ", " + byteText(double(localBytes(pass))) + " of local memory per workgroup";
        if (pass.privateBytes > 0) needs += ", " + byteText(double(pass.privateBytes)) + " of arrays per work-item";
        line(2, needs);
    }
    void add(const FillPass& pass) {
        line(1, number_ + "fill " + bufferText(stage_, pass.buffer) + " with " + wordText(pass.word));
    }
    void add(const ImagePass& pass) {
        line(1, number_ + pass.name() + " " + ArgumentText{stage_}(pass.object) + ", with " +
                    bufferText(stage_, pass.buffer));
    }
    void add(const HostPass& pass) {
        line(1, number_ + "host step \"" + pass.name() + "\"");
        const ParameterValues values = hostOperationArguments(pass.operation);
        const auto textOf = [](const auto& value) { return value.first + "=" + valueText(value.second); };
        list("arguments", textsOf(values.all(), textOf), "; ");
        list("reads", texts(pass.reads), ", ");
        list("writes", texts(pass.writes), ", ");
        if (pass.operations > 0) line(2, operationsText(pass.operations));
    }

    const PlannedStage& stage_;
    const KernelLibrary& kernels_;
    std::string text_, number_;
};

Json shapeJson(const ImageShape& shape) {
    return Json::Object{{"width", shape.size.width}, {"height", shape.size.height}, {"format", shape.formatName()}};
}

/// {"kind"}, and "number" for a scratch buffer (counted from 1) or "parameter" for a second image.
Json bufferJson(const PlannedStage& stage, const BufferRef& buffer) {
    switch (buffer.kind) {
    case BufferRef::Input: return Json::Object{{"kind", "input"}};
    case BufferRef::Output: return Json::Object{{"kind", "output"}};
    case BufferRef::Image:
        return Json::Object{{"kind", "image"},
                            {"parameter", imageParameterNames(*stage.resolved.filter).at(std::size_t(buffer.index))}};
    case BufferRef::Scratch: break;
    }
    return Json::Object{{"kind", "scratch"}, {"number", buffer.index + 1}};
}

/// As bufferJson for a buffer; else {"kind", "bytes"} or {"kind", "value"}.
struct ArgumentJson {
    const PlannedStage& stage;
    Json operator()(const BufferRef& buffer) const { return bufferJson(stage, buffer); }
    Json operator()(const LocalArgument& local) const {
        return Json::Object{{"kind", "local"}, {"bytes", local.bytes}};
    }
    Json operator()(std::int32_t value) const { return Json::Object{{"kind", "int"}, {"value", value}}; }
    Json operator()(std::uint32_t value) const { return Json::Object{{"kind", "uint"}, {"value", value}}; }
    Json operator()(const ImageObjectRef& object) const {
        return Json::Object{{"kind", "image object"}, {"value", ArgumentText{stage}(object)}};
    }
    Json operator()(const SamplerArgument& sampler) const {
        return Json::Object{{"kind", "sampler"}, {"value", samplerText(sampler)}};
    }
    Json operator()(float value) const { return Json::Object{{"kind", "float"}, {"value", value}}; }
    Json operator()(const ByteArgument& value) const {
        return Json::Object{{"kind", value.type}, {"value", value.text}};
    }
};

struct PassJson {
    const PlannedStage& stage;
    const KernelLibrary& kernels;

    Json operator()(const KernelPass& pass) const {
        Json defines = Json::Object(), arguments = Json::Object();
        for (const auto& [name, value] : pass.defines)
            defines[name] = value;
        for (const NamedArgument& argument : pass.arguments)
            arguments[argument.name] = std::visit(ArgumentJson{stage}, argument.value);
        return Json::Object{{"kind", "kernel"},
                            {"kernel", pass.kernel},
                            {"file", kernels.source(pass.program).path},
                            {"global", Json::Array{pass.global[0], pass.global[1]}},
                            {"local", toJson(pass.local)},
                            {"defines", defines},
                            {"arguments", arguments},
                            {"local_bytes", localBytes(pass)},
                            {"private_bytes", pass.privateBytes},
                            {"bytes", pass.bytes},
                            {"operations", pass.operations}};
    }
    Json operator()(const FillPass& pass) const {
        return Json::Object{{"kind", "fill"}, {"buffer", bufferJson(stage, pass.buffer)}, {"word", pass.word}};
    }
    Json operator()(const ImagePass& pass) const {
        return Json::Object{{"kind", pass.name()},
                            {"buffer", bufferJson(stage, pass.buffer)},
                            {"object", ArgumentText{stage}(pass.object)}};
    }
    Json operator()(const HostPass& pass) const {
        return Json::Object{{"kind", "host"},
                            {"operation", pass.name()},
                            {"arguments", toJson(hostOperationArguments(pass.operation))},
                            {"reads", buffersJson(pass.reads)},
                            {"writes", buffersJson(pass.writes)},
                            {"operations", pass.operations}};
    }
    Json buffersJson(const std::vector<BufferRef>& buffers) const {
        Json list = Json::Array();
        for (const BufferRef& buffer : buffers)
            list.append(bufferJson(stage, buffer));
        return list;
    }
};
} // namespace

std::string planText(const PlannedStage& stage, const KernelLibrary& kernels) {
    return PlanLines(stage, kernels).text();
}

Json planJson(const PlannedStage& stage, const KernelLibrary& kernels) {
    const Plan& plan = stage.resolved.plan;
    Json scratch = Json::Array(), passes = Json::Array();
    for (const Scratch& buffer : plan.scratch)
        scratch.append(
            Json::Object{{"name", buffer.name}, {"bytes", buffer.bytes}, {"uploaded", !buffer.contents.empty()}});
    for (const Pass& pass : plan.passes)
        passes.append(std::visit(PassJson{stage, kernels}, pass));
    return Json::Object{{"stage", stage.stackIndex + 1},
                        {"filter", plan.filter},
                        {"variant", stage.resolved.variant->id},
                        {"workgroup", toJson(stage.resolved.workgroup)},
                        {"input", shapeJson(stage.input)},
                        {"output", shapeJson(plan.output)},
                        {"passes_through", plan.passesThrough},
                        {"scratch", scratch},
                        {"analysis", plan.analysis ? bufferJson(stage, *plan.analysis) : Json()},
                        {"passes", passes}};
}

} // namespace lightbench
