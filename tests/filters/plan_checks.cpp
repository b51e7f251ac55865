// The checks of plan_checks.h, and the parameters with which tests make plans.
#include "tests/filters/plan_checks.h"

#include <map>
#include <set>

#include "core/framework/kernel_library.h"
#include "core/framework/kernel_signature.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"

namespace lightbench::tests {

namespace {

QString text(const std::string& words) { return QString::fromStdString(words); }

using Parameters = std::optional<std::vector<KernelParameter>>;

/// Each kernel is read once.
const Parameters& parametersOf(const KernelPass& pass) {
    static std::map<std::pair<std::string, std::string>, Parameters> kernels;
    const auto [found, isNew] = kernels.try_emplace({pass.program, pass.kernel});
    if (isNew) found->second = kernelParameters(KernelLibrary().source(pass.program).text, pass.kernel);
    return found->second;
}

DeviceInfo madeUp(const std::string& name, DeviceType type, std::size_t workgroup, std::uint64_t local, int multiple) {
    DeviceInfo device;
    device.name = name;
    device.type = type;
    device.maxWorkgroup = workgroup;
    device.maxWorkItems = {workgroup, workgroup, 64};
    device.localMemory = local;
    device.globalMemory = std::uint64_t(8) << 30;
    device.maxAllocation = std::uint64_t(4) << 30;
    device.preferredMultiple = multiple;
    device.computeUnits = 8;
    return device;
}

class Checker {
public:
    Checker(const Filter& filter, const Plan& plan, const PlanRequest& request)
        : filter_(filter), plan_(plan), request_(request) {}

    QStringList run() {
        checkShape();
        checkScratch();
        if (plan_.passes.empty()) problem("has no pass");
        for (const Pass& pass : plan_.passes)
            std::visit([this](const auto& one) { check(one); }, pass);
        if (!plan_.passesThrough && !writesOutput_) problem("no pass mentions the output");
        checkTraffic();
        return problems_;
    }

private:
    void problem(const QString& words) {
        problems_ += text(filter_.id) + ": " + words + " (" + describe(request_) + ")";
    }

    void checkShape() {
        const ImageShape expected =
            filter_.outputShape ? filter_.outputShape(request_.input, request_.parameters) : request_.input;
        if (plan_.output != expected) problem("output shape is " + text(plan_.output.name()));
        if (plan_.filter != filter_.id) problem("plan names the filter " + text(plan_.filter));
        if (plan_.passesThrough && plan_.output != request_.input) problem("passes through, but changes the shape");
    }
    void checkScratch() {
        for (const Scratch& scratch : plan_.scratch) {
            if (scratch.name.empty()) problem("a scratch buffer has no name");
            if (scratch.bytes == 0) problem("scratch " + text(scratch.name) + " has no bytes");
            if (!scratch.contents.empty() && scratch.contents.size() != scratch.bytes)
                problem("contents of scratch " + text(scratch.name) + " are not of its size");
        }
        checkAnalysis();
    }
    void checkAnalysis() {
        if (bool(filter_.analyse) != plan_.analysis.has_value())
            return problem("has an analysis and its filter has none, or the reverse");
        if (!plan_.analysis) return;
        check(*plan_.analysis);
        if (plan_.analysis->kind != BufferRef::Scratch) return problem("the analysis is in no scratch buffer");
        const std::size_t words = filter_.analysisLength(request_.input, request_.parameters);
        if (plan_.scratchOf(*plan_.analysis).bytes != words * sizeof(std::uint32_t))
            problem("the analysis has not the length that its filter says");
    }
    void check(const BufferRef& buffer) {
        const bool scratch = buffer.kind == BufferRef::Scratch;
        if (scratch && (buffer.index < 0 || buffer.index >= int(plan_.scratch.size())))
            problem("a scratch index is out of range");
        if (buffer.kind == BufferRef::Image && (buffer.index < 0 || buffer.index >= int(plan_.images.size())))
            problem("there is no such second image");
        if (buffer.kind == BufferRef::Output) writesOutput_ = true;
        if (buffer.kind == BufferRef::Output && plan_.passesThrough) problem("passes through, but uses the output");
    }
    void check(const LocalArgument& local) {
        if (local.bytes == 0) problem("a local argument has no bytes");
    }
    template <class T> void check(const T&) {} // numbers
    void check(const FillPass& pass) { check(pass.buffer); }
    void check(const ImagePass& pass) { check(pass.buffer); }
    void check(const HostPass& pass) {
        if (pass.name().empty()) problem("a host step has no name");
        const auto* reference = std::get_if<RunReference>(&pass.operation);
        if (reference && reference->filter != filter_.id)
            problem("a host step runs the reference of " + text(reference->filter));
        for (const BufferRef& buffer : pass.reads)
            check(buffer);
        for (const BufferRef& buffer : pass.writes)
            check(buffer);
    }
    void check(const KernelPass& pass) {
        kernels_ = true;
        bytes_ += pass.bytes;
        checkName(pass);
        checkSizes(pass);
        std::set<std::string> defined;
        for (const auto& [name, value] : pass.defines)
            if (!defined.insert(name).second || name.empty() || value.empty())
                problem("define " + text(name) + " is there twice or is empty");
        for (const NamedArgument& argument : pass.arguments)
            std::visit([this](const auto& one) { check(one); }, argument.value);
    }
    void checkName(const KernelPass& pass) {
        // A program is a filter, or a variant's file in the filter's folder: gaussian/two-pass. A kernel that the
        // programs of several filters have keeps one name, by which reports tell what it does.
        static const QStringList shared{"equalize_look_up", "float_samples_of"};
        const QString prefix = text(pass.program).section('/', 0, 0).replace('-', '_') + "_";
        if (!text(pass.kernel).startsWith(prefix) && !shared.contains(text(pass.kernel)))
            problem("kernel " + text(pass.kernel) + " does not begin with " + prefix);
        const std::string found = matchArguments(pass, parametersOf(pass)).problem;
        if (!found.empty()) problem(text(found));
    }
    void checkSizes(const KernelPass& pass) {
        const std::size_t sides[2] = {std::size_t(pass.local.x), std::size_t(pass.local.y)};
        const DeviceInfo& device = request_.device;
        if (pass.local == driverChosenWorkgroup) return;
        if (pass.local.x < 1 || pass.local.y < 1) return problem("a workgroup has no work-items");
        for (std::size_t i = 0; i < 2; ++i) {
            if (pass.global[i] == 0 || pass.global[i] % sides[i] != 0)
                problem(QStringLiteral("global size %1 of %2 is no multiple of the local size %3")
                            .arg(pass.global[i])
                            .arg(text(pass.kernel))
                            .arg(sides[i]));
            if (sides[i] > device.maxWorkItems[i]) problem("a pass exceeds the device's work-items");
        }
        if (sides[0] * sides[1] > device.maxWorkgroup) problem("a pass exceeds the device's workgroup size");
        if (localBytes(pass) > device.localMemory) problem("a pass exceeds the device's local memory");
    }
    void checkTraffic() {
        // Of an input with more pixels than the output a filter may read only some.
        const bool shrinks = plan_.output.size.area() < request_.input.size.area();
        const std::uint64_t written = plan_.passesThrough ? std::uint64_t(0) : std::uint64_t(plan_.output.bytes());
        const std::uint64_t minimum = (shrinks ? std::uint64_t(0) : std::uint64_t(request_.input.bytes())) + written;
        if (kernels_ && bytes_ < minimum)
            problem(QStringLiteral("moves %1 bytes, but its images alone have %2").arg(bytes_).arg(minimum));
    }

    const Filter& filter_;
    const Plan& plan_;
    const PlanRequest& request_;
    QStringList problems_;
    bool writesOutput_ = false, kernels_ = false;
    std::uint64_t bytes_ = 0;
};

} // namespace

const std::vector<DeviceInfo>& devices() {
    static const std::vector<DeviceInfo> all{madeUp("small", DeviceType::Other, 128, 16 << 10, 1),
                                             madeUp("gpu", DeviceType::Gpu, 1024, 48 << 10, 32),
                                             madeUp("cpu", DeviceType::Cpu, 4096, 2 << 20, 8)};
    return all;
}

std::vector<ParameterValue> interesting(const Parameter& parameter) {
    std::vector<ParameterValue> values;
    switch (parameter.kind) {
    case ParameterKind::Integer:
        values = {int(parameter.minimum), int(parameter.maximum), int(parameter.minimum) + int(parameter.step)};
        break;
    case ParameterKind::Real: values = {parameter.minimum, parameter.maximum}; break;
    case ParameterKind::Choice:
        for (const Choice& choice : parameter.choices)
            values.push_back(choice.name);
        break;
    case ParameterKind::Switch: values = {true, false}; break;
    case ParameterKind::Text: values.assign(parameter.examples.begin(), parameter.examples.end()); break;
    case ParameterKind::Matrix:
        values = {Matrix{3, {0, 1, 0, 1, -4, 1, 0, 1, 0}, {}}, Matrix{31, std::vector<double>(961, 0.001), {}}};
        break;
    case ParameterKind::Resource:
        values = {ResourceFile{}};
        if (parameter.resource->name == "palette")
            values.emplace_back(
                ResourceFile{"made up", "palette", parameter.resource->parse("#000000\n#ffffff\n", "made up")});
        break;
    case ParameterKind::Image: values = {ImageInput{}, ImageInput{.stage = 2}}; break;
    case ParameterKind::Rectangle: values = {Rectangle{0, 0, 1, 1}, Rectangle{2, 3, 8, 5}}; break;
    }
    return values;
}

std::vector<ParameterValues> settingsOf(const Filter& filter) {
    std::vector<ParameterValues> all{defaultValues(filter.parameters)};
    for (const Parameter& parameter : filter.parameters)
        for (const ParameterValue& value : interesting(parameter)) {
            all.push_back(all.front());
            all.back().set(parameter.name, value);
        }
    return all;
}

bool suits(const Filter& filter, const ImageShape& input, const ParameterValues& parameters) {
    return !filter.check || !errorOf([&] { filter.check(input, parameters); });
}

QStringList planProblems(const Filter& filter, const Plan& plan, const PlanRequest& request) {
    return Checker(filter, plan, request).run();
}

QString describe(const PlanRequest& request) {
    return text(request.input.name()) + ", workgroup " + text(workgroupText(request.workgroup)) + " on " +
           text(request.device.name);
}

} // namespace lightbench::tests
