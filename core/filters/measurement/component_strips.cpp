// The plan: labels segments of pixels within strips of rows, then merges the strips.
#include "core/filters/measurement/component_strips.h"

#include "core/filters/windows/float_strips.h"

namespace lightbench {

namespace {

/// Adds the kernels one after the other.
class ComponentStrips {
public:
    ComponentStrips(const PlanRequest& request, const ShownParts& shown) : request_(request), shown_(shown) {}

    Plan made() {
        const Size size = request_.input.size;
        const int words = (size.width + 63) / 64, pitch = (size.width + 1) / 2, rows = stripRows(request_, 8, 1);
        const std::size_t strips = std::size_t((size.height + rows - 1) / rows);
        const std::uint64_t segments = std::uint64_t(pitch) * std::uint64_t(size.height);
        const NamedArgument width{"width", size.width}, height{"height", size.height}, rowWords{"row_words", words},
            segmentPitch{"run_pitch", pitch}, perStrip{"strip_rows", rows};
        const NamedArgument bits = scratch("words", std::uint64_t(words) * std::uint64_t(size.height) * 8);
        const NamedArgument parts = scratch("parts", segments * 4), nodes = scratch("nodes", segments * 4);
        const NamedArgument areas = scratch("areas", shown_.hasAreas ? segments * 4 : 4);
        const NamedArgument bounds = scratch("bounds", strips * 6 * std::uint64_t(pitch) * 4);
        const NamedArgument rowSegments = scratch("row_runs", std::uint64_t(size.height) * 4);
        const NamedArgument counts = scratch("counts", strips * 8);

        const std::uint64_t wordBytes = plan_.scratch[0].bytes, result = ImageShape{size, shown_.format}.bytes();
        add("strips", strips,
            {{"src", inputBuffer()},
             bits,
             parts,
             nodes,
             areas,
             bounds,
             rowSegments,
             counts,
             {"threshold", shown_.threshold},
             width,
             height,
             rowWords,
             segmentPitch,
             perStrip})
            .bytes = request_.input.bytes() + wordBytes;
        add("number_parts", 1,
            {parts,
             nodes,
             areas,
             bounds,
             rowSegments,
             counts,
             {"min_area", shown_.minimum},
             height,
             segmentPitch,
             perStrip});
        add("paint_segments", strips,
            {bits,
             parts,
             {"figures", nodes.value},
             rowSegments,
             {"dst", outputBuffer()},
             width,
             height,
             rowWords,
             perStrip})
            .bytes = wordBytes + result;
        return std::move(plan_);
    }

private:
    NamedArgument scratch(const char* name, std::uint64_t bytes) { return {name, plan_.addScratch({name, bytes, {}})}; }

    KernelPass& add(const char* kernel, std::size_t items, std::vector<NamedArgument> arguments) {
        KernelPass pass;
        pass.program = "connected-components/strips";
        pass.kernel = std::string("connected_components_") + kernel;
        pass.defines = formatDefines(request_.input.format, shown_.format);
        pass.defines.insert(pass.defines.end(), shown_.defines.begin(), shown_.defines.end());
        pass.local = request_.workgroup;
        pass.global = {items, 1};
        pass.arguments = std::move(arguments);
        pass.operations = request_.input.size.area();
        plan_.passes.emplace_back(std::move(pass));
        return lastKernel(plan_);
    }

    const PlanRequest& request_;
    const ShownParts& shown_;
    Plan plan_;
};

} // namespace

Plan componentStripsPlan(const PlanRequest& request, const ShownParts& shown) {
    return ComponentStrips(request, shown).made();
}

} // namespace lightbench
