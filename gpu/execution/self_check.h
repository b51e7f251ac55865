// What can be checked of a stage without a reference. Its result must not depend on the run, on what memory held
// before, on the workgroup or the variant. Nothing may be written beyond its buffers. That proves no
// result right, but it finds races, samples that no work-item writes, and wrong borders.
#pragma once

#include "core/run/report.h"
#include "gpu/execution/prepared_stage.h"

namespace lightbench {

/// Runs the stage again in other ways until a result differs, or until two seconds are over. `bound` are its parameters
/// with their second images.
/// Fills in the report's finding. If results differ, the other one becomes the report's referenceImage, and the verdict
/// is a mismatch; otherwise it stays NoReference. Throws Error(Cancelled), or what a device's failure throws.
void checkIsolated(StageReport& report, DeviceSession& session, const PreparedStage& stage,
                   const ParameterValues& bound, const ImagePtr& input, const ImagePtr& output);

/// Runs a stage of the user's on a small part of its input that no usual workgroup divides. Only there does a kernel
/// write outside that does not look where the image ends. If it does, the verdict is a mismatch, and the
/// report's finding says so. Throws Error(Cancelled); a stage that cannot run on so small an image is not checked.
void checkOddSize(StageReport& report, DeviceSession& session, const PreparedStage& stage, const ParameterValues& bound,
                  const ImagePtr& input, const FilterCatalog& filters);

/// Runs a stage that checkIsolated found the same on another device, too. `stage` has its second images filled in.
/// Devices may round differently, so one step of integer samples and 1/100000 of a float are no difference. False if
/// the results differ, as checkIsolated would say it. Throws if the stage cannot run there.
bool isSameElsewhere(StageReport& report, DeviceSession& other, const RunSnapshot& snapshot, const Stage& stage,
                     const ImagePtr& input);

} // namespace lightbench
