// Where a measurement comes from: what made it, on what, and how. Rows that something else made are never taken for
// those of an experiment.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/device/device.h"
#include "core/filter/kernel_library.h"
#include "core/run/stack.h"

namespace lightbench {

struct Provenance {
    std::string program; ///< with its version; empty: of a file that does not say where its rows come from
    std::string commit;  ///< of the program's source; "unknown" where it was not built from a repository
    std::string host;    ///< the machine's name
    std::string time;    ///< when it was measured, such as "2026-01-31T12:00:00Z"; empty if it was not
    std::string driver;  ///< version of the device's driver
    int deviceIndex = 0;
    std::string kernels;      ///< hash of the text of the kernels that it runs; empty where it runs none
    std::string buildOptions; ///< more options for the compiler
    std::string
        imageHash;     ///< of the image that was given (none: the program makes it by its name) and of stages' files
    std::string check; ///< "yes", "no", or the size of the image that was checked instead
    int buffersWanted = 0; ///< 0: as many as caches ask for
    int repeatsWanted = 0;
    double capSeconds = 0; ///< of the time for a point; 0: none
    std::string race;      ///< hash of who raced and how it was judged; empty where a point was measured by itself
};

constexpr auto fields(const Provenance*) {
    using T = Provenance;
    return FieldList{Field{"program", &T::program, Origin},
                     Field{"commit", &T::commit, Origin},
                     Field{"host", &T::host, Origin},
                     Field{"time", &T::time, Origin | Timed},
                     Field{"driver", &T::driver, Origin},
                     Field{"device_index", &T::deviceIndex, Origin},
                     Field{"kernels_hash", &T::kernels, Origin},
                     Field{"build_options", &T::buildOptions, Origin},
                     Field{"image_hash", &T::imageHash, Origin},
                     Field{"check", &T::check, Origin},
                     Field{"buffers_wanted", &T::buffersWanted, Origin},
                     Field{"repeats_wanted", &T::repeatsWanted}, // beside the repeats that there were
                     Field{"cap_s", &T::capSeconds, Origin},
                     Field{"race", &T::race, Later}};
}

/// What two differ in, as words for people, such as "kernels" or "repeats"; empty if figures of the one may stand for
/// the other. The time does not count.
std::vector<std::string> differencesOf(const Provenance& a, const Provenance& b);
/// Hash of the text of the kernels of a library that a stack runs on a device, those that its plans borrow included;
/// empty if it runs none.
std::string kernelsHash(const Stack& stack, const ImageShape& input, const DeviceInfo& device,
                        const KernelLibrary& kernels);
std::string hostName();
/// Now, as Provenance::time has it.
std::string timeText();

} // namespace lightbench
