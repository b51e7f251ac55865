#include "ui/state/engine/kernel_trial.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "core/base/error.h"
#include "core/definition/definition_plan.h"
#include "core/experiment/point_images.h"

namespace lightbench {

namespace {

/// Passes progress and stops on, and stops by itself if a step with kernels lasts.
class TrialWatch {
public:
    TrialWatch(const RunMonitor& outer, std::chrono::milliseconds limit)
        : outer_(outer), limit_(limit), stopped_(outer.stop, [this] { stop_.request_stop(); }),
          aborted_(outer.abort.value_or(outer.stop), [this] { abort_.request_stop(); }),
          thread_([this](const std::stop_token& ended) { watch(ended); }) {}

    RunMonitor monitor() {
        RunMonitor inner;
        inner.stop = stop_.get_token();
        inner.abort = abort_.get_token();
        inner.progress = [this](const RunProgress& progress) { note(progress); };
        return inner;
    }
    bool isOver() const { return isOver_; }
    /// The step that lasted.
    const RunProgress& last() const { return last_; }

private:
    void note(const RunProgress& progress) {
        {
            const std::lock_guard lock(mutex_);
            last_ = progress;
            const bool runs = !progress.kernels.empty() && !progress.building;
            end_ = runs ? std::optional(std::chrono::steady_clock::now() + limit_) : std::nullopt;
        }
        changed_.notify_all();
        if (outer_.progress) outer_.progress(progress);
    }
    void watch(const std::stop_token& ended) {
        std::unique_lock lock(mutex_);
        while (!ended.stop_requested()) {
            const auto end = end_;
            const auto hasChanged = [&] { return end_ != end; };
            if (!end)
                changed_.wait(lock, ended, hasChanged);
            else if (!changed_.wait_until(lock, ended, *end, hasChanged) && !ended.stop_requested())
                return giveUp();
        }
    }
    void giveUp() {
        isOver_ = true;
        stop_.request_stop();
        abort_.request_stop();
    }

    const RunMonitor& outer_;
    std::chrono::milliseconds limit_;
    std::stop_source stop_, abort_;
    std::stop_callback<std::function<void()>> stopped_, aborted_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<std::chrono::steady_clock::time_point> end_; ///< of the running step
    RunProgress last_;
    std::atomic<bool> isOver_ = false;
    std::jthread thread_; ///< last, so that it ends first
};

/// The request on a part of its image, without the stages behind the last with kernels of those definitions.
RunRequest smallRequest(RunRequest request, const std::vector<std::string>& definitions) {
    const auto isTried = [&](const Stage& stage) { return std::ranges::count(definitions, definitionIdOf(stage)) > 0; };
    const auto last = std::ranges::find_if(request.stack.rbegin(), request.stack.rend(), isTried);
    request.stack.erase(last.base(), request.stack.end());
    const ImageShape whole = request.image->shape();
    request.image = fitted(request.image, oddPart(whole.size, trialPixels));
    request.stack = fitted(std::move(request.stack), request.filters, whole, request.image->shape());
    request.options = {.stageImages = false, .histograms = false, .guarded = true};
    return request;
}

} // namespace

void tryKernels(const RunRequest& request, const std::vector<std::string>& definitions, Engine& engine,
                const RunMonitor& monitor, std::chrono::milliseconds limit) {
    TrialWatch watch(monitor, limit);
    const RunRequest small = smallRequest(request, definitions);
    try {
        engine.run(small, watch.monitor());
    } catch (const Error& error) {
        if (watch.isOver()) {
            std::vector<std::string> kernels = watch.last().kernels;
            std::erase(kernels, sampleMover);
            const std::string named = kernels.size() == 1 ? ": kernel " + kernels.front() : std::string();
            Error over(ErrorKind::Device, watch.last().filter + named + " ran longer than " +
                                              std::to_string(limit.count() / 1000) +
                                              " s in its trial on a small part of the image");
            over.stage = watch.last().stackIndex;
            over.reason = ErrorReason::TrialTooLong;
            throw over;
        }
        if (error.kind() == ErrorKind::Usage) return;
        if (error.reason != ErrorReason::WritesBeyondBuffer) throw;
        throw withPrefix(error, {},
                         ", in its trial on " + std::to_string(small.image->width()) + " x " +
                             std::to_string(small.image->height()) + " pixels; does it look where the image ends?");
    }
}

} // namespace lightbench
