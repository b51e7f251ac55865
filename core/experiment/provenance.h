// Where a measurement comes from: program, machine, driver, kernels, image and settings. Journals compare it, so that
// rows measured under other conditions are never reused.
#pragma once

#include <string>
#include <vector>

#include "core/base/csv.h"
#include "core/device/device.h"
#include "core/framework/kernel_library.h"
#include "core/run/stack.h"

namespace lightbench {

struct Provenance {
    std::string program; ///< with its version; empty if a file does not say
    std::string commit;  ///< the commit of the program's source; "unknown" if it was not built from a repository
    std::string host;    ///< the machine's name
    std::string time;    ///< the time of the measurement, such as "2026-01-31T12:00:00Z"; empty if not measured
    std::string driver;  ///< the version of the device's driver
    int deviceIndex = 0;
    std::string kernels;      ///< hash of the text of the kernels used; empty if none
    std::string buildOptions; ///< additional compiler options
    std::string imageHash;    ///< hash of the given image and of the stages' files; generated images have none
    std::string checkedOn;    ///< the image that was checked: "yes" (this one), "no", or the size of another
    int requestedBuffers = 0; ///< 0: as many as the caches require
    int requestedRepeats = 0;
    double capSeconds = 0; ///< time limit per point; 0: none
    std::string race;      ///< hash of the race's candidates and settings; empty if measured by itself
    std::string files;     ///< stackFilesHash
};

constexpr auto fields(const Provenance*) {
    using T = Provenance;
    return FieldList{Field{"program", &T::program, Origin},
                     Field{"commit", &T::commit, Origin},
                     Field{"host", &T::host, Origin},
                     Field{"time", &T::time, Origin | Timed | ResultOnly},
                     Field{"driver", &T::driver, Origin},
                     Field{"device_index", &T::deviceIndex, Origin},
                     Field{"kernels_hash", &T::kernels, Origin},
                     Field{"build_options", &T::buildOptions, Origin},
                     Field{"image_hash", &T::imageHash, Origin},
                     Field{"check", &T::checkedOn, Origin},
                     Field{"buffers_wanted", &T::requestedBuffers, Origin},
                     Field{"repeats_wanted", &T::requestedRepeats}, // the actual repeats are a separate column
                     Field{"cap_s", &T::capSeconds, Origin},
                     Field{"race", &T::race, LaterColumn},
                     Field{"files_hash", &T::files, Newest}};
}

/// What two provenances differ in (keyDifferences): words such as "kernels" or "repeats", or one clause if a file does
/// not say where its rows come from. Empty if their measurements are interchangeable.
std::vector<std::string> differencesOf(const Provenance& a, const Provenance& b);
/// A hash of the kernel texts that a stack runs on a device, including programs shared with other filters; empty if
/// there are none.
std::string kernelsHash(const Stack& stack, const FilterCatalog& filters, const ImageShape& input,
                        const DeviceInfo& device, const KernelLibrary& kernels);
std::string hostName();

} // namespace lightbench
