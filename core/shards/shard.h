// Splits work over several processes, such as the tasks of a Slurm job array: shard I of N. Batches and experiments use
// it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/experiment/sweep.h"

namespace lightbench {

struct Shard {
    int index = 1, count = 1; ///< index: 1..count

    bool isUnsharded() const { return count == 1; }
    /// True if unit `i` of the work (from 0) belongs to this shard; units are dealt round-robin.
    bool has(std::size_t i) const { return i % std::size_t(count) == std::size_t(index) - 1; }
    /// The units that belong to this shard.
    template <class T> std::vector<T> share(const std::vector<T>& all) const {
        std::vector<T> own;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (has(i)) own.push_back(all[i]);
        return own;
    }
    std::string text() const; ///< "3 of 8"
    bool operator==(const Shard&) const = default;
};

/// Parses one of
/// - "3/8";
/// - "slurm/8": shard SLURM_ARRAY_TASK_ID of 8. Parts of the job array can then be submitted again;
/// - "slurm": SLURM_ARRAY_TASK_COUNT shards, of which SLURM_ARRAY_TASK_MIN is the first. The array must have been
///   submitted as a whole. Arrays with gaps or with a single task are refused, because the number of shards is unknown.
/// `environment` returns a variable's value, empty for none. Throws Error(Usage).
Shard parseShard(const std::string& text, const std::function<std::string(const char* name)>& environment);

/// The points of a sweep that belong to a shard. Points that race together stay together; points measured by themselves
/// are distributed one by one.
Sweep sharded(Sweep sweep, const Shard& shard);

} // namespace lightbench
