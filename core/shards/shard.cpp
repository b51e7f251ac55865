// Parses "I/N" and reads the variables of Slurm job arrays (`man sbatch`, Slurm 20.11 and later).
#include "core/shards/shard.h"

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/experiment/sweep.h"

namespace lightbench {

namespace {
constexpr int maximum = 1'000'000;

std::optional<int> numberIn(std::string_view text) { return parsedInteger(text, 0, maximum); }

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    fail(ErrorKind::Usage, "--shard " + shownText(text) + ": " + why);
}

Shard checked(const std::string& text, std::optional<int> index, std::optional<int> count) {
    if (!index || !count || *count < 1 || *index < 1 || *index > *count)
        refuse(text, "give I/N with I of 1..N, such as 3/8, or slurm/N in a job array of 1-N");
    return {*index, *count};
}

/// The value of the variable. Throws if it is not set or not a number.
int variable(const std::string& text, const char* name, const std::function<std::string(const char*)>& environment) {
    const std::optional<int> value = numberIn(environment(name));
    if (!value)
        refuse(text, std::string(name) + " is " + (environment(name).empty() ? "not set" : "no number") +
                         ": this is not a task of a Slurm job array; give I/N");
    return *value;
}

Shard ofWholeArray(const std::string& text, const std::function<std::string(const char*)>& environment) {
    const int id = variable(text, "SLURM_ARRAY_TASK_ID", environment);
    const int minimum = variable(text, "SLURM_ARRAY_TASK_MIN", environment);
    const int count = variable(text, "SLURM_ARRAY_TASK_COUNT", environment);
    if (count == 1) refuse(text, "an array of one task does not say how many shards there are; give slurm/N");
    const int last = numberIn(environment("SLURM_ARRAY_TASK_MAX")).value_or(minimum + count - 1);
    if (last - minimum + 1 != count) refuse(text, "the array has gaps; number it 1-N and give slurm/N");
    return checked(text, id - minimum + 1, count);
}
} // namespace

std::string Shard::text() const { return std::to_string(index) + " of " + std::to_string(count); }

Shard parseShard(const std::string& text, const std::function<std::string(const char* name)>& environment) {
    if (text == "slurm") return ofWholeArray(text, environment);
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return checked(text, {}, {});
    const std::optional<int> count = numberIn(std::string_view(text).substr(slash + 1));
    if (text.starts_with("slurm/")) return checked(text, variable(text, "SLURM_ARRAY_TASK_ID", environment), count);
    return checked(text, numberIn(std::string_view(text).substr(0, slash)), count);
}

Sweep sharded(Sweep sweep, const Shard& shard) {
    std::vector<ExperimentPoint> all = std::move(sweep.points);
    std::vector<std::size_t> own;
    for (const PointGroup& group : shard.share(pointGroups(all)))
        own.insert(own.end(), group.members.begin(), group.members.end());
    std::ranges::sort(own);
    sweep.points.clear();
    for (const std::size_t i : own)
        sweep.points.push_back(std::move(all[i]));
    return sweep;
}

} // namespace lightbench
