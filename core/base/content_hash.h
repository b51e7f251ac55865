// A number that stands for a content: images and texts that are looked up, or told apart, by what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lightbench {

/// 64 bits, the same on every machine of one byte order. Made for speed, no defence against somebody who seeks a
/// collision.
std::uint64_t contentHash(std::span<const std::byte> bytes);
/// As 16 hexadecimal digits.
std::string hashText(std::uint64_t hash);

} // namespace lightbench
