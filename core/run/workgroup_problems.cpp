// Puts the reasons into words.
#include "core/run/workgroup_problems.h"

#include "core/base/text.h"
#include "core/device/device_traits.h"

namespace lightbench {

namespace {
std::string limitProblem(Workgroup workgroup, const DeviceInfo& device) {
    const std::string size = workgroupText(workgroup);
    if (workgroup.x < 1 || workgroup.y < 1) return size + " is not a workgroup size; each side is at least 1";
    if (std::size_t(workgroup.x) > device.maxWorkItems[0])
        return size + " is wider than the device's limit of " + std::to_string(device.maxWorkItems[0]) + " work-items";
    if (std::size_t(workgroup.y) > device.maxWorkItems[1])
        return size + " is higher than the device's limit of " + std::to_string(device.maxWorkItems[1]) + " work-items";
    const std::uint64_t items = std::uint64_t(workgroup.x) * std::uint64_t(workgroup.y);
    if (items > device.maxWorkgroup)
        return size + " has " + std::to_string(items) + " work-items; the device's limit is " +
               std::to_string(device.maxWorkgroup) + " per workgroup";
    return {};
}

std::string driversProblem(const Variant& variant) {
    if (driverMayChoose(variant)) return {};
    return "the kernels of " + variant.id +
           " depend on the size of their workgroups, so that the driver cannot choose it; give auto, or a size";
}

std::string ruleProblem(const Variant& variant, const PlanRequest& request) {
    if (variant.workgroups.shape == WorkgroupRule::Line && request.workgroup.y != 1)
        return variant.id + " takes workgroups of one row: give a number of work-items such as " +
               std::to_string(request.workgroup.x);
    return variant.workgroups.problem ? variant.workgroups.problem(request.workgroup, request) : std::string();
}

/// Some passes have workgroups of their own, such as one that merges tables.
std::string passProblem(const Plan& plan, const DeviceInfo& device) {
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass);
            kernel && std::size_t(kernel->local.items()) > device.maxWorkgroup)
            return "kernel " + kernel->kernel + " has " + std::to_string(kernel->local.items()) +
                   " work-items per workgroup; the device's limit is " + std::to_string(device.maxWorkgroup);
    return {};
}

std::string privateProblem(const Plan& plan, const PlanRequest& request) {
    const std::uint64_t needed = groupPrivateBytes(plan), maximum = request.device.privateMemory;
    if (maximum == 0 || needed <= maximum) return {};
    return workgroupText(request.workgroup) + " needs " + byteText(double(needed)) +
           " for private arrays of its work-items; the device's driver has them on a stack, with room for " +
           byteText(double(maximum)) + ". Take a smaller workgroup";
}

std::string localProblem(std::uint64_t needed, const PlanRequest& request) {
    const std::uint64_t reserve = localMemoryReserve(request.device);
    if (needed == 0 || needed + reserve <= request.device.localMemory) return {};
    return workgroupText(request.workgroup) + " needs " + byteText(double(needed)) +
           " of local memory; the device has " + byteText(double(request.device.localMemory)) + " per workgroup" +
           (reserve ? ", minus what its driver uses" : "");
}
} // namespace

std::string sizeProblem(const Variant& variant, const PlanRequest& request) {
    if (request.workgroup == driverChosenWorkgroup) return driversProblem(variant);
    std::string problem = limitProblem(request.workgroup, request.device);
    return problem.empty() ? ruleProblem(variant, request) : problem;
}

std::string needsProblem(const Plan& plan, const PlanRequest& request) {
    std::string problem = localProblem(localBytes(plan), request);
    if (problem.empty()) problem = privateProblem(plan, request);
    return problem.empty() ? passProblem(plan, request.device) : problem;
}

} // namespace lightbench
