// Decoding in memory that starts as a chosen byte, not as what the system happens to give: samples that a reader leaves
// unwritten differ between two runs with different bytes.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench::tests {

/// Decodes a file with new images, and as far as possible every other allocation, filled with a byte. Refuses what
/// costs more than mostBytes, with an Error(Input) like every refusal.
DecodedImage decodePoisoned(const Codec& codec, std::span<const std::byte> file, std::byte poison,
                            std::uint64_t mostBytes);

} // namespace lightbench::tests
