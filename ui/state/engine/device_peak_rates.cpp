#include "ui/state/engine/device_peak_rates.h"

#include <utility>

#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"

namespace lightbench {

DevicePeakRates::DevicePeakRates(Session& session, EngineThread& thread, Messages& messages, PeakRatesFile file,
                                 QObject* parent)
    : QObject(parent), session_(session), job_(thread), messages_(messages), file_(std::move(file)) {
    connect(&session, &Session::deviceChanged, this, &DevicePeakRates::follow);
    follow();
}

const StoredPeakRates* DevicePeakRates::of(const DeviceInfo& device) const {
    const bool isIt = device_ && device.name == device_->name && device.driver == device_->driver;
    return isIt ? known() : nullptr;
}

void DevicePeakRates::follow() {
    stop();
    known_.reset();
    error_.clear();
    device_ = session_.device() ? std::optional(*session_.device()) : std::nullopt;
    try {
        if (device_) known_ = file_.find(*device_);
    } catch (const Error& error) {
        messages_.note(QString::fromStdString(error.what()));
    }
    emit changed();
}

void DevicePeakRates::measure() {
    if (!device_) return;
    error_.clear();
    struct Measured {
        std::optional<StoredPeakRates> rates;
        QStringList warnings;
    };
    job_.start(
        Lane::Experiment,
        [device = *device_, file = file_](Engine& engine, const JobControl& control) {
            Measured measured;
            const auto warn = [&](const std::string& line) { measured.warnings << QString::fromStdString(line); };
            measured.rates = peakRatesOf(engine, device, file, true, control.stop(), warn);
            return measured;
        },
        [this](const Measured& measured) {
            for (const QString& line : measured.warnings)
                messages_.note(line);
            if (measured.rates) known_ = measured.rates;
            emit changed();
        },
        [this](const QString& why) {
            error_ = why;
            emit changed();
        });
    emit changed();
}

void DevicePeakRates::stop() {
    if (job_.stop()) emit changed();
}

} // namespace lightbench
