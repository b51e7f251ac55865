// Enqueues kernels, fills and host steps on one in-order queue.
#include "gpu/execution/plan_runner.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
/// Maps a buffer into host memory while it exists. Devices that share the host's memory copy nothing.
class MappedBuffer {
public:
    MappedBuffer(cl::CommandQueue& queue, cl::Buffer buffer, std::uint64_t bytes, cl_map_flags flags)
        : queue_(queue), buffer_(std::move(buffer)), bytes_(std::size_t(bytes)) {
        memory_ = queue_.enqueueMapBuffer(buffer_, CL_TRUE, flags, 0, bytes_, nullptr, &mapped);
    }
    MappedBuffer(const MappedBuffer&) = delete;
    MappedBuffer& operator=(const MappedBuffer&) = delete;
    ~MappedBuffer() {
        try {
            unmap();
        } catch (const cl::Error&) {
            // Ignored: this happens only while another exception is thrown.
        }
    }
    cl::Event unmap() {
        cl::Event event;
        if (void* memory = std::exchange(memory_, nullptr))
            queue_.enqueueUnmapMemObject(buffer_, memory, nullptr, &event);
        return event;
    }
    std::span<std::byte> bytes() const { return {static_cast<std::byte*>(memory_), bytes_}; }

    cl::Event mapped;

private:
    cl::CommandQueue& queue_;
    cl::Buffer buffer_;
    std::size_t bytes_;
    void* memory_ = nullptr;
};

using Mappings = std::vector<std::unique_ptr<MappedBuffer>>;

Mappings map(cl::CommandQueue& queue, const PreparedStage& stage, const std::vector<BufferRef>& refs,
             cl_map_flags flags) {
    Mappings mappings;
    for (const BufferRef& ref : refs)
        mappings.push_back(std::make_unique<MappedBuffer>(queue, stage.buffers.of(ref)->buffer,
                                                          bytesOf(stage.resolved.plan, stage.input, ref), flags));
    return mappings;
}

HostSpan doWork(const HostPass& pass, const Filter& filter, const Mappings& reads, const Mappings& writes) {
    std::vector<std::span<const std::byte>> from;
    std::vector<std::span<std::byte>> to;
    for (const auto& one : reads)
        from.push_back(one->bytes());
    for (const auto& one : writes)
        to.push_back(one->bytes());
    const std::int64_t begin = hostNow();
    runHostOperation(pass.operation, filter, from, to);
    return {begin, hostNow()};
}

/// Sets a kernel's pace by one launch that took so long. A time that is no time says nothing.
void learnPace(Launches& launches, double us, double items) {
    if (us > 0 && items > 0) launches.usPerItem = us / items;
}
} // namespace

void CommandsInFlight::add(CommandInFlight command) {
    us_ += command.us;
    commands_.push_back(std::move(command));
}

bool CommandsInFlight::isOldestFinished() const {
    // Failed commands have a negative status.
    return oldest().event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;
}

void CommandsInFlight::waitForOldest(bool wholeStage) const {
    const auto isOther = [&](const CommandInFlight& one) { return one.stage != oldest().stage; };
    const auto end = wholeStage ? std::ranges::find_if(commands_, isOther) : commands_.begin() + 1;
    try {
        (end - 1)->event.wait();
    } catch (const cl::Error& error) {
        if (error.err() != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) throw; // else remove() says which one failed
    }
}

void CommandsInFlight::remove(ErrorContext& context) {
    CommandInFlight command = std::move(commands_.front());
    commands_.pop_front();
    us_ = commands_.empty() ? 0 : us_ - command.us;
    context = command.context;
    const cl_int status = command.event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (status < 0) throw cl::Error(status, "the command");
    if (command.launches) finished_.push_back(std::move(command));
}

void CommandsInFlight::learn() {
    for (const CommandInFlight& command : std::exchange(finished_, {}))
        if (const Stamps stamps = stampsOf(command.event); stamps.isUsable())
            learnPace(*command.launches, double(stamps.ended - stamps.started) / 1000, command.items);
}

/// Records what the host did for the current pass.
HostSpan PlanRunner::note(HostWork work, const std::string& name, std::int64_t begin) {
    return log_ ? log_->add(work, session_.errorContext.stage, name, begin) : HostSpan{begin, hostNow()};
}

void PlanRunner::note(HostWork work, const std::string& name, HostSpan span) {
    if (log_) log_->add({work, session_.errorContext.stage, name, span});
}

std::vector<TimedCommand> PlanRunner::run(PreparedStage& stage) {
    std::vector<TimedCommand> commands;
    setErrorContext(session_, stage, "fill");
    if (options_.poison) poison(stage);
    const std::vector<Pass>& passes = stage.resolved.plan.passes;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        checkCancelled();
        CommandInFlight next;
        if (waitsItself(stage, i)) waitForAll();
        if (follows()) makeRoom(next = estimateOf(stage, i));
        if (std::holds_alternative<KernelPass>(passes[i]))
            runKernel(stage, i, commands);
        else if (const auto* fill = std::get_if<FillPass>(&passes[i]))
            runFill(stage, *fill, commands);
        else if (const auto* image = std::get_if<ImagePass>(&passes[i]))
            runImage(stage, *image, commands);
        else
            runHost(stage, std::get<HostPass>(passes[i]), commands);
        if (follows() && !commands.back().events.empty()) {
            // A copy is made first: an assignment that fails to retain the event would release it all the same.
            next.event = cl::Event(commands.back().events.back());
            next.context = session_.errorContext;
            inFlight_.add(std::move(next));
        }
        if (options_.aheadMs == 0) waitForAll();
    }
    if (options_.poison) {
        waitForAll();
        checkGuards(stage);
    }
    return commands;
}

/// True for a host step, and for a kernel's first launch: what was before ends first.
bool PlanRunner::waitsItself(const PreparedStage& stage, std::size_t pass) {
    const Pass& next = stage.resolved.plan.passes[pass];
    return std::holds_alternative<HostPass>(next) ||
           (std::holds_alternative<KernelPass>(next) && !stage.kernels[pass].launches->any);
}

/// The next pass as a command that is not enqueued yet.
CommandInFlight PlanRunner::estimateOf(const PreparedStage& stage, std::size_t pass) const {
    constexpr double slowestBytesPerUs = 1000; // of fills and copies: 1 GB/s
    constexpr double unknownUs = 1e12;         // more than any limit
    const Plan& plan = stage.resolved.plan;
    CommandInFlight next{.event = {}, .stage = &stage, .context = {}, .launches = nullptr};
    const auto copied = [&](const BufferRef& ref) {
        return double(bytesOf(plan, stage.input, ref)) / slowestBytesPerUs;
    };
    if (const auto* kernel = std::get_if<KernelPass>(&plan.passes[pass])) {
        next.launches = stage.kernels[pass].launches;
        next.items = double(kernel->global[0]) * double(kernel->global[1]);
        // On the host's processor a user's kernel may end the process, so it is announced before it is launched.
        const bool mayEndProcess = session_.info.isHostCpu && kernel->program.starts_with(userFolder);
        const double pace = next.launches->any && !mayEndProcess ? next.launches->usPerItem.load() : 0;
        next.us = pace > 0 ? pace * next.items : unknownUs;
    } else if (const auto* fill = std::get_if<FillPass>(&plan.passes[pass])) {
        next.us = copied(fill->buffer);
    } else if (const auto* image = std::get_if<ImagePass>(&plan.passes[pass])) {
        next.us = copied(image->buffer);
    } else {
        for (const BufferRef& written : std::get<HostPass>(plan.passes[pass]).writes) // the upload behind it
            next.us += copied(written);
    }
    return next;
}

/// Waits until the next pass may be enqueued. Many short commands are as bad as a long one where their times are wrong.
void PlanRunner::makeRoom(const CommandInFlight& next) {
    constexpr std::size_t most = 32;
    const auto isFull = [&] {
        return options_.aheadMs &&
               (inFlight_.waitingUs() + next.us > *options_.aheadMs * 1000 || inFlight_.count() >= most);
    };
    while (!inFlight_.empty() && inFlight_.isOldestFinished())
        removeOldest();
    while (!inFlight_.empty() && isFull())
        waitForOldest(false);
    inFlight_.learn();
    if (inFlight_.empty()) announce(*next.stage);
}

void PlanRunner::announce(const PreparedStage& stage) {
    if (!options_.begun || std::exchange(begun_, &stage) == &stage) return;
    options_.begun(stage);
    checkCancelled();
}

void PlanRunner::waitForOldest(bool wholeStage) {
    const PreparedStage* stage = inFlight_.oldest().stage;
    session_.errorContext = inFlight_.oldest().context;
    const std::int64_t begin = hostNow();
    inFlight_.waitForOldest(wholeStage);
    note(HostWork::Wait, session_.errorContext.action, begin);
    do
        removeOldest();
    while (wholeStage && !inFlight_.empty() && inFlight_.oldest().stage == stage);
    checkCancelled();
}

void PlanRunner::removeOldest() {
    inFlight_.remove(session_.errorContext);
    if (!inFlight_.empty()) announce(*inFlight_.oldest().stage);
}

void PlanRunner::waitForAll() {
    while (!inFlight_.empty())
        waitForOldest(true);
}

void PlanRunner::finish() {
    waitForAll();
    begun_ = nullptr;
}

void PlanRunner::runKernel(PreparedStage& stage, std::size_t index, std::vector<TimedCommand>& commands) {
    const auto& pass = std::get<KernelPass>(stage.resolved.plan.passes[index]);
    setErrorContext(session_, stage, pass.kernel, &pass);
    BuiltKernel& built = stage.kernels[index];
    const std::int64_t begin = hostNow();
    setArguments(built, pass, stage.buffers);
    note(HostWork::Prepare, "arguments of " + pass.kernel, begin);
    if (!built.launches->any) {
        if (options_.launching) options_.launching(stage);
        return launchFirst(built, pass, commands);
    }
    commands.push_back(launch(built, pass));
    note(HostWork::Enqueue, pass.kernel, commands.back().call.begin);
}

TimedCommand PlanRunner::launch(const BuiltKernel& built, const KernelPass& pass) {
    TimedCommand command{std::vector<cl::Event>(1)};
    command.call.begin = hostNow();
    session_.queue.enqueueNDRangeKernel(built.kernel, cl::NullRange, cl::NDRange(pass.global[0], pass.global[1]),
                                        localRange(pass), nullptr, &command.events[0]);
    command.call.end = hostNow();
    return command;
}

/// Waits before and after, so that the span contains only the compiler and the kernel.
void PlanRunner::launchFirst(BuiltKernel& built, const KernelPass& pass, std::vector<TimedCommand>& commands) {
    const std::int64_t begin = hostNow();
    session_.queue.finish();
    note(HostWork::Wait, "what came before", begin);
    commands.push_back(launch(built, pass));
    commands.back().isFirstLaunch = true;
    const HostSpan call = commands.back().call;
    note(HostWork::Build, pass.kernel + " at its first launch", call);
    if (options_.launchedFirst) options_.launchedFirst();
    session_.queue.finish();
    built.launches->any = true;
    const HostSpan waited = note(HostWork::Wait, pass.kernel, call.end);
    std::vector<std::string> unreported; // for drivers without timestamps
    const double confirmedMs = double(waited.end - call.begin) / 1e6;
    const double us = runMicroseconds(commands.back(), pass.kernel, unreported);
    compileMs_ += std::max(0.0, confirmedMs - us / 1000);
    learnPace(*built.launches, us, double(pass.global[0]) * double(pass.global[1]));
}

/// enqueue(event) enqueues one command.
template <class F>
void PlanRunner::addCommand(const std::string& name, std::vector<TimedCommand>& commands, const F& enqueue) {
    TimedCommand command{std::vector<cl::Event>(1)};
    const std::int64_t begin = hostNow();
    enqueue(&command.events[0]);
    command.call = note(HostWork::Enqueue, name, begin);
    commands.push_back(std::move(command));
}

void PlanRunner::runFill(const PreparedStage& stage, const FillPass& pass, std::vector<TimedCommand>& commands) {
    setErrorContext(session_, stage, "fill");
    // Capacities are multiples of four bytes, sizes need not be.
    const std::uint64_t bytes = bytesOf(stage.resolved.plan, stage.input, pass.buffer);
    const cl::Buffer& buffer = stage.buffers.of(pass.buffer)->buffer;
    const std::size_t whole = roundUp(std::size_t(bytes), sizeof(cl_uint));
    addCommand("fill", commands, [&](cl::Event* event) {
        if (session_.info.platform != "Oclgrind")
            return session_.queue.enqueueFillBuffer(buffer, cl_uint(pass.word), 0, whole, nullptr, event);
        // Oclgrind takes what a fill wrote for values that nobody wrote.
        const std::vector<cl_uint> words(whole / sizeof(cl_uint), cl_uint(pass.word));
        return session_.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, whole, words.data(), nullptr, event);
    });
}

void PlanRunner::runImage(const PreparedStage& stage, const ImagePass& pass, std::vector<TimedCommand>& commands) {
    setErrorContext(session_, stage, pass.name());
    const auto index = std::size_t(pass.object.index);
    const Size size = stage.resolved.plan.imageObjects.at(index).shape.size;
    const cl::Image2D& object = stage.buffers.objects.at(index);
    // PoCL (3.1 and 5.0) crashes where one side is a sub-buffer, so that the buffer around it is taken.
    const Allocation& part = *stage.buffers.of(pass.buffer);
    const cl::Buffer& buffer = part.whole ? part.whole->buffer : part.buffer;
    const auto offset = std::size_t(part.offset);
    const std::array<cl::size_type, 3> origin{0, 0, 0}, region{std::size_t(size.width), std::size_t(size.height), 1};
    addCommand(pass.name(), commands, [&](cl::Event* event) {
        return pass.toObject
                   ? session_.queue.enqueueCopyBufferToImage(buffer, object, offset, origin, region, nullptr, event)
                   : session_.queue.enqueueCopyImageToBuffer(object, buffer, origin, region, offset, nullptr, event);
    });
}

/// Adds three timed commands: download, work, upload.
void PlanRunner::runHost(const PreparedStage& stage, const HostPass& pass, std::vector<TimedCommand>& commands) {
    const std::string name = pass.name();
    setErrorContext(session_, stage, name);
    TimedCommand download, work, upload;
    download.call.begin = hostNow();
    const Mappings reads = map(session_.queue, stage, pass.reads, CL_MAP_READ);
    const Mappings writes = map(session_.queue, stage, pass.writes, CL_MAP_WRITE_INVALIDATE_REGION);
    checkCancelled();
    download.call.end = hostNow();
    for (const auto& one : reads)
        download.events.push_back(one->mapped);
    work.call = doWork(pass, *stage.resolved.filter, reads, writes);
    work.hostUs = double(work.call.end - work.call.begin) / 1000;
    for (const auto& one : reads)
        one->unmap();
    for (const auto& one : writes)
        upload.events.push_back(one->unmap());
    upload.call = {work.call.end, hostNow()};
    note(HostWork::Wait, "download", download.call);
    note(HostWork::Step, name, work.call);
    note(HostWork::Enqueue, "upload", upload.call);
    commands.insert(commands.end(), {download, work, upload});
}

void PlanRunner::poison(const PreparedStage& stage) {
    const auto fill = [&](const DeviceBuffer& buffer) {
        session_.queue.enqueueFillBuffer(buffer->buffer, cl_uint(*options_.poison), 0, std::size_t(buffer->capacity));
    };
    const Plan& plan = stage.resolved.plan;
    if (!plan.passesThrough) fill(stage.buffers.output);
    for (std::size_t i = 0; i < plan.scratch.size(); ++i)
        if (plan.scratch[i].contents.empty()) fill(stage.buffers.scratch[i]);
}

void PlanRunner::checkGuards(const PreparedStage& stage) {
    const Plan& plan = stage.resolved.plan;
    if (!plan.passesThrough) checkGuard(stage.buffers.output, plan.output.bytes(), bufferName(plan, outputBuffer()));
    for (std::size_t i = 0; i < plan.scratch.size(); ++i)
        if (plan.scratch[i].contents.empty())
            checkGuard(stage.buffers.scratch[i], plan.scratch[i].bytes, bufferName(plan, {BufferRef::Scratch, int(i)}));
}

void PlanRunner::checkGuard(const DeviceBuffer& buffer, std::uint64_t bytes, const std::string& name) {
    const std::size_t begin = roundUp(std::size_t(bytes), sizeof(cl_uint)); // fills end at whole words
    std::vector<cl_uint> guard((std::size_t(buffer->capacity) - begin) / sizeof(cl_uint));
    session_.queue.enqueueReadBuffer(buffer->buffer, CL_TRUE, begin, guard.size() * sizeof(cl_uint), guard.data());
    const auto changed = std::ranges::find_if(guard, [&](cl_uint word) { return word != options_.poison; });
    if (changed == guard.end()) return;
    const auto distance = std::size_t(changed - guard.begin()) * sizeof(cl_uint);
    throw OutOfBoundsWrite(errorContextText(session_.errorContext),
                           "writes at byte " + std::to_string(begin + distance) + ", beyond " + name + " of " +
                               std::to_string(bytes) + " bytes");
}

std::string bufferName(const Plan& plan, BufferRef buffer) {
    const std::string name =
        buffer == outputBuffer() ? "its output" : "its buffer \"" + plan.scratchOf(buffer).name + "\"";
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && kernel->program.starts_with(userFolder))
            for (const auto& [argument, value] : kernel->arguments)
                if (value == Argument(buffer))
                    return name == "its buffer \"" + argument + "\"" ? name : name + " (" + argument + ")";
    return name;
}

void checkFinished(const TimedCommand& command) {
    for (const cl::Event& event : command.events) {
        const cl_int status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
        if (status < 0) throw cl::Error(status, "the command");
    }
}

} // namespace lightbench
