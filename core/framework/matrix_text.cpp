#include "core/framework/matrix_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
// A matrix of 31 x 31 takes about 25 KB; a much larger file is no matrix.
constexpr std::size_t largestFile = 1 << 20;
// Keeps sums of 31 x 31 products with 16-bit samples within float range.
constexpr double largestWeight = 1e30;

/// The origin of a text, for messages.
struct Source {
    ErrorKind kind;
    std::string name;
};

[[noreturn]] void fail(const Source& source, const std::string& message) {
    throw Error(source.kind, source.name + ": " + message);
}

bool isInline(std::string_view text) {
    const bool numbersOnly = text.find_first_not_of("0123456789+-.eE,; \t") == std::string_view::npos;
    if (numbersOnly && text.find_first_of("0123456789;") != std::string_view::npos) return true;
    return text.find(';') != std::string_view::npos && text.find('/') == std::string_view::npos;
}

double readWeight(const Source& source, int row, std::string_view word) {
    std::string_view digits = word;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value))
        fail(source, "row " + std::to_string(row) + " holds \"" + shownText(word) + "\", which is not a finite number");
    return value;
}

/// The numbers of one row, separated by white space or single commas.
std::vector<double> readRow(const Source& source, int row, std::string_view text) {
    constexpr std::string_view separators = ", \t\r\v\f";
    std::vector<double> weights;
    while (true) {
        const std::size_t first = text.find_first_not_of(separators);
        if (const auto between = text.substr(0, first); std::ranges::count(between, ',') > 1)
            fail(source, "row " + std::to_string(row) + " has two commas without a number between them");
        if (first == std::string_view::npos) return weights;
        text.remove_prefix(first);
        const std::size_t length = std::min(text.find_first_of(separators), text.size());
        weights.push_back(readWeight(source, row, text.substr(0, length)));
        text.remove_prefix(length);
        if (weights.size() > std::size_t(largestMatrix))
            fail(source, "row " + std::to_string(row) + " has more than " + std::to_string(largestMatrix) + " numbers");
    }
}

Matrix readRows(const Source& source, std::string_view text, char rowEnd, bool takesAffine) {
    Matrix matrix;
    int rows = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(rowEnd), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::vector<double> row =
            readRow(source, rows + 1, line.substr(0, std::min(line.find('#'), line.size())));
        if (row.empty()) continue;
        if (rows++ == 0) matrix.k = int(row.size());
        if (int(row.size()) != matrix.k)
            fail(source, "row " + std::to_string(rows) + " has " + std::to_string(row.size()) +
                             " numbers, but the first row has " + std::to_string(matrix.k));
        if (rows > largestMatrix) fail(source, "more than " + std::to_string(largestMatrix) + " rows");
        matrix.weights.insert(matrix.weights.end(), row.begin(), row.end());
    }
    if (takesAffine && rows == 2 && matrix.k == 3) {
        matrix.weights.insert(matrix.weights.end(), {0, 0, 1});
        ++rows;
    }
    if (rows == 0) fail(source, "no numbers; a matrix has k rows of k numbers, k odd and at most 31");
    if (rows != matrix.k)
        fail(source, std::to_string(rows) + " rows of " + std::to_string(matrix.k) +
                         " numbers; a matrix has as many rows as columns");
    if (matrix.k % 2 == 0)
        fail(source, std::to_string(matrix.k) + " rows of " + std::to_string(matrix.k) +
                         " numbers; the number of rows must be odd, so that there is a centre");
    return matrix;
}

} // namespace

Matrix parseMatrix(std::string_view text, const std::string& folder, bool takesAffine) {
    if (text.empty() || text == "none") return {};
    if (isInline(text)) {
        Matrix matrix = readRows({ErrorKind::Usage, "the matrix \"" + shownText(text) + "\""}, text, ';', takesAffine);
        matrix.source = text;
        return matrix;
    }
    const Source source{ErrorKind::Input, absolutePath(text, folder)};
    Matrix matrix = readRows(source, readSmallFile(source.name, largestFile, "a matrix"), '\n', takesAffine);
    matrix.source = source.name;
    return matrix;
}

std::string matrixText(const Matrix& matrix) {
    if (matrix.k == 0) return "none";
    if (!matrix.source.empty()) return matrix.source;
    std::string text;
    for (std::size_t i = 0; i < matrix.weights.size(); ++i) {
        if (i > 0) text += i % std::size_t(matrix.k) == 0 ? ";" : ",";
        text += numberText(matrix.weights[i]);
    }
    return text;
}

std::string matrixProblem(const Matrix& matrix) {
    if (matrix.k == 0 && matrix.weights.empty()) return {};
    if (matrix.k < 1 || matrix.k > largestMatrix || matrix.k % 2 == 0)
        return "a matrix has an odd number of rows from 1 to 31, not " + std::to_string(matrix.k);
    if (matrix.weights.size() != std::size_t(matrix.k) * std::size_t(matrix.k))
        return "a matrix of " + std::to_string(matrix.k) + " rows has as many columns";
    for (double weight : matrix.weights) {
        if (!std::isfinite(weight)) return "a weight is not a finite number";
        if (std::abs(weight) > largestWeight)
            return "a weight is " + numberText(weight) + "; weights are " + numberText(largestWeight) + " at most";
    }
    return {};
}

} // namespace lightbench
