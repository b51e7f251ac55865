// Parses the header of an .npy file: a Python dictionary with three known keys. core/image/npy.h uses it.
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

/// Reads "{'descr': '<u2', 'fortran_order': False, 'shape': (3, 4), }", keys in any order. Throws Error(Input) for any
/// other text, and for a missing, unknown or repeated key.
NpyHeader readNpyHeader(std::string_view text);

} // namespace lightbench
