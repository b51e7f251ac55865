// Builds small PNG, TIFF, BMP and EXIF files byte by byte, in variants that no image library writes. The codec tests
// read them. Every function returns the bytes of a file or of a part of one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lightbench::tests {

/// The bytes of a number, highest byte first (high) or lowest byte first (low).
inline std::string high(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i)
        text += char(std::uint8_t(value >> (8 * i)));
    return text;
}
inline std::string low(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += char(std::uint8_t(value >> (8 * i)));
    return text;
}

inline std::uint32_t crcOf(const std::string& bytes) {
    std::uint32_t crc = ~0u;
    for (const char byte : bytes) {
        crc ^= std::uint8_t(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
    }
    return ~crc;
}

inline std::string pngChunk(const std::string& name, const std::string& data) {
    return high(data.size(), 4) + name + data + high(crcOf(name + data), 4);
}

/// A zlib stream with up to 65535 bytes in one uncompressed block (RFC 1950, 1951).
inline std::string stored(const std::string& bytes) {
    std::uint32_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + std::uint8_t(byte)) % 65521;
        b = (b + a) % 65521;
    }
    const std::uint64_t count = bytes.size();
    return std::string("\x78\x01\x01", 3) + low(count, 2) + low(~count, 2) + bytes + high(b << 16 | a, 4);
}

/// A PNG. `rows`: each row starts with its filter number. `chunks` are put before the image data.
inline std::string madePng(int width, int height, int depth, int colourType, const std::string& rows,
                           const std::string& chunks = {}) {
    const std::string header = high(std::uint64_t(width), 4) + high(std::uint64_t(height), 4) + char(depth) +
                               char(colourType) + std::string(3, '\0');
    return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", header) + chunks + pngChunk("IDAT", stored(rows)) +
           pngChunk("IEND", {});
}

/// A tag of type SHORT or LONG with one value.
struct MadeTag {
    std::uint16_t tag, type;
    std::uint32_t value;
};

/// A little-endian TIFF with one strip. Tags other than those of size and strip come last and must be in order.
inline std::string madeTiff(int width, int height, int bits, const std::string& samples, int photometric,
                            int channels = 1, const std::vector<MadeTag>& more = {}) {
    std::vector<MadeTag> tags{{256, 3, std::uint32_t(width)},         {257, 3, std::uint32_t(height)},
                              {258, 3, std::uint32_t(bits)},          {259, 3, 1},
                              {262, 3, std::uint32_t(photometric)},   {273, 4, 8},
                              {277, 3, std::uint32_t(channels)},      {278, 3, std::uint32_t(height)},
                              {279, 4, std::uint32_t(samples.size())}};
    tags.insert(tags.end(), more.begin(), more.end());
    const std::string even = samples + std::string(samples.size() % 2, '\0');
    std::string file = "II" + low(42, 2) + low(8 + even.size(), 4) + even + low(tags.size(), 2);
    for (const MadeTag& tag : tags)
        file += low(tag.tag, 2) + low(tag.type, 2) + low(1, 4) + low(tag.value, 4);
    return file + low(0, 4);
}

/// A BMP with the usual header; `afterHeader` holds masks and palette.
inline std::string madeBmp(int width, int height, int bits, int compression, const std::string& samples,
                           const std::string& afterHeader = {}) {
    const std::uint64_t start = 54 + afterHeader.size();
    return "BM" + low(start + samples.size(), 4) + low(0, 4) + low(start, 4) + low(40, 4) +
           low(std::uint32_t(width), 4) + low(std::uint32_t(height), 4) + low(1, 2) + low(std::uint64_t(bits), 2) +
           low(std::uint64_t(compression), 4) + low(samples.size(), 4) + low(0, 16) + afterHeader + samples;
}

/// An EXIF block with an orientation.
inline std::string madeExif(int orientation) {
    return "II" + low(42, 2) + low(8, 4) + low(1, 2) + low(0x112, 2) + low(3, 2) + low(1, 4) +
           low(std::uint64_t(orientation), 4) + low(0, 4);
}

} // namespace lightbench::tests
