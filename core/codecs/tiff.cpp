// Declares the TIFF codec; tiff_reader.cpp and tiff_writer.cpp implement it.
#include "core/codecs/tiff.h"

#include "core/codecs/file_bytes.h"

namespace lightbench {

namespace {
bool isTiff(FileBytes file) {
    using namespace std::string_view_literals;
    return startsWith(file, "II*\0"sv) || startsWith(file, "MM\0*"sv) || startsWith(file, "II+\0"sv) ||
           startsWith(file, "MM\0+"sv);
}

std::string tiffProblem(const ImageShape& shape, std::string_view) {
    if (shape.format.type != SampleType::U32) return {};
    return "TIFF cannot hold 32-bit unsigned samples; save as .npy";
}
} // namespace

Codec tiffCodec() {
    return {"TIFF",
            {"tif", "tiff"},
            isTiff,
            decodeTiff,
            tiffProblem,
            encodeTiff,
            {.alpha = true, .profile = true, .resolution = true}};
}

} // namespace lightbench
