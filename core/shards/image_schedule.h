// Schedules the images of a batch over several devices, so that a slow device does not delay the fast ones. Only
// app/cli/device_pool.h uses it; it has no threads and no clock of its own, and times are in seconds.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

namespace lightbench {

/// The caller passes the time, in seconds, and offers images once they are read. A device takes an image only if it
/// would finish it before the others finish everything left. An image that another device would finish sooner is run
/// there again, and the first result counts.
class ImageSchedule {
public:
    ImageSchedule(std::size_t devices, std::size_t images);

    /// The image was read, or must be retried; `work` is its cost in any unit, such as pixels.
    void offer(std::size_t image, double work);
    /// No device needs to run it: it could not be read, or its result exists.
    void withdraw(std::size_t image);

    /// The image that an idle device should start. Nothing: wait and ask again later.
    std::optional<std::size_t> next(std::size_t device, double now);
    /// The device has finished compiling; only what follows counts for its speed.
    void built(std::size_t device, double now);
    /// The device has a result. `seconds` is the expected time for such an image. Returns true for the image's first
    /// result, the one that counts.
    bool finished(std::size_t device, double now, double seconds);
    /// The run failed. Returns true if no remaining device could do better: the image has failed.
    bool failed(std::size_t device);
    /// The run was stopped because of isUseless().
    void stopped(std::size_t device, double now);

    /// True if the device's run is useless: another device has the result, or the others finish a dozen such images
    /// while it does one.
    bool isUseless(std::size_t device, double now) const;
    /// True if the device takes no more images, because it failed twice in a row where others did not. The last device
    /// is never excluded.
    bool isOut(std::size_t device) const { return devices_[device].isOut; }

private:
    static constexpr double never = std::numeric_limits<double>::infinity();
    struct Device {
        std::optional<double> secondsPerWork; ///< measured
        std::optional<std::size_t> image;     ///< the image that it runs
        double begun = 0;
        int failures = 0; ///< consecutive failures
        bool isOut = false;
    };
    struct Image {
        enum State { Unread, Offered, Over } state = Unread;
        double work = 0;
        std::set<std::size_t> failedOn;
    };

    double workOf(std::size_t image) const;
    bool canTake(std::size_t device, std::size_t image) const;
    std::optional<std::size_t> choice(std::size_t device, double now) const;
    std::optional<std::size_t> runAgain(std::size_t device, double now) const;
    bool isReliable(const Device& device, double now) const;
    double endOfRun(const Device& device, double now) const;
    double othersEnd(std::size_t device, double now) const;
    bool othersAreFarFaster(std::size_t device, double now) const;
    bool othersMay(std::size_t device, std::size_t image) const;
    void noteFailure(Device& device);

    std::vector<Device> devices_;
    std::vector<Image> images_;
    double offeredWork_ = 0;
    std::size_t offered_ = 0; ///< in total
};

} // namespace lightbench
