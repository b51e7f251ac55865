// Matrices of weights as text: read from a file or from the inline form, and written back.
#pragma once

#include <string>
#include <string_view>

#include "core/filter/parameter.h"

namespace lightbench {

/// Sides of a matrix: odd, 1 to this.
inline constexpr int largestMatrix = 31;

/// Reads "none" or an empty text (k = 0), the inline form "1,2,1;2,4,2;1,2,1", or else the path of a text file: k rows
/// of k numbers with white space or commas between them; `#` starts a comment. `folder` is where relative paths start;
/// the source of a file is its absolute path, so that it reads back from anywhere. With `takesAffine` two rows of three
/// numbers get 0,0,1 as their third (Parameter::takesAffine). Throws Error(Usage for inline text, Input for a file)
/// that names the file, the row and what was found.
Matrix parseMatrix(std::string_view text, const std::string& folder, bool takesAffine = false);
/// What parseMatrix reads back.
std::string matrixText(const Matrix& matrix);
/// Empty if the matrix has an odd side of 1..31 (or is none) and finite weights, else what is wrong.
std::string matrixProblem(const Matrix& matrix);

} // namespace lightbench
