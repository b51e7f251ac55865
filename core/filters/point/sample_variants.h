// The variants `segments`, `table` and `plain` of filters that map sample by sample, each channel alone: by a formula,
// or by a look-up table. Most point filters use them. core/framework/sample_segments.h plans their passes.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "core/base/rounding.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/framework/sample_segments.h"

namespace lightbench {

/// Adds further arguments, defines and scratch buffers, besides src, dst and samples.
using AddToSegments = std::function<void(const PlanRequest& request, Plan& plan, KernelPass& pass)>;

/// The variant `segments` with the kernel NAME_segments(src, dst, samples, ...).
Variant segmentsPointVariant(const std::string& name, int operations, const AddToSegments& add,
                             SegmentWidth width = SegmentWidth::Floats);

/// The mapping of an integer sample for given parameters. `unit` is one step of the 8-bit scale: 1, or 257 for 16 bits.
/// Whole numbers keep halves exact.
using Tone = std::function<double(double sample, double unit)>;
using MakeTone = std::function<Tone(const ParameterValues& parameters)>;

/// Maps an integer sample, rounded half to even.
template <class T> T toned(const Tone& tone, T sample) {
    return storeSample<T>(tone(double(sample), sizeof(T) == 1 ? 1 : 257));
}
/// Maps every colour sample of an integer image; alpha is copied.
Image toneReference(const Image& input, const Tone& tone);
/// The variant `table`: 8- and 16-bit samples are looked up in a precomputed table; floats use the kernel
/// NAME_segments.
Variant tableVariant(const std::string& name, int operations, const MakeTone& makeTone,
                     const AddToSegments& addForFloats, Tolerance tolerance = exactly());

/// The variant `plain` with the kernel NAME_plain(src, dst, width, height); `shape` is as Filter::outputShape.
/// `operations` are per output sample.
Variant plainPointVariant(const std::string& name, int operations, decltype(Filter::outputShape) shape = {});

} // namespace lightbench
