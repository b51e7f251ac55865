// Makes sure that descriptors 0, 1 and 2 are open. Every main function calls it first, because files opened later would
// otherwise get these numbers and receive messages.
#pragma once

namespace lightbench {

/// Opens those of the descriptors 0, 1 and 2 that are closed on /dev/null. Reading from such an input and writing to
/// such an output still fails, as if they were closed; what is written to such a stderr is lost.
void openStandardDescriptors();

} // namespace lightbench
