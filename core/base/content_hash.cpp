// Hashes 32 bytes per step in four independent 64-bit lanes, by multiply, xor and shift; hand-written, not a published
// hash.
#include "core/base/content_hash.h"

#include <cstring>

#include "core/base/text.h"

namespace lightbench {

std::uint64_t contentHash(std::span<const std::byte> bytes) {
    std::uint64_t lanes[4] = {1, 2, 3, 4};
    const std::size_t blocks = bytes.size() / sizeof lanes;
    for (std::size_t block = 0; block < blocks; ++block) {
        std::uint64_t words[4];
        std::memcpy(words, bytes.data() + block * sizeof words, sizeof words);
        for (int i = 0; i < 4; ++i)
            lanes[i] = (lanes[i] ^ words[i]) * 0x9fb21c651e98df25 + (lanes[i] >> 29);
    }
    std::uint64_t sum = bytes.size();
    for (std::size_t i = blocks * sizeof lanes; i < bytes.size(); ++i)
        sum = (sum ^ std::uint64_t(bytes[i])) * 0x100000001b3;
    for (std::uint64_t lane : lanes)
        sum = (sum ^ lane ^ (lane >> 32)) * 0x9fb21c651e98df25;
    return sum ^ (sum >> 31);
}

std::string hashText(std::uint64_t hash) { return hexDigits(hash, 16); }

std::string textHash(std::string_view text) { return hashText(contentHash(std::as_bytes(std::span(text)))); }

} // namespace lightbench
