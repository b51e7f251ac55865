// Trains the detector at the end of a stack: what the command line's `train` and the lab's Save write to a file.
#pragma once

#include "core/filters/detection/detector.h"
#include "core/run/stack.h"

namespace lightbench {

/// The last enabled stage must be a detector; the enabled stages before it are run by their references, so that the
/// same file comes out on every machine. Throws Error(Usage).
DetectorPtr trainStack(ImagePtr image, Stack stack);

} // namespace lightbench
