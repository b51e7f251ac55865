// A host step in the middle of a chain: device buffers as memory of the host.
#pragma once

#include <vector>

#include "gpu/chain/plan_runner.h"

namespace lightbench {

/// Maps what the step reads and writes, calls its work, unmaps. Marks: download, the work, upload.
std::vector<Mark> runHostStep(cl::CommandQueue& queue, const PreparedStage& stage, const HostPass& pass);
/// The buffer that a reference means, and its size in bytes.
const DeviceBuffer& bufferOf(const PreparedStage& stage, const BufferRef& ref);
std::uint64_t bytesOf(const PreparedStage& stage, const BufferRef& ref);

} // namespace lightbench
