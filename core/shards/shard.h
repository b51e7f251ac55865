// A part of a work that several programs share out: number I of N.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "core/experiment/point.h"

namespace lightbench {

struct Shard {
    int index = 1, count = 1; ///< index: 1..count

    bool isWhole() const { return count == 1; }
    /// Whether unit number `i` of the work (from 0) is this one's: they are dealt out like cards.
    bool has(std::size_t i) const { return i % std::size_t(count) == std::size_t(index) - 1; }
    std::string text() const; ///< "3 of 8"
    bool operator==(const Shard&) const = default;
};

/// Reads
/// - "3/8";
/// - "slurm/8": number SLURM_ARRAY_TASK_ID of 8, whatever else the job array has: a part of it can be submitted again;
/// - "slurm": of an array that was submitted as a whole: SLURM_ARRAY_TASK_COUNT shards, of which the one that
///   SLURM_ARRAY_TASK_MIN names is the first. Refused for an array with gaps or of one task, which does not say how
///   many there were.
/// `environment` gives a variable's value, empty for none. Throws Error(Usage).
Shard parseShard(const std::string& text, const std::function<std::string(const char* name)>& environment);

/// The points of a sweep that are a shard's: those that race together stay together, and so does each that is measured
/// by itself.
Sweep sharded(Sweep sweep, const Shard& shard);

} // namespace lightbench
