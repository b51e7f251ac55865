// Reads and writes little- and big-endian numbers in the bytes of a file. The codecs use it. Nothing is bounds-checked:
// the caller makes sure that the bytes exist.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace lightbench {

using FileBytes = std::span<const std::byte>;

inline std::string_view textOf(FileBytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
inline bool startsWith(FileBytes bytes, std::string_view word) { return textOf(bytes).starts_with(word); }

/// The unsigned number of type T at a byte offset.
template <class T> T littleEndian(FileBytes bytes, std::size_t at) {
    T value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;)
        value = T(std::uint64_t(value) << 8 | std::to_integer<std::uint64_t>(bytes[at + i]));
    return value;
}
template <class T> T bigEndian(FileBytes bytes, std::size_t at) {
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = T(std::uint64_t(value) << 8 | std::to_integer<std::uint64_t>(bytes[at + i]));
    return value;
}
inline std::uint16_t little16(FileBytes bytes, std::size_t at) { return littleEndian<std::uint16_t>(bytes, at); }
inline std::uint32_t little32(FileBytes bytes, std::size_t at) { return littleEndian<std::uint32_t>(bytes, at); }
inline std::uint16_t big16(FileBytes bytes, std::size_t at) { return bigEndian<std::uint16_t>(bytes, at); }
inline std::uint32_t big32(FileBytes bytes, std::size_t at) { return bigEndian<std::uint32_t>(bytes, at); }

/// Appends the `count` low bytes of a number, lowest first.
template <class Bytes> void putLittle(Bytes& to, std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i)
        to.push_back(typename Bytes::value_type(std::uint8_t(value >> (8 * i))));
}
inline void storeBig16(std::uint8_t* to, std::uint16_t value) {
    to[0] = std::uint8_t(value >> 8);
    to[1] = std::uint8_t(value);
}

} // namespace lightbench
