// Lets a codec decode in another process. Some libraries end the process that calls them when a file is damaged.
// Programs call decodeIn at their start; without it every codec decodes in this process.
#pragma once

#include <span>

#include "core/codecs/codec.h"

namespace lightbench {

/// Decodes a file elsewhere as its codec would here. Throws the codec's errors, and Error(Input) if the library ended
/// the other process.
using DecodingProcess = DecodedImage (*)(std::span<const std::byte> file, const CostCheck& check);

/// From now on, codecs with Codec::needsProcess decode there; nullptr: in this process. Call it before other threads
/// read files.
void decodeIn(DecodingProcess process);

/// Decodes with the codec, there or here. Throws the codec's errors.
DecodedImage decodeSafely(const Codec& codec, std::span<const std::byte> file, const CostCheck& check);

} // namespace lightbench
