// The line //@ reads of a kernel file: which input samples a result sample depends on, what is read beyond the border,
// and whether the place in the image matters. Engines test it on a device before they use it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/definition/declarations.h"
#include "core/framework/border.h"
#include "core/framework/locality.h"
#include "core/image/image.h"

namespace lightbench {

struct KernelFile;

/// Undeclared means: all of the image, and its place.
struct DeclaredReads {
    Locality::Kind kind = Locality::Whole;    ///< Point, Window or Whole
    std::string radiusX = "0", radiusY = "0"; ///< expressions of parameters, of Window: pixels
    std::optional<Border> border{};           ///< what is read beyond the border; only where the place does not matter
    bool isShiftInvariant = false;            ///< the place in the image does not matter
    std::string text{};                       ///< of the line, for messages
    int line = 0;
};

/// `//@ reads: point`, `//@ reads: window RX, RY` or `//@ reads: all`; parts are `border clamp`, mirror, wrap or zero,
/// and `position matters` or `position does not matter`. Throws Error(Usage) that names the line.
DeclaredReads readsOf(Declarations& declared);

/// The locality that a filter declares so. It never says that the place does not matter: a user's kernel runs on the
/// whole image, as its file says.
Locality localityOf(const DeclaredReads& reads, const ParameterValues& values, const std::vector<Parameter>& declared);

/// Runs the filter with the parameters at hand. The result has the size of the image.
using FilterRun = std::function<ImagePtr(const ImagePtr& input)>;

/// Tests the line on small images of that format. It changes samples that a result must not depend on, shifts the
/// image, and continues it beyond its border by the declared rule. Results may differ by the file's tolerance. Throws
/// Error(Usage) that names file and line, and says what was seen, if the declaration is not true for these parameters.
/// Does nothing for a file that declares nothing.
void checkReads(const KernelFile& file, const ParameterValues& values, Format format, const FilterRun& run);

} // namespace lightbench
