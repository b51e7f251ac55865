// What the last stage of a stack makes from an image, such as what it was trained to find: what the command line's
// `train` and the lab's Save write to a file.
#pragma once

#include "core/run/stack.h"

namespace lightbench {

/// The kind that the last enabled stage makes; null if it makes none.
ResourceKindPtr madeKind(const Stack& stack);
struct MadeResource {
    ResourceKindPtr kind;
    ResourcePtr resource;
    /// What its file holds.
    std::string text() const { return kind->text(*resource); }
};
/// The enabled stages before the last are run by their references, so that the same file comes out on every machine.
/// Throws Error(Usage) if the last enabled stage makes none, or cannot with its settings.
MadeResource makeResource(ImagePtr image, Stack stack);

} // namespace lightbench
