// A fast 64-bit hash of bytes. Caches, journals, tuning files and the wire to the worker use it to recognise an image
// or a text by its content. It is not cryptographic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lightbench {

/// The same on every machine of one byte order. It is built for speed and does not resist deliberate collisions.
std::uint64_t contentHash(std::span<const std::byte> bytes);
/// Returns 16 hexadecimal digits.
std::string hashText(std::uint64_t hash);
/// The same for the hash of a text.
std::string textHash(std::string_view text);

} // namespace lightbench
