// What the host steps of plans do, as data: each operation is a struct with its arguments. Plans hold operations, and
// gpu/execution/plan_runner.h has them done by runHostOperation.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "core/framework/parameter.h"
#include "core/image/image.h"

namespace lightbench {

struct Filter;

/// Runs the CPU reference of a filter. Reads the input, then the second images. Writes the result, or the words of an
/// analysis.
struct RunReference {
    static constexpr const char* name = "cpu reference";
    std::string filter; ///< its id
    ImageShape input;
    ParameterValues parameters; ///< complete and checked
    bool operator==(const RunReference&) const = default;
};

/// Adds up tables of 32-bit counters. Reads the tables, which follow each other, and writes one table.
struct MergeTables {
    static constexpr const char* name = "merge on the host";
    int tables = 0;
    int counters = 0; ///< of one table
    bool operator==(const MergeTables&) const = default;
};

/// Trains a patch detector. Reads the image, and writes the detector's tables of tests and leaves.
struct TrainDetector {
    static constexpr const char* name = "train";
    std::string detector; ///< the id of the filter that uses it
    ImageShape input;
    Rectangle object; ///< the part of the input that the detector learns to find
    int trees = 1, tests = 1, seed = 0;
    /// The tests become offsets into rows of so many samples. No value: they stay coordinates.
    std::optional<int> stride;
    bool operator==(const TrainDetector&) const = default;
};

using HostOperation = std::variant<RunReference, MergeTables, TrainDetector>;

/// The memory of the buffers that a host step reads and writes, in the order of its plan.
using HostReads = std::span<const std::span<const std::byte>>;
using HostWrites = std::span<const std::span<std::byte>>;

/// The operation's name in reports, such as "cpu reference".
std::string hostOperationName(const HostOperation& operation);
/// The operation's arguments by name, for texts and reports. RunReference has the filter's parameters among them.
ParameterValues hostOperationArguments(const HostOperation& operation);
/// Does the work. `filter` is the filter of the stage: its reference, its analysis or its training may be what runs.
/// Throws std::logic_error if the operation names another one, or if an analysis has another length than its buffer.
void runHostOperation(const HostOperation& operation, const Filter& filter, HostReads reads, HostWrites writes);

} // namespace lightbench
