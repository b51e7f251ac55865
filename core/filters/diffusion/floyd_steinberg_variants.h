// Parameters, GPU variants and measured choices of the filter floyd-steinberg. Its own .cpp file and
// core/filters/diffusion/floyd_steinberg_choices.cpp define them;
// core/filters/diffusion/floyd_steinberg.cpp has the reference and uses them.
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
/// The measured choices. Tuning parameters: `chunk`, columns between two checks of the row or band above; for the
/// pipelined variant's bands `block`, columns that a lane holds, and `lag`, columns by which a row follows the one
/// above.
ChoiceTable choices();

} // namespace lightbench::filters::diffusion
