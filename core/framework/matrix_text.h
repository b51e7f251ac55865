// Parses and prints matrices of weights, from a file or inline text. Parameters of kind Matrix use it (convolution,
// channel mixer, warp).
#pragma once

#include <string>
#include <string_view>

#include "core/framework/parameter.h"

namespace lightbench {

/// The largest side of a matrix; sides are odd.
inline constexpr int largestMatrix = 31;

/// Parses "none" or an empty text (k = 0), the inline form "1,2,1;2,4,2;1,2,1", or a text file: k rows of k numbers
/// separated by white space or commas. In a file `#` starts a comment. Relative paths start at `folder`; the stored
/// source is absolute. With `takesAffine`, two rows of three numbers get 0,0,1 as their third (Parameter::takesAffine).
/// Throws Error(Usage for inline text, Input for a file) that names the file, the row and what was found.
Matrix parseMatrix(std::string_view text, const std::string& folder, bool takesAffine = false);
/// The text that parseMatrix reads back.
std::string matrixText(const Matrix& matrix);
/// Empty if the matrix is absent, or has an odd side of 1..31 and finite weights; otherwise the problem.
std::string matrixProblem(const Matrix& matrix);

} // namespace lightbench
