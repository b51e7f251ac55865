// What a user's own races found to be best, as data: `auto` asks it before the choices that were measured for everybody
// (core/filter/choices.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/filter/filter.h"
#include "core/filter/kernel_library.h"

namespace lightbench {

/// The winner of a race, and what it is known for. Stale where the kernels' text has changed since.
struct TunedChoice {
    std::string device; ///< DeviceInfo::name
    int computeUnits = 0;
    std::string driver;    ///< DeviceInfo::driver
    std::string filter;    ///< id
    std::string format;    ///< such as "rgba8"
    std::string sizeClass; ///< sizeClassOf the stage's input
    std::string settings;  ///< settingsClassOf the stage

    std::string variant;   ///< id, never `auto`
    std::string workgroup; ///< workgroupText
    std::string kernels;   ///< kernelsHash of the programs that it ran
    std::string time;      ///< when it was measured, such as "2026-01-31T12:00:00Z"
    std::string stack;     ///< that was measured, with variant and workgroup auto
    std::string size;      ///< of the image, such as "3840x2160"
    double us = 0;         ///< median time
    double gain = 0;       ///< the time of the built-in choice over it, in the same race; 0: that one had no time
    int ties = 0;          ///< others that were as fast, of which this is the simplest

    /// "2026-01-31"
    std::string date() const { return time.substr(0, time.find('T')); }
};

constexpr auto fields(const TunedChoice*) {
    using T = TunedChoice;
    return FieldList{Field{"device", &T::device, Naming},
                     Field{"compute_units", &T::computeUnits, Naming},
                     Field{"driver", &T::driver, Naming},
                     Field{"filter", &T::filter, Naming},
                     Field{"format", &T::format, Naming},
                     Field{"size_class", &T::sizeClass, Naming},
                     Field{"settings", &T::settings, Naming},
                     Field{"variant", &T::variant, Naming},
                     Field{"workgroup", &T::workgroup, Naming},
                     Field{"kernels_hash", &T::kernels, Naming},
                     Field{"time", &T::time},
                     Field{"stack", &T::stack},
                     Field{"size", &T::size},
                     Field{"us", &T::us},
                     Field{"gain", &T::gain},
                     Field{"ties", &T::ties}};
}

/// No two of them are for the same.
struct TuningMemory {
    std::vector<TunedChoice> choices;
};
using TuningMemoryPtr = std::shared_ptr<const TuningMemory>; ///< null: nothing is remembered

constexpr auto fields(const TuningMemory*) { return FieldList{Field{"choices", &TuningMemory::choices}}; }

/// Images of so many pixels count as alike: from a power of four to the next, such as "4.19 to 16.8 MP". Full HD, 4K
/// and 8K lie in the middle of theirs.
std::string sizeClassOf(Size size);
/// Which parameters count as alike, as "border=replicate k=5 sigma=2..4": whole numbers up to 16 by themselves, larger
/// ones and real ones from a power of two to the next, a matrix by its side, second images not at all, all others by
/// their values; without a stage's region and mix.
std::string settingsClassOf(const ParameterValues& parameters);
/// Whether both are for the same device, driver, filter, format and classes.
bool isForSame(const TunedChoice& a, const TunedChoice& b);
/// Null if nothing is remembered of this.
const TunedChoice* rememberedFor(const TuningMemory& memory, const Filter& filter, const PlanRequest& request);

/// The programs that a plan's kernels come from, as KernelLibrary::source takes them: each once, in order.
std::vector<std::string> programNames(const Plan& plan);
/// Hash of the texts of programs; empty for none. A program that is missing counts as what is said of that.
std::string kernelsHash(const std::vector<std::string>& programs, const KernelLibrary& kernels);

} // namespace lightbench
