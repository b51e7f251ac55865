// Reads results from the device at once, outside of the timed transfers of a run. Reports and lone stages use it.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/execution/prepared_stage.h"

namespace lightbench {

/// The samples of a device's buffer.
ImagePtr downloadedImage(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape);
/// The words of one of the stage's scratch buffers.
std::vector<std::uint32_t> downloadedWords(DeviceSession& session, const PreparedStage& stage, BufferRef buffer);

} // namespace lightbench
