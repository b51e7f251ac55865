// rotate-90: rotates by 90, 180 or 270 degrees, which moves pixels without changing their values.
#include "core/filters/geometry/pixel_moves.h"
#include "core/filters/geometry/transpose_variants.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {
/// Null for the half turn.
std::optional<QuarterTurn> quarterTurn(const ParameterValues& parameters) {
    const std::string& angle = parameters.choice("angle");
    if (angle == "180") return std::nullopt;
    return angle == "90" ? QuarterTurn::Clockwise : QuarterTurn::Counterclockwise;
}

PixelMove halfTurn(const ImageShape& input) { return {input, {input.size.width - 1, -1}, {input.size.height - 1, -1}}; }

ImageShape turnedShape(const ImageShape& input, const ParameterValues& parameters) {
    if (!quarterTurn(parameters)) return input;
    return {{input.size.height, input.size.width}, input.format, input.layout};
}

/// out(x,y) = in(y, H-1-x) clockwise, in(W-1-y, x) the other way: row x of the input becomes a column.
Image quarterTurned(const Image& input, QuarterTurn turn) {
    Image output(ImageShape{{input.height(), input.width()}, input.format(), input.shape().layout});
    const int channels = input.channels();
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        for (int y = 0; y < output.height(); ++y)
            for (int x = 0; x < output.width(); ++x) {
                const bool isClockwise = turn == QuarterTurn::Clockwise;
                const T* from = isClockwise ? input.row<T>(input.height() - 1 - x) + y * channels
                                            : input.row<T>(x) + (input.width() - 1 - y) * channels;
                std::copy(from, from + channels, output.row<T>(y) + x * channels);
            }
    });
    return output;
}

Image rotate90Reference(const Image& input, const ParameterValues& parameters) {
    const std::optional<QuarterTurn> turn = quarterTurn(parameters);
    return turn ? quarterTurned(input, *turn) : movedPixels(input, halfTurn(input.shape()));
}

bool isQuarterTurn(const PlanRequest& request) { return quarterTurn(request.parameters).has_value(); }

Variant halfTurnSegments() {
    return {
        .id = "segments",
        .label = "Segments",
        .idea = "Each work-item makes 16 bytes of the result, from pixels that it reads backwards. On CPUs it makes a "
                "segment of a row.",
        .applies = {"it takes 180 degrees only, because rows become columns with 90 and 270",
                    [](const PlanRequest& request) { return !isQuarterTurn(request); }},
        .plan = [](const PlanRequest& request) { return pixelMovePlan(request, halfTurn(request.input)); },
    };
}
} // namespace

Filter rotate_90() {
    Filter filter;
    filter.id = "rotate-90";
    filter.label = "Rotate by 90 degrees";
    filter.group = "Geometry";
    filter.synonyms = {"turn", "orientation", "quarter turn"};
    filter.summary = "Turns an image clockwise by 90, 180 or 270 degrees.";
    filter.doc = "Turns the image clockwise by a multiple of 90 degrees. W and H are the width and height in pixels: "
                 "90 out(x,y) = in(y, H-1-x), 180 in(W-1-x, H-1-y), 270 in(W-1-y, x) (OpenCV's rotate, NumPy's rot90 "
                 "the other way round). Alpha moves with the colours.";
    filter.parameters = {choiceParameter("angle", "Angle", {{"90", "90"}, {"180", "180"}, {"270", "270"}}, "90",
                                         "Degrees clockwise; 90 and 270 change width and height.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32};
    filter.outputShape = turnedShape;
    filter.reference = rotate90Reference;
    filter.variants = transposeVariants(quarterTurn);
    for (Variant& variant : filter.variants)
        variant.applies = {"it takes 90 and 270 degrees only, because rows stay rows with 180", isQuarterTurn};
    filter.variants.push_back(halfTurnSegments());
    filter.choices =
        mergedChoices({{.devices = {DeviceClass::Cpu}, .variant = "segments", .workgroup = Workgroup{1, 1}},
                       {.variant = "segments", .workgroup = Workgroup{256, 1}}},
                      transposeChoices());
    // It was always slower here than the others; transpose keeps it.
    static constexpr std::string_view slower = "local-offset-rows";
    std::erase_if(filter.variants, [](const Variant& one) { return one.id == slower; });
    std::erase_if(filter.choices.rows, [](const MeasuredChoice& row) { return row.variant == slower; });
    return filter;
}

} // namespace lightbench::filters
