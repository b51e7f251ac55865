// Declares the PNG codec; png_reader.cpp and png_writer.cpp implement it.
#include "core/codecs/png.h"

#include "core/codecs/file_bytes.h"
#include "core/codecs/format_limits.h"

namespace lightbench {

namespace {
bool isPng(FileBytes file) {
    using namespace std::string_view_literals;
    return startsWith(file, "\x89PNG\r\n\x1a\n"sv);
}

std::string pngProblem(const ImageShape& shape, std::string_view) { return depthProblem("PNG", shape, 16); }
} // namespace

Codec pngCodec() {
    return {"PNG",
            {"png"},
            isPng,
            decodePng,
            pngProblem,
            encodePng,
            {.alpha = true, .profile = true, .resolution = true, .colourChunks = true, .exifBytes = 0x7fffffff}};
}

} // namespace lightbench
