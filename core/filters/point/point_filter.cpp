#include "core/filters/point/point_filter.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

#include "core/device/device_traits.h"
#include "core/framework/plain_variant.h"

namespace lightbench {

KernelPass pixelSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations) {
    const ImageShape& input = request.input;
    KernelPass pass = kernelPass(request, std::move(name), output.format);
    pass.global = coverSegments(input.size.area(), 4, request.workgroup);
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"pixels", std::int32_t(input.size.area())}};
    pass.bytes = input.bytes() + output.bytes();
    pass.operations = std::uint64_t(operations) * input.size.area();
    return pass;
}

KernelPass wideSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations) {
    KernelPass pass = pixelSegmentsPass(request, output, std::move(name), operations);
    if (isCpuDevice(request.device)) return pass;
    const int pixels = 16 / int(output.format.bytesPerPixel());
    addDefines(pass, {{"PIXELS", pixels}});
    const int samples = pixels * request.input.format.channels;
    const auto type = std::ranges::find(pass.defines, "SRC_SAMPLE", &std::pair<std::string, std::string>::first);
    const std::string sample = type->second;
    pass.defines.push_back({"SOURCE_SEGMENT", samples > 1 ? sample + std::to_string(samples) : sample});
    pass.global = coverSegments(request.input.size.area(), pixels, request.workgroup);
    return pass;
}

KernelPass pixelVectorsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations) {
    constexpr int vectorPixels = 16, vectorsOfItem = 16;
    KernelPass pass = pixelSegmentsPass(request, output, std::move(name), operations);
    addDefines(pass, {{"VECTORS", vectorsOfItem}});
    pass.global = coverSegments(request.input.size.area(), vectorPixels * vectorsOfItem, request.workgroup);
    return pass;
}

namespace {

template <class T> Scratch tableOf(const Tone& tone) {
    std::vector<T> table(std::size_t(std::numeric_limits<T>::max()) + 1);
    for (std::size_t value = 0; value < table.size(); ++value)
        table[value] = toned(tone, T(value));
    return {"table", table.size() * sizeof(T), bytesOf(table)};
}

/// Caches the last table: plans of the same parameters are requested for each workgroup size, and 65536 powers take
/// milliseconds.
class LastTable {
public:
    Scratch of(const MakeTone& makeTone, const PlanRequest& request) {
        const std::scoped_lock lock(mutex_);
        const Format format = request.input.format;
        if (!parameters_ || *parameters_ != request.parameters || type_ != format.type) {
            const Tone tone = makeTone(request.parameters);
            table_ = format.type == SampleType::U8 ? tableOf<std::uint8_t>(tone) : tableOf<std::uint16_t>(tone);
            parameters_ = request.parameters;
            type_ = format.type;
        }
        return table_;
    }

private:
    std::mutex mutex_;
    std::optional<ParameterValues> parameters_;
    SampleType type_ = SampleType::U8;
    Scratch table_;
};

Plan tablePlan(const PlanRequest& request, Scratch table) {
    Plan plan;
    KernelPass& pass = plan.add(sampleSegmentsPass(request, {"sample_table", "sample_table_segments"}, 1));
    pass.bytes += table.bytes;
    pass.arguments.push_back({"table", plan.addScratch(std::move(table))});
    return plan;
}

} // namespace

Variant segmentsPointVariant(const std::string& name, int operations, const AddToSegments& add, SegmentWidth width) {
    const auto plan = [=](const PlanRequest& request) {
        Plan result;
        KernelPass& pass = result.add(sampleSegmentsPass(request, {"", name + "_segments"}, operations, width));
        add(request, result, pass);
        return result;
    };
    return Variant{
        .id = "segments",
        .label = "Segments of samples",
        .idea =
            "Each work-item maps a segment of samples with the widest load and store of the device. Segments continue "
            "across the ends of rows.",
        .plan = plan,
    };
}

Image toneReference(const Image& input, const Tone& tone) {
    return mapColours(input, [&](auto sample) {
        if constexpr (std::is_floating_point_v<decltype(sample)>)
            return sample;
        else
            return toned(tone, sample);
    });
}

Variant tableVariant(const std::string& name, int operations, const MakeTone& makeTone,
                     const AddToSegments& addForFloats, Tolerance tolerance) {
    Variant variant = segmentsPointVariant(name, operations, addForFloats);
    variant.id = "table";
    variant.label = "Table";
    variant.idea =
        "The host makes a table with the result of each of 256 or 65536 values. Work-items look up segments of samples "
        "in it. A CPU with AVX-512 holds the table for bytes in registers. Floats are computed without a table.";
    variant.tolerance = tolerance;
    const auto last = std::make_shared<LastTable>();
    variant.plan = [=, computed = variant.plan](const PlanRequest& request) {
        if (!request.input.format.isInteger()) return computed(request);
        return tablePlan(request, last->of(makeTone, request));
    };
    return variant;
}

Variant plainPointVariant(const std::string& name, int operations, decltype(Filter::outputShape) shape) {
    return plainVariant("Each work-item loads a pixel and stores its result.", [=](const PlanRequest& request) {
        const ImageShape output = shape ? shape(request.input, request.parameters) : request.input;
        KernelPass pass = plainPass(request, name, output.format, operations);
        pass.operations = std::uint64_t(operations) * output.samples();
        return singlePass(std::move(pass));
    });
}

} // namespace lightbench
