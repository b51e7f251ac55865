// What libFuzzer calls for one format: any bytes are read or refused with an Error, and give the same samples whatever
// was in memory before.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "core/base/error.h"
#include "core/codecs/codecs.h"
#include "tests/fuzz/poisoned_memory.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
constexpr std::uint64_t maxBytes = std::uint64_t(64) << 20;

std::optional<DecodedImage> decodedOrRefused(const Codec& codec, std::span<const std::byte> file, std::byte poison) {
    try {
        return decodePoisoned(codec, file, poison, maxBytes);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input || std::strlen(error.what()) == 0) std::abort();
    } catch (const std::bad_alloc&) { // said as "does not fit into memory" by the reader of files
    }
    return std::nullopt;
}

[[noreturn]] void stop(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Codec& codec = *codecBySuffix(FUZZED_SUFFIX);
    const auto file = std::as_bytes(std::span(data, size));
    if (!codec.recognises(file)) return -1; // not worth keeping
    const auto first = decodedOrRefused(codec, file, std::byte(0x55));
    if (!first) return 0;
    const auto second = decodedOrRefused(codec, file, std::byte(0xaa));
    if (!second) stop("The second reading of the same bytes was refused.");
    if (!(first->image == second->image)) stop("Samples depend on what was in memory before.");
    if (first->metadata.iccProfile != second->metadata.iccProfile) stop("The profile depends on what was in memory.");
    if (first->metadata.colourChunks != second->metadata.colourChunks)
        stop("The colour space depends on what was in memory.");
    if (first->notes != second->notes) stop("The notes depend on what was in memory.");
    return 0;
}
