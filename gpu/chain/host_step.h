// Runs a host step in the middle of a chain: maps device buffers, does the operation and unmaps
// them. PlanRunner uses it.
#pragma once

#include <vector>

#include "gpu/chain/plan_runner.h"

namespace lightbench {

/// Maps the step's buffers, does its operation for the stage's filter and unmaps them. Returns three timed commands:
/// download, work, upload.
std::vector<TimedCommand> runHostStep(cl::CommandQueue& queue, const PreparedStage& stage, const HostPass& pass);
/// The buffer for a reference, and its size in bytes.
const DeviceBuffer& bufferOf(const PreparedStage& stage, const BufferRef& ref);
std::uint64_t bytesOf(const PreparedStage& stage, const BufferRef& ref);

} // namespace lightbench
