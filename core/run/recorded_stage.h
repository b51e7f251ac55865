// Stages whose kernels are built to record the order of their pixels, and what such a kernel leaves in its buffer
// (kernels/recording.clh).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/run/recording.h"
#include "core/run/resolve.h"

namespace lightbench {

/// Why a stage's order cannot be recorded; empty: it can. Its plan's last pass must be of a kernel that records.
std::string recordingProblem(const ResolvedStage& stage);
/// Has the plan record: a buffer, its fill, and a define for the last pass. Throws Error(Usage, field "variant") that
/// says why it cannot be, or Error(Device) if the buffer is larger than the device allows.
void addRecording(ResolvedStage& stage, const DeviceInfo& device);
/// From the words of the buffer that addRecording gave the plan, as the kernel left them. Without the stage's index.
Recording recordingOf(const ResolvedStage& stage, std::span<const std::uint32_t> words);

} // namespace lightbench
