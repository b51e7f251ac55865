// Reads the images for their shapes alone, and resolves the stages as the engine would.
#include "app/cli/plans.h"

#include "app/cli/files.h"
#include "app/cli/jobs.h"
#include "core/base/text.h"
#include "core/device/device_label.h"
#include "core/run/plan_report.h"
#include "core/run/report_json.h"

namespace lightbench {

namespace {
std::string stagesText(const std::vector<PlannedStage>& stages, const KernelLibrary& kernels) {
    if (stages.empty()) return "\nno stage is switched on\n";
    std::string text;
    for (const PlannedStage& stage : stages)
        text += "\n" + planText(stage, kernels);
    return text;
}

Json stagesJson(const std::vector<PlannedStage>& stages, const KernelLibrary& kernels) {
    Json list = Json::Array();
    for (const PlannedStage& stage : stages)
        list.append(planJson(stage, kernels));
    return list;
}
} // namespace

int showPlans(const Arguments& arguments, CommandContext& context) {
    const Stack stack = stackFrom(arguments.value("stack"), context);
    const std::vector<DeviceInfo> devices = context.devicesNamed(arguments.value("device"));
    const auto kernels =
        std::make_shared<const KernelLibrary>(context.filters.withKernelFiles(context.engine().kernels()).read());
    const Tuning tuning{context.tuningOf(tuningFile(arguments)), kernels};
    Json plans = Json::Array();
    std::string text;
    for (const std::string& input : arguments.positionals) {
        const ImageShape shape = readInput(input, largeOf(arguments), context).image->shape();
        for (const DeviceInfo& device : devices) {
            const auto stages = plannedStages(stack, shape, device, context.filters, tuning);
            text += (text.empty() ? "" : "\n") + shownPath(input) + " on " + deviceLabel(device) + "\n" +
                    stagesText(stages, *kernels);
            Json plan = Json::Object{{"input", pathJson(input)}, {"device", toJson(device)}};
            plan["stages"] = stagesJson(stages, *kernels);
            plans.append(std::move(plan));
        }
    }
    if (arguments.has("json"))
        printRaw(Json(Json::Object{{"plans", plans}}).text());
    else
        print(text);
    return Success;
}

} // namespace lightbench
