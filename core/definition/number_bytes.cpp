// Converts to each scalar type by itself.
#include "core/definition/number_bytes.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace lightbench {

namespace {
template <class T> T keptIn(double value) {
    if constexpr (std::is_floating_point_v<T>) {
        return T(value);
    } else {
        value = std::trunc(value);
        if (value <= double(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
        return value >= double(std::numeric_limits<T>::max()) ? std::numeric_limits<T>::max() : T(value);
    }
}

template <class T> void append(std::vector<std::byte>& bytes, double value) {
    const T kept = keptIn<T>(value);
    const auto added = std::as_bytes(std::span(&kept, 1));
    bytes.insert(bytes.end(), added.begin(), added.end());
}
} // namespace

void appendAs(std::vector<std::byte>& bytes, const std::string& type, double value) {
    if (type == "char") append<std::int8_t>(bytes, value);
    if (type == "uchar") append<std::uint8_t>(bytes, value);
    if (type == "short") append<std::int16_t>(bytes, value);
    if (type == "ushort") append<std::uint16_t>(bytes, value);
    if (type == "int") append<std::int32_t>(bytes, value);
    if (type == "uint") append<std::uint32_t>(bytes, value);
    if (type == "long") append<std::int64_t>(bytes, value);
    if (type == "ulong") append<std::uint64_t>(bytes, value);
    if (type == "float") append<float>(bytes, value);
    if (type == "double") append<double>(bytes, value);
}

} // namespace lightbench
