#include "core/experiment/provenance.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "core/base/error.h"
#include "core/framework/tuning_database.h"
#include "core/run/resolve.h"
#include "core/run/stage_images.h"

namespace lightbench {

std::vector<std::string> differencesOf(const Provenance& a, const Provenance& b) {
    if (a.program.empty() != b.program.empty()) return {"an origin that was not recorded"};
    return keyDifferences(a, b);
}

namespace {
/// The programs of one stage whose second images are filled in; sets `shape` to its output shape. If the stage cannot
/// be resolved, only its filter is named, since the measurement reports the error.
std::set<std::string> programsOf(Stage stage, int stackIndex, const StageImages& images, const FilterCatalog& filters,
                                 ImageShape& shape, const DeviceInfo& device) {
    std::set<std::string> programs;
    try {
        stage.parameters = images.withImages(std::move(stage.parameters), stackIndex);
        const ResolvedStage resolved = resolveStage(stage, shape, device, filters);
        std::ranges::copy(programNames(resolved.plan), std::inserter(programs, programs.end()));
        shape = resolved.plan.output;
    } catch (const Error&) {
        if (stage.variant != "cpu") programs.insert(stage.filter);
    }
    return programs;
}
} // namespace

std::string kernelsHash(const Stack& stack, const FilterCatalog& filters, const ImageShape& input,
                        const DeviceInfo& device, const KernelLibrary& kernels) {
    const KernelLibrary now = filters.withKernelFiles(kernels).read();
    std::set<std::string> programs;
    ImageShape shape = input;
    StageImages images(input);
    for (int i = 0; i < int(stack.size()); ++i) {
        const Stage& stage = stack[std::size_t(i)];
        if (!stage.enabled) continue;
        programs.merge(programsOf(stage, i, images, filters, shape, device));
        images.add(i, shape);
    }
    return kernelsHash({programs.begin(), programs.end()}, now);
}

std::string hostName() {
    char name[256] = {};
    return gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

} // namespace lightbench
