// Which of several devices runs which image next, so that a slow one does not hold up the fast ones.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

namespace lightbench {

/// Knows no device and no clock: its caller passes the time, in seconds. Images are offered once they are read.
/// A device takes an image only if it would finish it before the others would have finished all that is left. What it
/// has taken and another would finish sooner is run again by that one, and the first result counts.
class ImageSchedule {
public:
    ImageSchedule(std::size_t devices, std::size_t images);

    /// The image is read, or to be tried once more; `work` is what it takes, in any unit, such as pixels.
    void offer(std::size_t image, double work);
    /// Nobody has to run it: it could not be read, or its result is there already.
    void withdraw(std::size_t image);

    /// What an idle device begins now. Nothing: it waits, and asks again a little later.
    std::optional<std::size_t> next(std::size_t device, double now);
    /// What the device does from now on says how fast it is: before, it compiled kernels.
    void built(std::size_t device, double now);
    /// The device has a result. `seconds` is what such an image would take again. True for the image's first result,
    /// the one that counts.
    bool finished(std::size_t device, double now, double seconds);
    /// The run failed. True if no device is left that could do better: the image has failed.
    bool failed(std::size_t device);
    /// The run was ended because of isInVain().
    void stopped(std::size_t device, double now);

    /// The device's run is of no use any more: another one has the result, or the others do a whole dozen of such
    /// images while it does one.
    bool isInVain(std::size_t device, double now) const;
    /// Takes no more images, since it failed twice in a row where others did not. The last device is never left out.
    bool isOut(std::size_t device) const { return devices_[device].isOut; }

private:
    static constexpr double never = std::numeric_limits<double>::infinity();
    struct Device {
        std::optional<double> secondsPerWork; ///< measured
        std::optional<std::size_t> image;     ///< that it runs
        double begun = 0;
        int failures = 0; ///< in a row
        bool isOut = false;
    };
    struct Image {
        enum State { Unread, Offered, Over } state = Unread;
        double work = 0;
        std::set<std::size_t> failedOn;
    };

    double workOf(std::size_t image) const;
    bool isRunning(std::size_t image) const;
    bool canTake(const Device& device, std::size_t deviceIndex, std::size_t image) const;
    std::optional<std::size_t> runAgain(std::size_t device, double now) const;
    std::size_t begin(Device& device, std::size_t image, double now);
    bool isReliable(const Device& device, double now) const;
    double endOfRun(const Device& device, double now) const;
    double othersEnd(std::size_t device, double now) const;
    bool othersAreFarFaster(std::size_t device, double now) const;
    bool othersMay(std::size_t device, std::size_t image) const;
    void noteFailure(Device& device);

    std::vector<Device> devices_;
    std::vector<Image> images_;
    double offeredWork_ = 0;
    std::size_t offered_ = 0; ///< ever
};

} // namespace lightbench
