// The tuning database: the results of a user's own races, as data. `auto` asks it before the built-in choices
// (core/framework/choices.h). core/tuning/tuning_file.h stores it.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/base/statistics.h"
#include "core/framework/filter.h"
#include "core/framework/kernel_library.h"

namespace lightbench {

/// The winner of a race, and the conditions it holds for. It is stale if the kernels' text has changed since.
struct TuningResult {
    std::string device; ///< DeviceInfo::name
    int computeUnits = 0;
    std::string driver;    ///< DeviceInfo::driver
    std::string filter;    ///< id
    std::string format;    ///< such as "rgba8"
    std::string sizeClass; ///< sizeClassOf of the stage's input
    std::string settings;  ///< settingsClassOf of the stage

    std::string variant;   ///< id, never `auto`
    std::string workgroup; ///< workgroupText
    std::string kernels;   ///< kernelsHash of the programs that ran
    std::string time;      ///< when it was measured, such as "2026-01-31T12:00:00Z"
    std::string stack;     ///< the measured stack, with variant and workgroup auto
    std::string size;      ///< the image's size, such as "3840x2160"
    double us = 0;         ///< median time
    double gain = 0; ///< the time of the built-in choice divided by it, in the same race; 0: that choice had no time
    int ties = 0;    ///< the number of equally fast others; this is the simplest

    /// False if no clock can have measured its time.
    bool hasTime() const { return isUsableTime(us) && gain >= 0 && std::isfinite(gain); }
    /// "2026-01-31"
    std::string date() const { return time.substr(0, time.find('T')); }
};

constexpr auto fields(const TuningResult*) {
    using T = TuningResult;
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

/// At most one per isForSame.
struct TuningDatabase {
    std::vector<TuningResult> results;
};
using TuningDatabasePtr = std::shared_ptr<const TuningDatabase>; ///< null: there is none

constexpr auto fields(const TuningDatabase*) { return FieldList{Field{"results", &TuningDatabase::results}}; }

/// The size class: images with pixel counts between two powers of four are treated alike, such as "4.19 to 16.8 MP".
/// Full HD, 4K and 8K are in the middle of their classes.
std::string sizeClassOf(Size size);
/// The parameter class, such as "border=replicate k=5 sigma=2..4". Integers up to 16 count by value; larger ones and
/// reals from a power of two to the next; a matrix by its side; second images not at all; everything else by value. A
/// stage's region and mix are ignored.
std::string settingsClassOf(const ParameterValues& parameters);
/// True if both have the same device, driver, filter, format and classes.
bool isForSame(const TuningResult& a, const TuningResult& b);
/// The result for a request; null if there is none, or none with a measured time.
const TuningResult* resultFor(const TuningDatabase& database, const Filter& filter, const PlanRequest& request);

/// The programs of a plan's kernels, as KernelLibrary::source takes them: each once, in order.
std::vector<std::string> programNames(const Plan& plan);
/// Hash of the programs' texts; empty for none. A missing program is hashed by its error message.
std::string kernelsHash(const std::vector<std::string>& programs, const KernelLibrary& kernels);

} // namespace lightbench
