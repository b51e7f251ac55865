// The order in which a kernel finished its pixels, and which workgroups waited for others: what a program says that is
// built to record (kernels/recording.clh). A picture of a wavefront or of a scan, as it ran once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/filter/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

/// What the numbers of a recording are.
enum class RecordedUnit {
    Pixels,     ///< how many were finished before: an order and no time. Devices without a clock that kernels can read
    Nanoseconds ///< since the first workgroup began, by the device's clock
};
/// "pixels finished", "µs".
std::string unitName(RecordedUnit unit);

/// One workgroup's life, in the recording's unit.
struct GroupRecord {
    std::uint32_t start = 0, finish = 0; ///< of its first and of its last work-item
    /// How long the work-item that waited longest for other workgroups did so, all its waits together. In pixels: how
    /// many others finished meanwhile.
    std::uint32_t waited = 0;
    std::uint32_t waits = 0; ///< how often one had to
    bool operator==(const GroupRecord&) const = default;
};

constexpr auto fields(const GroupRecord*) {
    using T = GroupRecord;
    return FieldList{Field{"start", &T::start}, Field{"finish", &T::finish}, Field{"waited", &T::waited},
                     Field{"waits", &T::waits}};
}

/// Of one kernel, the one that makes its stage's pixels. Recording costs time: what is recorded is the order of the
/// instrumented kernel, whose times are not those of the kernel that is measured.
struct Recording {
    int stackIndex = 0;
    std::string filter, variant, kernel;
    Workgroup workgroup;
    RecordedUnit unit = RecordedUnit::Pixels;
    /// One 32-bit number a pixel: when it was finished, known and ready to be handed on. In pixels no two are equal.
    ImagePtr stamps;
    /// By the numbers that workgroups draw, or where they draw none, by their place in the launch.
    std::vector<GroupRecord> groups;

    /// The last stamp or end of a workgroup.
    std::uint32_t end() const;
    /// Workgroups that waited at all.
    std::size_t waitingGroups() const;
};

constexpr auto fields(const Recording*) {
    using T = Recording;
    return FieldList{Field{"index", &T::stackIndex},     Field{"filter", &T::filter},
                     Field{"variant", &T::variant},      Field{"kernel", &T::kernel},
                     Field{"workgroup", &T::workgroup},  Field{"unit", &T::unit},
                     Field{"stamps", &T::stamps, Apart}, Field{"groups", &T::groups}};
}

using RecordingPtr = std::shared_ptr<const Recording>;

/// Its pixels coloured by time, the first dark and the last light (timeColour), opaque. Shape: that of the stamps, RGBA
/// 8-bit.
Image recordingPicture(const Recording& recording);
/// A row for each workgroup: "group,start,finish,waited,waits", with the unit in the heading.
std::string groupRows(const Recording& recording);
/// What was recorded, in two lines for people: of which kernel, what the numbers are, and who waited.
std::string recordingText(const Recording& recording);

} // namespace lightbench
