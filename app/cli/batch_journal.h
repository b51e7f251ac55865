// The journal of `run`: the row of each image, and the images that need not run again, with their parts of the files of
// an earlier call. Thread-safe.
#pragma once

#include <map>
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
    /// Reads the journal, and the files that --report, --histogram and --trace name. `settings` and `context` must
    /// outlive it. Throws what RunJournal throws.
    BatchJournal(const JobSettings& settings, CommandContext& context);
    bool isOn() const { return journal_.isOn(); }
    /// A row with all that the job's result depends on; empty without a journal.
    RunRow keyOf(const Job& job) const;
    struct Kept {
        RunRow row;
        ImageParts parts;
    };
    /// The image's row and its parts of the report, the histograms and the trace, if all that is asked for is there.
    std::optional<Kept> find(const RunRow& wanted);
    /// Adds the row of an image that ran; it already has what is known of the result's files.
    void addResult(RunRow row, const Report& report, const ImageParts& parts);
    void addFailure(RunRow row, const std::string& why);
    /// Warns of images that ran although they have rows, and says why.
    void warnOfChanges() const;

private:
    void readReports();
    void readHistograms();
    void readTraces();
    std::optional<ImageParts> earlierParts(const RunRow& row) const;
    void add(RunRow row);

    const JobSettings& settings_;
    CommandContext& context_;
    RunJournal journal_;
    std::string kernels_, files_;                  ///< hashes for the rows; empty without a journal
    std::map<std::string, Json> reports_, traces_; ///< of the earlier call, by hash
    std::map<std::string, std::string> histograms_;
    mutable std::mutex mutex_; ///< guards the journal and what follows
    int changed_ = 0;          ///< images that ran again
    std::set<std::string> changes_;
};

} // namespace lightbench
