// Plans a variant for a made-up device and lists the files of the programs.
#include "app/cli/files_to_read.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/source/stage_source.h"

namespace lightbench {

namespace {
/// A device on which every variant for its type runs.
DeviceInfo ableDevice(DeviceType type) {
    DeviceInfo device;
    device.type = type;
    device.name = device.platform = "any";
    device.computeUnits = 64;
    device.maxWorkgroup = 1024;
    device.maxWorkItems = {1024, 1024, 64};
    device.localMemory = type == DeviceType::Gpu ? 64 << 10 : 1 << 20;
    device.globalMemory = device.maxAllocation = std::uint64_t(1) << 33;
    device.preferredMultiple = type == DeviceType::Gpu ? 32 : 16;
    device.computeCapability = type == DeviceType::Gpu ? 90 : 0;
    device.isHostCpu = type == DeviceType::Cpu;
    return device;
}

void add(std::vector<std::pair<std::string, int>>& files, const SourceFile& file) {
    if (file.path.find("/prelude/") != std::string::npos) return;
    if (std::ranges::find(files, file.path, &std::pair<std::string, int>::first) != files.end()) return;
    files.emplace_back(file.path, int(std::ranges::count(file.text, '\n')));
}
} // namespace

std::vector<std::pair<std::string, int>> filesToRead(const Filter& filter, const Variant& variant,
                                                     const FilterCatalog& filters, DeviceType type) {
    const KernelLibrary kernels;
    const DeviceInfo device = ableDevice(type);
    Stage stage = makeStage(filter.id, filters);
    stage.variant = variant.id;
    std::vector<std::pair<std::string, int>> files;
    for (const int channels : {4, 1}) {
        try {
            const ResolvedStage resolved =
                resolveStage(stage, {{640, 480}, {filter.accepts.front(), channels}}, device, filters);
            for (const ProgramSource& program : stageSource(resolved, kernels, device).programs)
                for (const SourceFile& file : program.files(kernels))
                    add(files, file);
        } catch (const Error&) { // it does not exist there
            continue;
        }
        break;
    }
    return files;
}

} // namespace lightbench
