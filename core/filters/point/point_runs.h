// What filters share whose output sample follows from the input sample alone (kernels/point/point_runs.clh): the plan
// of a kernel that maps runs of samples, and that of a table of what becomes of each value.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "core/base/rounding.h"
#include "core/filter/filter.h"
#include "core/filter/plan.h"
#include "core/filters/point/point_filter.h"

namespace lightbench {

/// Adds what the kernel takes beside src, dst and samples: arguments, defines, scratch buffers.
using AddToRuns = std::function<void(const PlanRequest& request, Plan& plan, KernelPass& pass)>;

/// Samples that a work-item takes at once on a CPU: as many as its vectors have floats, for kernels in OpenCL's own
/// vectors, or as many as fill a vector (kernels/windows/wide_runs.clh).
enum class RunWidth { Floats, Samples };

/// A pass of the kernel that makes an image of the input's shape from runs of its samples, one a work-item.
/// `operations`: for one sample.
KernelPass runsPass(const PlanRequest& request, std::string kernel, int operations, RunWidth width = RunWidth::Floats);
/// The variant `runs` with the kernel NAME_runs(src, dst, samples, ...).
Variant runsPointVariant(const std::string& name, int operations, const AddToRuns& add,
                         RunWidth width = RunWidth::Floats);

/// What a filter's parameters make of an integer sample. `unit` is a step of the 8-bit scale: 1, or 257 of 16 bits;
/// with whole numbers halves come out exact.
using Tone = std::function<double(double sample, double unit)>;
using MakeTone = std::function<Tone(const ParameterValues& parameters)>;

/// The tone of an integer sample, rounded half to even.
template <class T> T toned(const Tone& tone, T sample) {
    return storeSample<T>(tone(double(sample), sizeof(T) == 1 ? 1 : 257));
}
/// Every colour sample of an image of integers by the tone; alpha stays.
Image toneReference(const Image& input, const Tone& tone);
/// The variant `table`: 8- and 16-bit samples are looked up in a table of the tone of each value; floats have the
/// kernel NAME_runs.
Variant tableVariant(const std::string& name, int operations, const MakeTone& makeTone, const AddToRuns& addForFloats,
                     Tolerance tolerance = exactly());

} // namespace lightbench
