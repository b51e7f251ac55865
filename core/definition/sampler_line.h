// The line //@ sampler of a kernel file: how a kernel reads image objects.
#pragma once

#include <string>

#include "core/definition/annotations.h"
#include "core/framework/plan.h"

namespace lightbench {

/// `//@ sampler: NAME = linear, repeat, normalized`. Without such words it takes the nearest pixel, counts in pixels,
/// and continues the edge. Throws Error(Usage) that names the line.
std::pair<std::string, SamplerArgument> samplerOf(const Annotation& line, const std::string& file);

} // namespace lightbench
