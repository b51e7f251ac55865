// Builds the chain, prepares several sets of buffers, measures, and checks the result.
#include "gpu/measure/stack_measure.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/parallel.h"
#include "core/run/verify.h"

namespace lightbench {

namespace {
/// All inputs together should be this many times larger than the caches.
constexpr std::uint64_t timesCache = 4;
constexpr int maxBuffers = 64;

std::uint64_t setBytes(const std::vector<PreparedStage>& stages) {
    std::uint64_t sum = stages.front().input.bytes();
    for (const PreparedStage& stage : stages) {
        sum += stage.resolved.plan.output.bytes();
        for (const PreparedStage::SecondImage& image : stage.images)
            sum += image.file ? image.file->shape().bytes() : std::size_t(0);
        for (const Scratch& scratch : stage.resolved.plan.scratch)
            sum += scratch.bytes;
    }
    return sum;
}

std::string optionsOf(const DeviceSession& session, const PreparedStage& stage) {
    for (const Pass& pass : stage.resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            return session.programs.optionsOf(*kernel, stage.moreOptions);
    return {};
}
} // namespace

StackMeasure::StackMeasure(DeviceSession& session, const MeasureRequest& request, const KernelLibrary& kernels,
                           ReferenceCache& references, ErrorContext& errorContext)
    : session_(session), request_(request), sources_(sourcesOf(request, kernels)), references_(references),
      errorContext_(errorContext) {}

Measurement StackMeasure::measure() {
    session_.buffers.beginRun();
    chain_ = PreparedChain(request_.stack, request_.image->shape(), session_.info, sources_);
    if (chain_.stages.empty())
        throw Error(ErrorKind::Usage, "the stack has no stage to measure; give --stack such as invert");
    build();
    {
        std::vector<PreparedChain> all = bufferSets();
        const MeasureOptions& options = request_.options;
        const Repetitions repetitions = runRepetitions(session_, all,
                                                       {.repeat = options.repeat,
                                                        .batch = options.batch,
                                                        .first = session_.nextSet,
                                                        .warmSets = options.again,
                                                        .capMs = options.capMs},
                                                       errorContext_);
        session_.nextSet = repetitions.lastSet + 1;
        writeResult(repetitions, all.size());
        if (options.check) check(all[repetitions.lastSet]);
    }
    // Buffers are kept for the next candidate of a race, because first use of new memory costs far more than a kernel.
    if (isNewImage_ || session_.buffers.heldBytes() > session_.info.globalMemory / 2) session_.buffers.trim();
    return std::move(result_);
}

void StackMeasure::build() {
    session_.programs.takeLogs(); // discards logs of earlier runs
    for (PreparedStage& stage : chain_.stages) {
        stage.moreOptions = request_.options.buildOptions;
        buildStage(session_, stage, errorContext_);
        result_.buildMs += stage.buildMs;
        result_.buildOptions.push_back(optionsOf(session_, stage));
    }
    result_.buildLog = session_.programs.takeLogs();
}

/// Assumes 50 MB of second-level cache on large GPUs, since not every driver reports its size.
int StackMeasure::bufferCount() const {
    if (request_.options.buffers > 0) return request_.options.buffers;
    const std::uint64_t cache = std::max<std::uint64_t>(session_.info.globalCache, 64u << 20);
    const std::uint64_t wanted = timesCache * cache / request_.image->shape().bytes() + 1;
    const std::uint64_t fitting = session_.info.globalMemory / 4 / setBytes(chain_.stages);
    return int(std::clamp<std::uint64_t>(std::min(wanted, fitting), 2, maxBuffers));
}

/// Fills input buffers once per image, since sweeps repeat it. Buffers of the last two images are kept: the measured
/// and the checked one.
std::vector<DeviceBuffer> StackMeasure::inputs(const ImagePtr& image, int count) {
    std::vector<FilledInputs>& known = session_.inputs;
    const auto found = std::ranges::find(known, image, &FilledInputs::image);
    const bool isKnown = found != known.end();
    isNewImage_ = isNewImage_ || !isKnown;
    if (isKnown && found->buffers.size() >= std::size_t(count)) return found->buffers;
    if (isKnown) known.erase(found);
    if (known.size() > 1 + fileImages(request_.stack).size()) known.erase(known.begin());
    const auto bytes = image->bytes();
    FilledInputs filled{image, {}};
    for (int i = 0; i < count; ++i) {
        filled.buffers.push_back(session_.buffers.acquire(bytes.size()));
        session_.queue.enqueueWriteBuffer(filled.buffers.back()->buffer, CL_TRUE, 0, bytes.size(), bytes.data());
        filled.buffers.back()->isNew = false;
    }
    known.push_back(std::move(filled));
    return known.back().buffers;
}

std::vector<PreparedChain> StackMeasure::bufferSets() {
    std::vector<PreparedChain> all;
    const int count = bufferCount();
    const std::vector<DeviceBuffer> images = inputs(request_.image, count);
    for (std::size_t i = 0; i < std::size_t(count); ++i) {
        BufferPlan plan(session_.buffers, {.keepAll = true});
        all.push_back(chain_);
        all.back().assign(plan, images[i], {images[i], [&](const ImagePtr& file) { return inputs(file, count)[i]; }});
        faultIn(all.back());
    }
    return all;
}

/// The first touch of memory costs many times a kernel, and the warm-up of a slow kernel does not reach all sets in
/// its time. After this, every candidate can use all of its sets, however slow it is.
void StackMeasure::faultIn(const PreparedChain& set) {
    checkCancelled();
    const auto touch = [this](const DeviceBuffer& buffer) {
        if (!std::exchange(buffer->isNew, false)) return;
        session_.queue.enqueueFillBuffer(buffer->buffer, cl_uchar(0), 0, std::size_t(buffer->capacity));
        session_.queue.finish();
    };
    for (const PreparedStage& stage : set.stages) {
        touch(stage.outputBuffer);
        std::ranges::for_each(stage.scratch, touch);
    }
}

void StackMeasure::writeResult(const Repetitions& repetitions, std::size_t sets) {
    for (std::size_t i = 0; i < chain_.stages.size(); ++i) {
        result_.stages.push_back(reportOf(chain_.stages[i], repetitions.stages[i]));
        result_.stageSpanUs.push_back(summaryOf(repetitions.stageSpanUs[i]));
    }
    result_.spanUs = summaryOf(repetitions.spanUs);
    result_.sumUs = summaryOf(repetitions.sumUs);
    result_.wallUs = summaryOf(repetitions.wallUs);
    result_.repeats = int(repetitions.spanUs.size());
    result_.warmUps = repetitions.warmUps;
    result_.buildMs += repetitions.compileMs;
    result_.buffers = int(sets);
    result_.warnings = repetitions.warnings;
}

void StackMeasure::check(const PreparedChain& measured) {
    ImagePtr input = request_.image;
    StageImages images(input);
    for (std::size_t i = 0; i < measured.stages.size(); ++i) {
        const PreparedStage& stage = measured.stages[i];
        StageReport& report = result_.stages[i];
        errorContext_.action = "download";
        const Filter& filter = *stage.resolved.filter;
        const ParameterValues bound = images.withImages(report.parameters, report.stackIndex);
        const StageReference reference = references_.of(*input, filter, bound, request_.filters);
        const ImagePtr output =
            stage.resolved.plan.passesThrough ? input : download(session_, stage.outputBuffer, report.output);
        images.add(report.stackIndex, output->shape(), output);
        report.analysis = analysisOf(session_, stage);
        compareWith(report, filter, reference, *input, *output);
        input = output;
    }
}

} // namespace lightbench
