// Reads and writes the tuning file on the calling thread, because it is small.
#include "ui/state/experiment/tuning_store.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/tuning/tuning_results.h"
#include "ui/state/session/messages.h"
#include "ui/texts/texts.h"

namespace lightbench {

TuningStore::TuningStore(TuningFile file, const KernelLibrary& kernels, Messages& messages, QObject* parent)
    : QObject(parent), file_(std::move(file)), messages_(messages) {
    try {
        kernels_ = kernels.read();
        const auto warn = [this](const std::string& line) { messages_.log(LogKind::Warning, words(line)); };
        tuning_ = {file_.readOrWarn(warn), std::make_shared<const KernelLibrary>(kernels_)};
    } catch (const Error& error) {
        messages_.log(LogKind::Warning, words(error.what()));
        file_ = TuningFile({}); // stores nothing
    }
}

void TuningStore::setFilters(const FilterCatalog& filters) {
    tuning_.kernels = std::make_shared<const KernelLibrary>(filters.withKernelFiles(kernels_).read());
    emit changed();
}

void TuningStore::change(const std::function<void(TuningDatabase& database)>& edit) {
    try {
        if (const TuningDatabasePtr database = file_.change(edit)) tuning_.database = database;
        emit changed();
    } catch (const Error& error) {
        messages_.showError(words(error.what()));
    }
}

void TuningStore::addWinner(const PointRow& taken, const std::vector<PointRow>& rows, const FilterCatalog& filters,
                            const std::vector<DeviceInfo>& devices) {
    if (taken.status != PointStatus::Winner || !file_.isEnabled()) return;
    std::vector<TunedRace> races = tunedRaces(rows, filters, devices);
    const auto isOther = [&](const TunedRace& race) {
        const TuningResult& winner = race.winner;
        return !race.refusal.empty() || winner.variant != taken.variant || winner.workgroup != taken.workgroup ||
               winner.size != taken.size || winner.format != taken.format || winner.device != taken.device ||
               winner.us != taken.spanUs.median;
    };
    std::erase_if(races, isOther);
    if (races.empty()) return;
    change([&](TuningDatabase& database) {
        for (const TunedRace& race : races)
            if (addResult(database, race))
                messages_.info(tr("Stored for auto: %1: %2 in workgroups of %3")
                                   .arg(words(race.name), words(race.winner.variant), words(race.winner.workgroup)));
    });
}

void TuningStore::remove(const std::vector<TuningResult>& results) {
    change([&](TuningDatabase& database) {
        std::erase_if(database.results, [&](const TuningResult& one) {
            return std::ranges::any_of(results, [&](const TuningResult& gone) { return isForSame(one, gone); });
        });
    });
}

} // namespace lightbench
