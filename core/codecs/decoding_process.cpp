// Holds the one function that decodes elsewhere.
#include "core/codecs/decoding_process.h"

namespace lightbench {

namespace {
DecodingProcess elsewhere = nullptr;
} // namespace

void decodeIn(DecodingProcess process) { elsewhere = process; }

DecodedImage decodeSafely(const Codec& codec, std::span<const std::byte> file, const CostCheck& check) {
    return codec.needsProcess && elsewhere ? elsewhere(file, check) : codec.decode(file, check);
}

} // namespace lightbench
