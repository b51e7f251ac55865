// References are found by a hash of the input's content, because every run downloads a stage's input again.
#include "gpu/execution/engine_caches.h"

#include <algorithm>

#include "core/base/content_hash.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// Bytes that all references may take; the newest one stays in any case.
constexpr std::size_t maxBytes = std::size_t(1) << 30;

constexpr std::size_t maxTimes = 64;

std::size_t bytesOf(const StageReference& one) {
    return (one.image ? one.image->shape().bytes() : 0) + one.words.size() * sizeof(std::uint32_t);
}

std::string keyOf(const Image& input, const Filter& filter, const ParameterValues& parameters,
                  const FilterCatalog& filters) {
    Stage stage;
    stage.filter = filter.id;
    stage.parameters = parameters;
    std::string key =
        std::to_string(contentHash(input.bytes())) + " " + input.shape().name() + " " + stageText(stage, filters);
    for (const std::string& name : imageParameterNames(filter)) {
        const Image& image = *parameters.image(name).image;
        key += " " + std::to_string(contentHash(image.bytes())) + " " + image.shape().name();
    }
    return key;
}
} // namespace

StageReference ReferenceCache::findOrCompute(const Image& input, const Filter& filter,
                                             const ParameterValues& parameters, const FilterCatalog& filters,
                                             int device, bool retries, const std::function<StageReference()>& make) {
    std::string key = keyOf(input, filter, parameters, filters);
    if (filter.otherReference) key += " " + std::to_string(device); // others are the same everywhere
    const auto isWanted = [&](const Entry& entry) { return entry.key == key && entry.filters == filters; };
    const auto found = std::ranges::find_if(entries_, isWanted);
    if (found != entries_.end()) {
        if (found->reference.problem.empty() || !retries) return found->reference;
        entries_.erase(found);
    }
    entries_.push_back({filters, key, make()});
    std::size_t sum = 0;
    for (const Entry& entry : entries_)
        sum += bytesOf(entry.reference);
    for (; sum > maxBytes && entries_.size() > 1; entries_.erase(entries_.begin()))
        sum -= bytesOf(entries_.front().reference);
    return entries_.back().reference;
}

void ReferenceTimes::findOrTake(StageReport& report, const Image& input, const ParameterValues& bound,
                                const FilterCatalog& filters, int repeats, const std::function<void()>& time) {
    const Filter& filter = filters.byId(report.filter);
    if (!hasCpuReference(filter)) return;
    const std::string key = keyOf(input, filter, bound, filters);
    const auto isSame = [&](const Entry& entry) { return entry.key == key && entry.filters == filters; };
    const auto found = std::ranges::find_if(entries_, isSame);
    if (found != entries_.end() && found->repeats >= repeats) {
        report.referenceMs = found->ms;
        report.referenceSpreadMs = found->spreadMs;
        report.referenceTimingsMs = found->timingsMs;
        return;
    }
    time();
    if (found != entries_.end()) entries_.erase(found);
    if (entries_.size() >= maxTimes) entries_.erase(entries_.begin());
    entries_.push_back(
        {filters, key, repeats, report.referenceMs, report.referenceSpreadMs, report.referenceTimingsMs});
}

std::shared_ptr<const Histogram> HistogramCache::findOrCompute(const ImagePtr& image) {
    std::erase_if(entries_, [](const auto& one) { return one.first.expired(); });
    for (const auto& [known, histogram] : entries_)
        if (known.lock() == image) return histogram;
    entries_.emplace_back(image, std::make_shared<const Histogram>(histogramOf(*image)));
    return entries_.back().second;
}

} // namespace lightbench
