// Builds a stage so that its kernel records the order of its pixels, and decodes the recorded buffer
// (kernels/prelude/recording.clh). The engine and the replay panel use it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/run/recording.h"
#include "core/run/resolve.h"

namespace lightbench {

/// Why a stage cannot be recorded; empty if it can. The last pass of its plan must have a kernel that records.
std::string recordingProblem(const ResolvedStage& stage);
/// Makes the plan record: adds a buffer, its fill, and a define for the last pass. Throws Error(Usage, field "variant")
/// with the reason if the stage cannot be recorded. Throws Error(Device) if the buffer exceeds the device's limit.
void addRecording(ResolvedStage& stage, const DeviceInfo& device);
/// Decodes the buffer that addRecording added, as the kernel left it. The stage's index is not set.
Recording recordingOf(const ResolvedStage& stage, std::span<const std::uint32_t> words);

} // namespace lightbench
