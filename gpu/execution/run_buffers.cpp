// Takes buffers that earlier stages left before new ones from the pool. Measurements keep their images on the device.
#include "gpu/execution/run_buffers.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/run/stage_images.h"
#include "gpu/execution/plan_runner.h"

namespace lightbench {

namespace {
/// All inputs of a measurement together should be this many times larger than the caches.
constexpr std::uint64_t timesCache = 4;
constexpr int maxSets = 64;

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

/// True if the stack's input is also a second image of a stage from `first` on.
bool isInputReadAgain(const std::vector<PreparedStage>& stages, std::size_t first) {
    const auto isInput = [](const PreparedStage::SecondImage& image) {
        return !image.file && image.producerPosition < 0;
    };
    return std::any_of(stages.begin() + std::ptrdiff_t(first), stages.end(),
                       [&](const PreparedStage& one) { return std::ranges::any_of(one.images, isInput); });
}

/// True if another stage has this stage's result as its second image.
bool isSecondImage(std::size_t stage, const std::vector<PreparedStage>& stages) {
    return std::ranges::any_of(stages, [stage](const PreparedStage& one) {
        return std::ranges::find(one.images, int(stage), &PreparedStage::SecondImage::producerPosition) !=
               one.images.end();
    });
}
} // namespace

void RunBuffers::assign(StageSets& sets, std::size_t first) {
    const bool isRun = run_.execution.transfers;
    const std::size_t count = isRun ? 1 : setCount(sets.front());
    std::vector<DeviceBuffer> inputs;
    if (isRun)
        inputs = {input_ = inputFor(sets.front(), first)};
    else
        inputs = uploadCopies(run_.request.image, count);
    for (std::size_t i = 0; i < first; ++i)
        sets.front()[i].buffers.output = run_.session.chain.stages[i].output;
    sets.resize(count, sets.front());
    for (std::size_t set = 0; set < count; ++set) {
        std::vector<PreparedStage>& stages = sets[set];
        spare_.clear(), pinned_.clear(), outputs_.clear();
        for (std::size_t i = first; i < stages.size(); ++i) {
            PlanBuffers& buffers = stages[i].buffers;
            buffers.input = i == 0 ? inputs[set] : stages[i - 1].buffers.output;
            for (const PreparedStage::SecondImage& image : stages[i].images)
                buffers.images.push_back(
                    image.file ? (isRun ? fileBuffer(image.file) : uploadCopies(image.file, count)[set])
                    : image.producerPosition < 0 ? inputs[set]
                                                 : stages[std::size_t(image.producerPosition)].buffers.output);
            assignOwn(stages[i]);
            if (isSecondImage(i, stages)) pinned_.push_back(buffers.output);
        }
        if (!isRun) faultIn(stages);
    }
}

DeviceBuffer RunBuffers::inputFor(const std::vector<PreparedStage>& stages, std::size_t first) {
    if (run_.session.chain.input) return run_.session.chain.input;
    return first == 0 || isInputReadAgain(stages, first) ? bufferFor(run_.request.image) : nullptr;
}

/// A device that is the host's processor reads the image in place.
DeviceBuffer RunBuffers::bufferFor(const ImagePtr& image) {
    if (run_.sharesMemory()) return run_.session.buffers.wrap(image);
    uploads_.emplace_back(image, run_.session.buffers.acquire(image->shape().bytes()));
    return uploads_.back().second;
}

/// Stages with the same file share one buffer.
DeviceBuffer RunBuffers::fileBuffer(const ImagePtr& file) {
    if (file == run_.request.image) return input_ ? input_ : input_ = bufferFor(file);
    for (const std::vector<UploadedImage>* known : {&files_, &run_.session.files})
        if (const auto found = std::ranges::find(*known, file, &UploadedImage::image); found != known->end())
            return found->buffers.front();
    files_.push_back({file, {bufferFor(file)}});
    return files_.back().buffers.front();
}

/// Uploads the image to new buffers until at least `count` hold it. Sweeps repeat an image, so the buffers of the last
/// two are kept: of the measured and of the checked one.
std::vector<DeviceBuffer> RunBuffers::uploadCopies(const ImagePtr& image, std::size_t count) {
    DeviceSession& session = run_.session;
    std::vector<UploadedImage>& known = session.inputs;
    const auto found = std::ranges::find(known, image, &UploadedImage::image);
    const bool isKnown = found != known.end();
    hasNewImage_ = hasNewImage_ || !isKnown;
    if (isKnown && found->buffers.size() >= count) return found->buffers;
    if (isKnown) known.erase(found);
    if (known.size() > 1 + fileImages(run_.request.stack).size()) known.erase(known.begin());
    const auto bytes = image->bytes();
    UploadedImage uploaded{image, {}};
    while (uploaded.buffers.size() < count) {
        uploaded.buffers.push_back(session.buffers.acquire(bytes.size()));
        session.queue.enqueueWriteBuffer(uploaded.buffers.back()->buffer, CL_TRUE, 0, bytes.size(), bytes.data());
        uploaded.buffers.back()->isNew = false;
    }
    known.push_back(std::move(uploaded));
    return known.back().buffers;
}

/// Assumes at least 64 MiB of cache, since not every driver reports that of a large GPU.
std::size_t RunBuffers::setCount(const std::vector<PreparedStage>& stages) const {
    if (run_.execution.sets > 0) return std::size_t(run_.execution.sets);
    const DeviceInfo& device = run_.session.info;
    const std::uint64_t cache = std::max<std::uint64_t>(device.globalCache, 64u << 20);
    const std::uint64_t wanted = timesCache * cache / run_.request.image->shape().bytes() + 1;
    const std::uint64_t fitting = device.globalMemory / 4 / setBytes(stages);
    return std::clamp<std::uint64_t>(std::min(wanted, fitting), 2, maxSets);
}

DeviceBuffer RunBuffers::take(std::uint64_t bytes) {
    BufferPool& pool = run_.session.buffers;
    if (run_.execution.poison) bytes += guardBytes;
    const auto found = std::ranges::find(spare_, pool.capacityFor(bytes), &Allocation::capacity);
    if (found == spare_.end()) return pool.acquire(bytes);
    DeviceBuffer buffer = *found;
    spare_.erase(found);
    return buffer;
}

/// Assigns output and scratch buffers.
void RunBuffers::assignOwn(PreparedStage& stage) {
    const Plan& plan = stage.resolved.plan;
    makeOwnBuffers(stage, run_.session.buffers, [this](std::uint64_t bytes, BufferRef) { return take(bytes); });
    if (!plan.passesThrough) outputs_.push_back(stage.buffers.output);
    const auto isReadLater = [&plan](int i) {
        return (plan.analysis && plan.analysis->index == i) || (plan.recording && plan.recording->words.index == i) ||
               (plan.probes && plan.probes->index == i);
    };
    for (std::size_t i = 0; i < plan.scratch.size(); ++i)
        if (plan.scratch[i].contents.empty() && !isReadLater(int(i))) spare_.push_back(stage.buffers.scratch[i]);
    reuseOutputs(stage.buffers.output);
}

/// Lets later stages use the earliest outputs again, beyond what is kept for the next run.
void RunBuffers::reuseOutputs(const DeviceBuffer& current) {
    const Execution& execution = run_.execution;
    if (execution.verify || !execution.transfers) return;
    const std::uint64_t kept = execution.reuse ? reuseBudget(run_.session.info, run_.request.image->shape()) : 0;
    std::uint64_t sum = 0;
    for (const DeviceBuffer& one : outputs_)
        sum += one->capacity;
    std::erase_if(outputs_, [&](const DeviceBuffer& one) {
        if (sum <= kept || one == current || std::ranges::find(pinned_, one) != pinned_.end()) return false;
        sum -= one->capacity;
        spare_.push_back(one);
        return true;
    });
}

bool RunBuffers::isKept(const DeviceBuffer& output) const {
    return std::ranges::find(outputs_, output) != outputs_.end();
}

/// The first touch of memory costs many times a kernel, and the warm-up of a slow kernel does not reach all sets in
/// its time. After this, every candidate can use all of its sets, however slow it is.
void RunBuffers::faultIn(const std::vector<PreparedStage>& set) {
    checkCancelled();
    const auto touch = [this](const DeviceBuffer& buffer) {
        if (!std::exchange(buffer->isNew, false)) return;
        run_.session.queue.enqueueFillBuffer(buffer->buffer, cl_uchar(0), 0, std::size_t(buffer->capacity));
        run_.session.queue.finish();
    };
    for (const PreparedStage& stage : set) {
        touch(stage.buffers.output);
        std::ranges::for_each(stage.buffers.scratch, touch);
    }
}

void RunBuffers::upload(TimedCommand& command, HostLog& log) {
    if (uploads_.empty()) return;
    DeviceSession& session = run_.session;
    session.errorContext = {.action = "upload"};
    const std::int64_t begin = hostNow();
    for (const auto& [image, buffer] : uploads_) {
        const auto bytes = image->bytes();
        if (session.transfer.serves(bytes.size())) {
            if (!command.events.empty()) session.queue.finish(); // one transfer at a time
            session.transfer.upload(buffer->buffer, bytes, command);
            continue;
        }
        command.events.emplace_back();
        session.queue.enqueueWriteBuffer(buffer->buffer, CL_FALSE, 0, bytes.size(), bytes.data(), nullptr,
                                         &command.events.back());
    }
    command.call = log.add(HostWork::Enqueue, wholeRun, "upload", begin);
}

std::uint64_t RunBuffers::uploadedBytes() const {
    std::uint64_t sum = 0;
    for (const auto& [image, buffer] : uploads_)
        sum += image->shape().bytes();
    return sum;
}

void RunBuffers::rememberFiles() {
    std::vector<UploadedImage>& files = run_.session.files;
    const std::vector<ImagePtr> wanted =
        run_.execution.reuse ? fileImages(run_.request.stack) : std::vector<ImagePtr>();
    files.insert(files.end(), files_.begin(), files_.end());
    std::erase_if(files,
                  [&](const UploadedImage& one) { return std::ranges::find(wanted, one.image) == wanted.end(); });
}

} // namespace lightbench
