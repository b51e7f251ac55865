// The journal of `run`: the key of each image's row, and the images that need not run again. Thread-safe.
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "app/cli/results.h"
#include "app/terminal/command_context.h"
#include "core/shards/run_journal.h"

namespace lightbench {

class BatchJournal {
public:
    /// `settings` and `context` must outlive it. Throws what RunJournal throws.
    BatchJournal(const JobSettings& settings, CommandContext& context);
    bool isOn() const { return journal_.isOn(); }
    /// A row with all that the job's result depends on.
    RunRow keyOf(const Job& job) const;
    struct Kept {
        RunRow row;
        ImageParts parts;
    };
    /// The image's row and its parts of the report, the histograms and the trace, if all that is asked for is there.
    std::optional<Kept> find(const RunRow& wanted);
    void add(RunRow row);
    /// Warns of images that ran although they have rows, and says why.
    void warnOfChanges() const;

private:
    const JobSettings& settings_;
    CommandContext& context_;
    RunJournal journal_;
    std::string kernels_, files_; ///< hashes for the rows; empty without a journal
    EarlierParts earlier_;
    mutable std::mutex mutex_;
    int changed_ = 0; ///< images that ran again
    std::set<std::string> changes_;
};

} // namespace lightbench
