// The chunks by which a PNG says what its samples mean as colours, beside an ICC profile: cICP, mDCV, cLLI, sRGB, gAMA
// and cHRM (W3C, Portable Network Graphics Specification, 11.3.2). Lightbench keeps them from PNG to PNG as it keeps
// profiles, and changes no sample.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/codecs/codec.h"

namespace lightbench {

/// True for a chunk that says what the samples mean as colours and has the length that the specification gives it.
bool isColourChunk(std::string_view name, std::size_t length);

/// What a file without these chunks does not tell any more, such as "the colour space of the PNG (gAMA and cHRM)".
/// Empty if nothing is lost: an ICC profile counts more than gAMA and cHRM, and files that say nothing are read as
/// sRGB.
std::string lostColourChunks(const ImageMetadata& metadata);

} // namespace lightbench
