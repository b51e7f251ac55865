// Checks the signatures of camera makers, then walks the directories of a TIFF file in search of sensor data.
#include "core/codecs/raw_kind.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lightbench {

namespace {
using namespace std::string_view_literals;

bool hasAt(std::string_view file, std::size_t at, std::string_view signature) {
    return file.size() >= at + signature.size() && file.substr(at, signature.size()) == signature;
}

/// Signatures of formats that are not TIFF, or TIFF marked by the maker: Canon CR2, CR3 and CRW, Fujifilm, Olympus,
/// Panasonic, Minolta, Sigma.
bool hasMakersSignature(std::string_view file) {
    if (hasAt(file, 0, "II*\0"sv) && hasAt(file, 8, "CR\x02"sv)) return true;
    if (hasAt(file, 4, "ftypcrx "sv) || hasAt(file, 6, "HEAPCCDR"sv)) return true;
    constexpr std::array starts{"FUJIFILMCCD-RAW"sv, "IIRO"sv, "IIRS"sv, "MMOR"sv, "IIU\0"sv, "\0MRM"sv, "FOVb"sv};
    return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return file.starts_with(start); });
}

/// A classic TIFF file. Reads beyond its end give 0.
class TiffWalk {
public:
    explicit TiffWalk(std::string_view file) : file_(file), isBig_(file.starts_with("MM"sv)) {}

    bool isTiff() const { return hasAt(file_, 0, "II*\0"sv) || hasAt(file_, 0, "MM\0*"sv); }

    bool holdsSensor() const {
        std::vector<std::uint32_t> directories{number(4, 4)};
        // Limits how many directories are followed, since they may form a loop.
        constexpr std::size_t maximum = 32;
        for (std::size_t i = 0; i < directories.size() && i < maximum; ++i)
            if (directoryHoldsSensor(directories[i], directories)) return true;
        return false;
    }

private:
    static constexpr std::uint32_t photometricTag = 262, subDirectoriesTag = 330, dngVersionTag = 50706;
    static constexpr std::uint32_t colourFilterArray = 32803, linearRaw = 34892;

    std::uint32_t number(std::size_t at, std::size_t bytes) const {
        if (at > file_.size() || bytes > file_.size() - at) return 0;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value = value << 8 | std::uint8_t(file_[at + (isBig_ ? i : bytes - 1 - i)]);
        return value;
    }

    bool directoryHoldsSensor(std::uint32_t at, std::vector<std::uint32_t>& directories) const {
        if (at == 0) return false;
        constexpr std::size_t entryBytes = 12;
        const std::size_t entries = number(at, 2);
        for (std::size_t i = 0; i < entries; ++i) {
            const std::size_t entry = at + 2 + i * entryBytes;
            if (entry + entryBytes > file_.size()) return false;
            const std::uint32_t tag = number(entry, 2), count = number(entry + 4, 4);
            if (tag == dngVersionTag) return true;
            const std::uint32_t kind = number(entry + 8, 2);
            if (tag == photometricTag && (kind == colourFilterArray || kind == linearRaw)) return true;
            if (tag != subDirectoriesTag) continue;
            const std::size_t list = count > 1 ? number(entry + 8, 4) : entry + 8;
            for (std::uint32_t k = 0; k < std::min(count, 8u); ++k)
                directories.push_back(number(list + 4 * std::size_t(k), 4));
        }
        directories.push_back(number(at + 2 + entries * entryBytes, 4));
        return false;
    }

    std::string_view file_;
    bool isBig_;
};
} // namespace

bool isCameraRaw(std::span<const std::byte> bytes) {
    const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (hasMakersSignature(file)) return true;
    const TiffWalk tiff(file);
    return tiff.isTiff() && tiff.holdsSensor();
}

} // namespace lightbench
