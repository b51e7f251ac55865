// Decodes files in memory that is filled with a chosen byte. Values that a reader leaves unwritten then differ between
// two runs with different bytes. The fuzzer and a codec test use it.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench::tests {

/// Decodes a file while new images, and as far as possible all other allocations, are filled with `poison`. Rejects
/// files that need more than maxBytes, with an Error(Input) as for other invalid files.
DecodedImage decodePoisoned(const Codec& codec, std::span<const std::byte> file, std::byte poison,
                            std::uint64_t maxBytes);

} // namespace lightbench::tests
