// The three descriptors that every program expects to have.
#pragma once

namespace lightbench {

/// For main to call first: opens those of the descriptors 0, 1 and 2 that are closed on /dev/null, so that no file and
/// no socket gets their numbers. From such an input nothing can be read, and writing to such an output fails, as if
/// they were closed; what goes to such a stderr is lost.
void openStandardDescriptors();

} // namespace lightbench
