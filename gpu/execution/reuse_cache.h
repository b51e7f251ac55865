// Keeps the stage results of the last run on the device, so that the next run can start after the unchanged stages. A
// DeviceSession holds one CachedStack.
#pragma once

#include <string>
#include <vector>

#include "core/run/report.h"
#include "gpu/execution/prepared_stage.h"

namespace lightbench {

/// Everything that a stage's result depends on, besides its input and the device.
struct StageKey {
    FilterCatalog filters; ///< the catalog with the filter
    std::string filter, variant;
    Workgroup workgroup;
    ParameterValues parameters;
    ProgramSources sources; ///< the programs of its kernels, which may come from a folder that is being edited
    /// For its second images, the stages of the chain that make them; -1: a file or the chain's input.
    std::vector<int> producerPositions{};
    bool operator==(const StageKey&) const = default;
};
StageKey keyOf(const PreparedStage& stage);

struct CachedStage {
    StageKey key;
    DeviceBuffer output; ///< null if memory was short
    StageReport report;
    bool isChecked() const {
        const bool isAlone = report.difference.verdict == Verdict::NoReference && !report.finding.empty();
        return report.outputImage && (report.referenceImage || isAlone);
    }
    bool hasImage() const { return output || report.outputImage; }
};

struct CachedStack {
    ImagePtr image;     ///< kept alive, so that its address identifies it
    DeviceBuffer input; ///< null if memory was short
    std::vector<CachedStage> stages;

    /// The number of leading stages that need not run again, such that later stages find their second images. With
    /// `verify`, only stages whose images are still available count.
    std::size_t reusable(const ImagePtr& wanted, const std::vector<StageKey>& keys, bool verify) const;
    /// Drops buffers, earliest first, until the rest fits into `budget` bytes.
    void limit(std::uint64_t budget);
    void clear() { *this = {}; }

private:
    bool hasImagesFor(const std::vector<StageKey>& keys, std::size_t first) const;
};

/// The memory budget of a cached chain on a device, bytes.
std::uint64_t reuseBudget(const DeviceInfo& device, const ImageShape& input);

} // namespace lightbench
