// Registers core/image/npy.h as a Codec.
#include "core/codecs/npy_file.h"

#include "core/codecs/file_bytes.h"
#include "core/image/npy.h"

namespace lightbench {

namespace {
bool isNpy(FileBytes file) { return startsWith(file, "\x93NUMPY"); }

DecodedImage decodeNpy(FileBytes file, const CostCheck& check) {
    const ImageShape shape = npyShape(file);
    check({shape, shape.bytes()});
    return {readNpy(file), {}, {}};
}

void encodeNpy(const Image& image, const EncodeOptions&, ByteSink& sink) {
    writeNpy(image, [&](std::span<const std::byte> part) { sink.write(part); });
}

std::string noProblem(const ImageShape&, std::string_view) { return {}; }
} // namespace

Codec npyCodec() { return {"NumPy", {"npy"}, isNpy, decodeNpy, noProblem, encodeNpy, {.alpha = true}}; }

} // namespace lightbench
