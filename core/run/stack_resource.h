// Makes the resource that the last stage of a stack can produce from an image, such as a trained detector. The command
// `train` and the window's Save write it to a file.
#pragma once

#include "core/run/stack.h"

namespace lightbench {

/// The kind of resource that the last enabled stage makes; null if it makes none.
ResourceKindPtr madeKind(const Stack& stack, const FilterCatalog& filters);
struct MadeResource {
    ResourceKindPtr kind;
    ResourcePtr resource;
    /// The content of its file.
    std::string text() const { return kind->text(*resource); }
};
/// Runs the earlier enabled stages by their references, so that the result is the same on every machine. Throws
/// Error(Usage) if the last enabled stage makes no resource, or cannot with its settings.
MadeResource makeResource(ImagePtr image, Stack stack, const FilterCatalog& filters);

} // namespace lightbench
