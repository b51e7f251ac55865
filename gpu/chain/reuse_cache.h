// What the last run left on the device, so that the next one can start after the stages that did not change.
#pragma once

#include <string>
#include <vector>

#include "core/run/report.h"
#include "gpu/chain/buffer_pool.h"
#include "gpu/programs/program_sources.h"

namespace lightbench {

/// All that a stage's result depends on, beside its input and the device.
struct StageKey {
    FilterCatalog filters; ///< that has the filter
    std::string filter, variant;
    Workgroup workgroup;
    ParameterValues parameters;
    ProgramSources sources;    ///< of its kernels: they may come from a folder that is being edited
    std::vector<int> makers{}; ///< of its second images, by their places in the chain; -1: a file, or what goes in
    bool operator==(const StageKey&) const = default;
};

struct CachedStage {
    StageKey key;
    DeviceBuffer output; ///< null where memory was short
    StageReport report;
    bool isChecked() const { return report.referenceImage && report.outputImage; }
    bool hasImage() const { return output || report.outputImage; }
};

struct CachedChain {
    ImagePtr image;     ///< held, so that its address names it
    DeviceBuffer input; ///< null where memory was short
    std::vector<CachedStage> stages;

    /// How many leading stages need not run again: those behind find their second images, too. With `verify`, only
    /// those whose images can still be had.
    std::size_t reusable(const ImagePtr& wanted, const std::vector<StageKey>& keys, bool verify) const;
    /// Drops buffers, the earliest first, until those that are left take no more than `budget` bytes.
    void limit(std::uint64_t budget);
    void clear() { *this = {}; }

private:
    bool hasImagesFor(const std::vector<StageKey>& keys, std::size_t first) const;
};

/// What a cached chain may hold on a device.
std::uint64_t reuseBudget(const DeviceInfo& device, const ImageShape& input);

} // namespace lightbench
