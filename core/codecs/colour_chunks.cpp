// Knows the lengths of the chunks, which of them counts, and the numbers of sRGB.
#include "core/codecs/colour_chunks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "core/base/text.h"
#include "core/codecs/file_bytes.h"

namespace lightbench {

namespace {
constexpr std::array<std::pair<std::string_view, std::size_t>, 6> colourChunks{
    {{"cICP", 4}, {"mDCV", 24}, {"cLLI", 8}, {"sRGB", 1}, {"gAMA", 4}, {"cHRM", 32}}};

/// gAMA's and cHRM's numbers of sRGB, in units of 0.00001. Programs round them in different ways.
constexpr std::int64_t srgbGamma = 45455, roundedBy = 100;
constexpr std::array<std::int64_t, 8> srgbPrimaries{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};

bool isNear(FileBytes data, std::size_t index, std::int64_t value) {
    return std::abs(std::int64_t(big32(data, 4 * index)) - value) <= roundedBy;
}

bool isSrgb(std::string_view name, FileBytes data) {
    if (name == "sRGB") return true;
    if (name == "gAMA") return isNear(data, 0, srgbGamma);
    if (name == "cHRM") {
        for (std::size_t i = 0; i < srgbPrimaries.size(); ++i)
            if (!isNear(data, i, srgbPrimaries[i])) return false;
        return true;
    }
    constexpr std::array srgb{std::byte(1), std::byte(13), std::byte(0), std::byte(1)}; // ITU-T H.273
    return name == "cICP" && std::ranges::equal(data, srgb);
}
} // namespace

bool isColourChunk(std::string_view name, std::size_t length) {
    return std::ranges::find(colourChunks, std::pair(name, length)) != colourChunks.end();
}

std::string lostColourChunks(const ImageMetadata& metadata) {
    std::vector<std::string> names;
    bool hasCicp = false, hasSrgb = false, isAllSrgb = true;
    for (const auto& [name, data] : metadata.colourChunks) {
        names.push_back(name);
        hasCicp = hasCicp || name == "cICP";
        hasSrgb = hasSrgb || name == "sRGB";
        isAllSrgb = isAllSrgb && isSrgb(name, data);
    }
    const bool saysNothingElse = isAllSrgb || (!hasCicp && (hasSrgb || !metadata.iccProfile.empty()));
    return saysNothingElse ? std::string() : "the colour space of the PNG (" + joinWords(names, "and") + ")";
}

} // namespace lightbench
