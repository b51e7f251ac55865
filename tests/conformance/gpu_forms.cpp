// Compares plans for a processor and for a GPU of the same limits.
#include "tests/conformance/gpu_forms.h"

#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/device/compiler_macros.h"
#include "core/framework/kernel_library.h"
#include "core/run/resolve.h"
#include "tests/conformance/conformance_cases.h"

namespace lightbench {

namespace {
/// What a variant's programs are; nothing if it does not run there.
std::optional<std::string> programsOfForm(const Filter& filter, const Variant& variant, Format format,
                                          const DeviceInfo& device) {
    try {
        const ImageShape shape{conformanceSizes().back(), format};
        const ParameterValues values = withPictures(filter, defaultValues(filter.parameters), shape, 1, false);
        outputShapeOf(filter, shape, values);
        PlanRequest request{shape, values, device, {}};
        if (!whyNotApplicable(variant, request).empty()) return std::nullopt;
        request.workgroup = automaticWorkgroup(filter, variant, request);
        if (!judgeWorkgroup(filter, variant, request).legal) return std::nullopt;
        std::string text;
        for (const Pass& pass : makePlan(filter, variant, request).passes)
            if (const auto* kernel = std::get_if<KernelPass>(&pass)) {
                const std::string source = KernelLibrary().source(kernel->program).text;
                text += std::to_string(languageVersion(device, source)) + " " + kernel->program + " " + kernel->kernel;
                for (const auto& [name, value] : kernel->defines)
                    text += " " + name + "=" + value;
                text += "\n";
            }
        return text;
    } catch (const Error&) {
        return std::nullopt; // the defaults do not take this image
    }
}
} // namespace

bool hasFormForGpus(const Filter& filter, const Variant& variant, Format format, const DeviceInfo& device) {
    DeviceInfo gpu = device;
    gpu.type = DeviceType::Gpu;
    const std::optional<std::string> onGpu = programsOfForm(filter, variant, format, gpu);
    return onGpu && onGpu != programsOfForm(filter, variant, format, device);
}

} // namespace lightbench
