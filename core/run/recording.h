// A recording of the order in which one kernel finished its pixels, and of how long workgroups waited for others
// (kernels/prelude/recording.clh). The replay panel, `replay` and report files show it. It is immutable and shared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

/// The unit of a recording.
enum class RecordedUnit {
    /// The number of pixels finished before: an order, not a time, for devices whose kernels cannot read a clock.
    Pixels,
    Nanoseconds ///< since the first workgroup started, by the device's clock
};

/// The times of one workgroup, in the recording's unit.
struct GroupRecord {
    std::uint32_t start = 0, finish = 0; ///< of its first and its last work-item
    /// The longest total wait of one work-item for other workgroups. In pixels: how many others finished meanwhile.
    std::uint32_t waited = 0;
    std::uint32_t waits = 0; ///< the number of waits
    bool operator==(const GroupRecord&) const = default;
};

constexpr auto fields(const GroupRecord*) {
    using T = GroupRecord;
    return FieldList{Field{"start", &T::start}, Field{"finish", &T::finish}, Field{"waited", &T::waited},
                     Field{"waits", &T::waits}};
}

/// The recording of the kernel that writes its stage's pixels. The instrumented kernel is slower, so its times are not
/// those of the measured kernel.
struct Recording {
    int stackIndex = 0;
    std::string filter, variant, kernel;
    Workgroup workgroup;
    RecordedUnit unit = RecordedUnit::Pixels;
    /// One 32-bit number per pixel: when it was finished and could be used by others. In pixels, all numbers are
    /// distinct.
    ImagePtr stamps;
    /// Indexed by the number that a workgroup drew, or by its position in the launch if it draws none.
    std::vector<GroupRecord> groups;

    /// The last timestamp of a pixel or workgroup.
    std::uint32_t end() const;
    /// The number of workgroups that waited.
    std::size_t waitingGroups() const;
};

constexpr auto fields(const Recording*) {
    using T = Recording;
    return FieldList{Field{"index", &T::stackIndex},
                     Field{"filter", &T::filter},
                     Field{"variant", &T::variant},
                     Field{"kernel", &T::kernel},
                     Field{"workgroup", &T::workgroup},
                     Field{"unit", &T::unit},
                     Field{"stamps", &T::stamps, NotInReport},
                     Field{"groups", &T::groups}};
}

using RecordingPtr = std::shared_ptr<const Recording>;

/// The pixels coloured by time, from dark to light (timeColour): opaque RGBA 8-bit of the same size.
Image recordingPicture(const Recording& recording);
/// CSV text with one row per workgroup: "group,start,finish,waited,waits", with the unit in the heading.
std::string workgroupCsv(const Recording& recording);
/// A summary for people in two lines: the kernel, the meaning of the numbers, and who waited.
std::string recordingText(const Recording& recording);
/// Writes .npy as numbers (HxW, uint32, in the recording's unit), any other format as colours (recordingPicture).
/// Throws like saveImage.
void saveRecording(const Recording& recording, const std::string& path);

} // namespace lightbench
