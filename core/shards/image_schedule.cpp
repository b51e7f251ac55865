// Estimates when each device ends from the durations of its earlier images.
#include "core/shards/image_schedule.h"

#include <algorithm>
#include <utility>

namespace lightbench {

namespace {
/// A device that does less than this share of the others' work is not used, since it costs host time too.
constexpr double worthwhileShare = 1.0 / 12;
/// An image is run again only if that should be faster by this factor, more than clocks and devices vary.
constexpr double clearly = 1.05;
/// A run that exceeds its estimate is expected to take this multiple of its elapsed time.
constexpr double asMuchAgain = 2;
/// A run that takes this multiple of its estimate is no longer expected to end.
constexpr double lost = 4;
} // namespace

ImageSchedule::ImageSchedule(std::size_t devices, std::size_t images) : devices_(devices), images_(images) {}

void ImageSchedule::offer(std::size_t image, double work) {
    images_[image].state = Image::Offered;
    images_[image].failedOn.clear();
    images_[image].work = std::max(work, 1e-9);
    offeredWork_ += images_[image].work;
    ++offered_;
}

void ImageSchedule::withdraw(std::size_t image) { images_[image].state = Image::Over; }

double ImageSchedule::workOf(std::size_t image) const {
    if (images_[image].state != Image::Unread) return images_[image].work;
    return offered_ > 0 ? offeredWork_ / double(offered_) : 1;
}

bool ImageSchedule::canTake(std::size_t device, std::size_t image) const {
    const Image& wanted = images_[image];
    return wanted.state == Image::Offered && devices_[device].image != image && !wanted.failedOn.contains(device);
}

std::optional<std::size_t> ImageSchedule::next(std::size_t device, double now) {
    if (devices_[device].isOut) return std::nullopt;
    const std::optional<std::size_t> image = choice(device, now);
    if (image) {
        devices_[device].image = image;
        devices_[device].begun = now;
    }
    return image;
}

/// The first image that the device would finish before the others finish all that is left. If no image waits, one that
/// runs elsewhere.
std::optional<std::size_t> ImageSchedule::choice(std::size_t device, double now) const {
    const Device& one = devices_[device];
    std::optional<double> end; ///< computed once, since it is expensive
    bool isLeftToOthers = false;
    for (std::size_t i = 0; i < images_.size(); ++i) {
        if (!canTake(device, i) || std::ranges::count(devices_, std::optional(i), &Device::image) > 0) continue;
        if (!one.secondsPerWork || !othersMay(device, i)) return i;
        if (!end) end = othersEnd(device, now);
        if (now + workOf(i) * *one.secondsPerWork <= *end) return i;
        isLeftToOthers = true;
    }
    return isLeftToOthers ? std::nullopt : runAgain(device, now);
}

/// True if the device's duration is known and its current run is not much over it.
bool ImageSchedule::isReliable(const Device& device, double now) const {
    if (device.isOut || !device.secondsPerWork) return false;
    return !device.image || now - device.begun <= lost * workOf(*device.image) * *device.secondsPerWork;
}

/// The estimated end of this device's run.
double ImageSchedule::endOfRun(const Device& device, double now) const {
    const double elapsed = now - device.begun;
    const double expected = device.secondsPerWork ? workOf(*device.image) * *device.secondsPerWork : 0;
    return device.begun + (elapsed <= expected ? expected : asMuchAgain * elapsed);
}

/// The estimated time when the other devices have finished all waiting images, and the running ones of unreliable
/// devices.
double ImageSchedule::othersEnd(std::size_t device, double now) const {
    struct Machine {
        std::size_t device;
        double free, secondsPerWork;
    };
    std::vector<Machine> machines;
    for (std::size_t i = 0; i < devices_.size(); ++i) {
        const Device& one = devices_[i];
        if (i == device || !isReliable(one, now)) continue;
        machines.push_back({i, one.image ? std::max(now, endOfRun(one, now)) : now, *one.secondsPerWork});
    }
    if (machines.empty()) return never;
    double end = now;
    for (std::size_t i = 0; i < images_.size(); ++i) {
        if (images_[i].state == Image::Over) continue;
        const bool isBegun =
            std::ranges::any_of(devices_, [&](const Device& one) { return one.image == i && isReliable(one, now); });
        if (isBegun) continue;
        const auto endOn = [&](const Machine& one) {
            return images_[i].failedOn.contains(one.device) ? never : one.free + workOf(i) * one.secondsPerWork;
        };
        Machine& best = *std::ranges::min_element(machines, {}, endOn);
        if (endOn(best) == never) continue; // no device with a known duration
        best.free = endOn(best);
        end = std::max(end, best.free);
    }
    return end;
}

/// Chooses an image that another device runs, to run it here as well: the one that would end last. If an end is
/// unknown, the image that runs on the fewest devices. Of equals the last device's image, because devices are listed
/// fastest first.
std::optional<std::size_t> ImageSchedule::runAgain(std::size_t device, double now) const {
    const Device& one = devices_[device];
    const bool isAllRead = std::ranges::none_of(images_, [](const Image& i) { return i.state == Image::Unread; });
    if (!one.secondsPerWork && !isAllRead) return std::nullopt;
    std::optional<std::size_t> best;
    std::pair<int, double> bestRuns;
    for (std::size_t i = 0; i < images_.size(); ++i) {
        if (!canTake(device, i)) continue;
        std::pair<int, double> runs{0, never};
        for (const Device& other : devices_)
            if (other.image == i)
                runs = {one.secondsPerWork ? 0 : runs.first - 1, std::min(runs.second, endOfRun(other, now))};
        const bool isSooner = !one.secondsPerWork || now + clearly * workOf(i) * *one.secondsPerWork < runs.second;
        if (!isSooner || (best && runs < bestRuns)) continue;
        best = i;
        bestRuns = runs;
    }
    return best;
}

void ImageSchedule::built(std::size_t device, double now) { devices_[device].begun = now; }

bool ImageSchedule::finished(std::size_t device, double now, double seconds) {
    Device& one = devices_[device];
    const std::size_t image = *std::exchange(one.image, std::nullopt);
    const double measured = std::clamp(seconds, 1e-9, std::max(1e-9, now - one.begun)) / images_[image].work;
    one.secondsPerWork = one.secondsPerWork ? (*one.secondsPerWork + measured) / 2 : measured;
    one.failures = 0;
    if (images_[image].state == Image::Over) return false;
    images_[image].state = Image::Over;
    for (const std::size_t other : std::exchange(images_[image].failedOn, {}))
        noteFailure(devices_[other]);
    return true;
}

/// Counts a failure: another device could run the image. After two in a row the device is no longer used, except the
/// last one, so that each image gets its own error.
void ImageSchedule::noteFailure(Device& device) {
    if (++device.failures < 2 || std::ranges::count(devices_, false, &Device::isOut) == 1) return;
    device.isOut = true;
    for (Image& image : images_) // the remaining devices try once more
        image.failedOn.clear();
}

/// True if another device may still produce a result.
bool ImageSchedule::othersMay(std::size_t device, std::size_t image) const {
    for (std::size_t i = 0; i < devices_.size(); ++i)
        if (i != device && !devices_[i].isOut && !images_[image].failedOn.contains(i)) return true;
    return false;
}

bool ImageSchedule::failed(std::size_t device) {
    Device& one = devices_[device];
    const std::size_t image = *std::exchange(one.image, std::nullopt);
    if (images_[image].state == Image::Over) return false;
    images_[image].failedOn.insert(device);
    if (othersMay(device, image)) return false;
    images_[image].state = Image::Over;
    return true;
}

/// The elapsed time of a stopped run is a lower bound, which is used only if it shows that another device is faster.
void ImageSchedule::stopped(std::size_t device, double now) {
    const double factor = othersAreFarFaster(device, now) ? 1 / worthwhileShare : asMuchAgain;
    Device& one = devices_[device];
    const std::size_t image = *std::exchange(one.image, std::nullopt);
    const double atLeast = (now - one.begun) / images_[image].work;
    const bool isSlower = std::ranges::any_of(
        devices_, [&](const Device& other) { return isReliable(other, now) && *other.secondsPerWork < atLeast; });
    if (isSlower) one.secondsPerWork = std::max(one.secondsPerWork.value_or(factor * atLeast), atLeast);
}

bool ImageSchedule::othersAreFarFaster(std::size_t device, double now) const {
    const Device& one = devices_[device];
    double theirs = 0; // work per second
    for (const Device& other : devices_)
        if (&other != &one && isReliable(other, now)) theirs += 1 / *other.secondsPerWork;
    const double work = images_[*one.image].work, elapsed = now - one.begun;
    const bool isLate = !one.secondsPerWork || elapsed > asMuchAgain * work * *one.secondsPerWork;
    return isLate && othersMay(device, *one.image) && work < elapsed * theirs * worthwhileShare;
}

bool ImageSchedule::isUseless(std::size_t device, double now) const {
    const Device& one = devices_[device];
    if (!one.image) return false;
    return images_[*one.image].state == Image::Over || othersAreFarFaster(device, now);
}

} // namespace lightbench
