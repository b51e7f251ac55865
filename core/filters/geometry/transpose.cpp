// transpose: exchanges rows and columns.
#include "core/base/parallel.h"
#include "core/filters/geometry/transpose_variants.h"

namespace lightbench::filters {

namespace {

ImageShape transposed(const ImageShape& input, const ParameterValues&) {
    return {{input.size.height, input.size.width}, input.format, input.layout};
}

Image transposeReference(const Image& input, const ParameterValues& parameters) {
    Image output(transposed(input.shape(), parameters));
    const int channels = input.channels();
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(output.height(), [&](int y) {
            T* to = output.row<T>(y);
            for (int x = 0; x < output.width(); ++x)
                for (int c = 0; c < channels; ++c)
                    *to++ = input.row<T>(x)[y * channels + c];
        });
    });
    return output;
}

} // namespace

Filter transpose() {
    return {
        .id = "transpose",
        .label = "Transpose",
        .group = "Geometry",
        .summary = "Swaps rows and columns.",
        .synonyms = {"swap axes", "flip"},
        .doc = "Rows become columns: out(y,x) = in(x,y). Width and height are exchanged; alpha moves with the colours.",
        .accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32},
        .outputShape = transposed,
        .reference = transposeReference,
        .variants = transposeVariants([](const ParameterValues&) { return std::optional(QuarterTurn::Transpose); }),
        .choices = transposeChoices(),
    };
}

} // namespace lightbench::filters
