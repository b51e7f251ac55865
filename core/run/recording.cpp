#include "core/run/recording.h"

#include <algorithm>
#include <span>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/codecs/image_file.h"
#include "core/image/colours.h"

namespace lightbench {

namespace {
std::span<const std::uint32_t> stampsOf(const Recording& recording) {
    if (!recording.stamps) return {};
    return {recording.stamps->samples<std::uint32_t>(), recording.stamps->shape().samples()};
}

/// An amount with its unit, such as "1.25 µs" or "12 345 pixels".
std::string amountText(const Recording& recording, std::uint32_t amount) {
    if (recording.unit == RecordedUnit::Nanoseconds) return threeDigits(amount / 1e3) + " µs";
    return std::to_string(amount) + " pixels";
}
} // namespace

std::uint32_t Recording::end() const {
    std::uint32_t last = 0;
    for (const GroupRecord& group : groups)
        last = std::max(last, group.finish);
    for (std::uint32_t stamp : stampsOf(*this))
        last = std::max(last, stamp);
    return last;
}

std::size_t Recording::waitingGroups() const {
    return std::size_t(std::ranges::count_if(groups, [](const GroupRecord& group) { return group.waits > 0; }));
}

Image recordingPicture(const Recording& recording) {
    Image picture({recording.stamps->size(), {SampleType::U8, 4}});
    const double scale = 1.0 / std::max(1u, recording.end());
    parallelRows(picture.height(), [&](int y) {
        const auto* stamp = recording.stamps->row<std::uint32_t>(y);
        auto* to = picture.row<std::uint8_t>(y);
        for (int x = 0; x < picture.width(); ++x, to += 4) {
            const Rgb colour = timeColour(stamp[x] * scale);
            to[0] = colour.red, to[1] = colour.green, to[2] = colour.blue, to[3] = 255;
        }
    });
    return picture;
}

std::string workgroupCsv(const Recording& recording) {
    const std::string unit = recording.unit == RecordedUnit::Nanoseconds ? "ns" : "pixels";
    std::string rows = "group,start_" + unit + ",finish_" + unit + ",waited_" + unit + ",waits\n";
    for (std::size_t i = 0; i < recording.groups.size(); ++i) {
        const GroupRecord& group = recording.groups[i];
        for (const std::size_t figure : {i, std::size_t(group.start), std::size_t(group.finish),
                                         std::size_t(group.waited), std::size_t(group.waits)})
            rows += std::to_string(figure) + ",";
        rows.back() = '\n';
    }
    return rows;
}

std::string recordingText(const Recording& recording) {
    const bool isTimed = recording.unit == RecordedUnit::Nanoseconds;
    std::string text = recording.kernel + " in workgroups of " + workgroupText(recording.workgroup) + ": " +
                       (isTimed ? "times by the device's clock over " + amountText(recording, recording.end())
                                : "an order, not times: kernels of this device have no clock, so each pixel has its "
                                  "place among " +
                                      amountText(recording, std::uint32_t(recording.stamps->shape().samples()))) +
                       "\n";
    const auto longest = std::ranges::max_element(recording.groups, {}, &GroupRecord::waited);
    const std::size_t waiting = recording.waitingGroups(), all = recording.groups.size();
    if (waiting == 0) return text + "none of " + std::to_string(all) + " workgroups waited for another\n";
    text += std::to_string(waiting) + " of " + std::to_string(all) + " workgroups waited for others";
    if (longest->waited == 0) return text + ", none of them for long\n";
    return text + "; the longest, number " + std::to_string(longest - recording.groups.begin()) + ", for " +
           amountText(recording, longest->waited) + (isTimed ? "" : " that others finished meanwhile") + "\n";
}

void saveRecording(const Recording& recording, const std::string& path) {
    if (suffixOfName(path) == "npy")
        saveImage(*recording.stamps, path);
    else
        saveImage(recordingPicture(recording), path);
}

} // namespace lightbench
