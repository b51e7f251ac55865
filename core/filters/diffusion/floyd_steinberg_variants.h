// What floyd-steinberg's reference and its GPU variants share: the meaning of its parameters.
#pragma once

#include <vector>

#include "core/filter/filter.h"

namespace lightbench::filters::diffusion {

bool isArticle(const ParameterValues& parameters);
/// Levels of one colour channel.
int levelCount(const ParameterValues& parameters, int channel);
/// The threshold in sample steps: 257 x 255 = 65535.
int thresholdOf(const ParameterValues& parameters, SampleType type);

/// The GPU variants, the fastest first.
std::vector<Variant> variants();
/// What is best of them. Cuts: `chunk`, columns between two looks at the row or band above; of pipelined's bands
/// `block`, columns that a lane holds, and `lag`, columns that a row is behind the one above.
ChoiceTable choices();

} // namespace lightbench::filters::diffusion
