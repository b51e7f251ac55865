// The header of an .npy file: a Python dictionary with three known keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

struct NpyHeader {
    std::string descr; ///< such as "<u2"; "[...]" for an array of records
    bool fortranOrder = false;
    std::vector<std::uint64_t> shape;
};

/// Reads "{'descr': '<u2', 'fortran_order': False, 'shape': (3, 4), }", keys in any order.
/// Throws Error(Input) where the text is anything else, or a key is missing, unknown or there twice.
NpyHeader readNpyHeader(std::string_view text);

} // namespace lightbench
