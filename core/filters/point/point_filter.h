// What point filters share: the loops of references whose output pixel depends on one input pixel, and passes that map
// pixel by pixel. Most of them map sample by sample, by a formula or a look-up table, and have the variants `segments`,
// `table` and `plain`. core/framework/sample_segments.h plans their passes.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/framework/sample_segments.h"

namespace lightbench {

/// Makes an image of that shape by calling pixel(from, to) for every pixel, with pointers to the first samples. Both
/// images have the same sample type.
template <class Pixel> Image mapPixels(const Image& input, const ImageShape& shape, Pixel pixel) {
    Image output(shape);
    withSampleType(shape.format.type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(shape.size.height, [&](int y) {
            for (int x = 0; x < shape.size.width; ++x)
                pixel(input.row<T>(y) + x * input.channels(), output.row<T>(y) + x * output.channels());
        });
    });
    return output;
}

/// Makes an image of the input's shape with sample(s) for every colour sample s; alpha is copied.
template <class Sample> Image mapColours(const Image& input, Sample sample) {
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T* from = input.row<T>(y);
        fill([&](std::size_t i) { return T(sample(from[i])); });
    });
}

// Passes that map all channels of a pixel together, in segments of neighbouring pixels. They are the host side of
// kernels/colour/mapped_pixels.clh.

/// A pass with one work-item per segment of four pixels; it sets src, dst and pixels. `operations` are per pixel.
KernelPass pixelSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations);
/// The same, but on GPUs a segment has as many pixels as fill 16 bytes of RGBA output.
KernelPass wideSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations);
/// The same for CPUs: a work-item processes VECTORS times sixteen pixels, one channel per vector.
KernelPass pixelVectorsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations);

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
