// A table of the scalar types; vectors have a number behind their name.
#include "core/definition/number_types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "core/base/text.h"

namespace lightbench {

namespace {
using Append = void (*)(std::vector<std::byte>& bytes, double value);

struct ScalarType {
    std::string_view name;
    int bytes;
    bool isReal;
    double least, most; ///< of whole numbers
    Append append;      ///< null: the host has no such type
};

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

template <class T> constexpr ScalarType scalar(std::string_view name) {
    return {name,
            sizeof(T),
            std::is_floating_point_v<T>,
            double(std::numeric_limits<T>::min()),
            double(std::numeric_limits<T>::max()),
            append<T>};
}

constexpr std::array scalars{scalar<std::int8_t>("char"),
                             scalar<std::uint8_t>("uchar"),
                             scalar<std::int16_t>("short"),
                             scalar<std::uint16_t>("ushort"),
                             scalar<std::int32_t>("int"),
                             scalar<std::uint32_t>("uint"),
                             scalar<std::int64_t>("long"),
                             scalar<std::uint64_t>("ulong"),
                             scalar<float>("float"),
                             scalar<double>("double"),
                             ScalarType{"half", 2, true, 0, 0, nullptr}};

/// Null for other types.
const ScalarType* scalarCalled(std::string_view name) {
    const auto found = std::ranges::find(scalars, name, &ScalarType::name);
    return found == scalars.end() ? nullptr : &*found;
}
} // namespace

std::pair<std::string, int> elementOf(std::string_view type) {
    const std::size_t end = type.find_last_not_of("0123456789");
    int lanes = 1;
    if (end != std::string_view::npos && end + 1 < type.size())
        std::from_chars(type.data() + end + 1, type.data() + type.size(), lanes);
    return {std::string(type.substr(0, end + 1)), lanes};
}

int bytesOfType(std::string_view type) {
    const auto [element, lanes] = elementOf(type);
    const ScalarType* scalar = scalarCalled(element);
    const bool isVector = lanes == 1 || lanes == 2 || lanes == 3 || lanes == 4 || lanes == 8 || lanes == 16;
    return scalar && isVector ? scalar->bytes * (lanes == 3 ? 4 : lanes) : 0;
}

bool isRealType(std::string_view type) {
    const ScalarType* scalar = scalarCalled(type);
    return scalar && scalar->isReal;
}

bool isNumberType(std::string_view type) {
    const ScalarType* scalar = scalarCalled(type);
    return scalar && scalar->append;
}

std::string rangeProblem(std::string_view type, double number) {
    const ScalarType* scalar = scalarCalled(type);
    if (!scalar || scalar->isReal || scalar->bytes > 4 || (number >= scalar->least && number <= scalar->most))
        return {};
    return "is " + numberText(number) + " here, but " + std::string(type) + " holds " + numberText(scalar->least) +
           " to " + numberText(scalar->most);
}

void appendAs(std::vector<std::byte>& bytes, std::string_view type, double value) {
    if (isNumberType(type)) scalarCalled(type)->append(bytes, value);
}

} // namespace lightbench
