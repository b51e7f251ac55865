// Fills the rows of the journal from the settings of `run`.
#include "app/cli/batch_journal.h"

#include "app/terminal/build_info.h"
#include "core/base/content_hash.h"
#include "core/base/current_time.h"
#include "core/base/text.h"
#include "core/definition/stack_files.h"
#include "core/experiment/provenance.h"
#include "core/run/stack_text.h"

namespace lightbench {

BatchJournal::BatchJournal(const JobSettings& settings, CommandContext& context)
    : settings_(settings), context_(context), journal_(settings.journal),
      kernels_(isOn() ? hashText(context.engine().kernels().read().hash()) : ""),
      files_(isOn() ? stackFilesHash(settings.stack, settings.filters) : ""), earlier_(settings) {}

RunRow BatchJournal::keyOf(const Job& job) const {
    RunRow row;
    row.input = job.input;
    row.stack = stackLine(settings_.stack, settings_.filters);
    row.output = row.requestedOutput = job.output;
    row.inputHash = fileHash(row.input);
    row.program = programVersion();
    row.commit = programCommit();
    row.kernels = kernels_;
    row.files = files_;
    row.check = settings_.verify ? "yes" : "no";
    row.repeats = settings_.repeat;
    row.host = hostName();
    row.quality = settings_.encoding.quality.value_or(0);
    row.compression = settings_.encoding.compression;
    row.difference = job.difference;
    row.amplify = settings_.amplify;
    row.explained = settings_.explain ? "yes" : "";
    if (settings_.probe) row.probe = std::to_string(settings_.probe->x) + "," + std::to_string(settings_.probe->y);
    return row;
}

std::optional<BatchJournal::Kept> BatchJournal::find(const RunRow& wanted) {
    if (!isOn()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    if (const std::optional<RunRow> row = journal_.known(wanted))
        if (std::optional<ImageParts> parts = earlier_.of(*row)) return Kept{*row, std::move(*parts)};
    const std::vector<std::string> changes = journal_.differencesOf(wanted);
    changes_.insert(changes.begin(), changes.end());
    if (!changes.empty()) ++changed_;
    return std::nullopt;
}

void BatchJournal::add(RunRow row) {
    row.time = timeText();
    const std::lock_guard lock(mutex_);
    context_.uninterrupted([&] { journal_.add(row); });
}

void BatchJournal::warnOfChanges() const {
    const std::lock_guard lock(mutex_);
    if (changed_ == 0) return;
    context_.warn(shownPath(settings_.journal) + ": " + std::to_string(changed_) +
                  (changed_ == 1 ? " image" : " images") + " ran again, because what results depend on changed (" +
                  joinWords({changes_.begin(), changes_.end()}, "and") + ")");
}

} // namespace lightbench
