// What the files of the filter floyd-steinberg share: readings of its parameters (floyd_steinberg.cpp, with the
// reference), and its GPU variants.
#pragma once

#include <vector>

#include "core/framework/filter.h"

namespace lightbench::filters::diffusion {

bool isArticle(const ParameterValues& parameters);
/// The number of levels of one colour channel.
int levelCount(const ParameterValues& parameters, int channel);
/// The threshold in sample steps: 257 x 255 = 65535.
int thresholdOf(const ParameterValues& parameters, SampleType type);

/// Whether four pixels travel in a 32-bit word (pipelined_bands.cl): gray 8-bit images that become black and white.
bool isPackedBilevel(const PlanRequest& request);

/// The GPU variants, the fastest first.
std::vector<Variant> variants();

} // namespace lightbench::filters::diffusion
