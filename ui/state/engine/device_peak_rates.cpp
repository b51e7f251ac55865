// Submits one job to the experiment lane. The file is read when another device is chosen.
#include "ui/state/engine/device_peak_rates.h"

#include <utility>

#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"

namespace lightbench {

DevicePeakRates::DevicePeakRates(Session& session, EngineThread& thread, Messages& messages, PeakRatesFile file,
                                 QObject* parent)
    : QObject(parent), session_(session), thread_(thread), messages_(messages), file_(std::move(file)) {
    connect(&session, &Session::deviceChanged, this, &DevicePeakRates::follow);
    follow();
}

DevicePeakRates::~DevicePeakRates() { thread_.clear(Lane::Experiment); }

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
    stop();
    error_.clear();
    const auto found = std::make_shared<std::optional<StoredPeakRates>>();
    const auto warnings = std::make_shared<QStringList>();
    const auto warn = [warnings](const std::string& line) { *warnings << QString::fromStdString(line); };
    const TicketPtr ticket = thread_.submit(
        Lane::Experiment, [=, device = *device_, file = file_](Engine& engine, const JobControl& control) {
            *found = peakRatesOf(engine, device, file, true, control.stop(), warn);
        });
    ticket_ = ticket;
    connect(ticket.get(), &Ticket::finished, this, [this, ticket, found, warnings, device = *device_] {
        for (const QString& line : *warnings)
            messages_.note(line);
        end(ticket, *found, device);
    });
    connect(ticket.get(), &Ticket::failed, this, [this, ticket, device = *device_](const JobFailure& why) {
        if (ticket == ticket_ && why.kind != ErrorKind::Cancelled) error_ = why.message;
        end(ticket, std::nullopt, device);
    });
    emit changed();
}

void DevicePeakRates::stop() {
    if (!ticket_) return;
    const TicketPtr ticket = std::exchange(ticket_, nullptr);
    if (!thread_.drop(ticket)) ticket->stop();
    emit changed();
}

void DevicePeakRates::end(const TicketPtr& ticket, const std::optional<StoredPeakRates>& found,
                          const DeviceInfo& device) {
    if (ticket != ticket_) return;
    ticket_ = nullptr;
    if (found && device_ && device_->index == device.index) known_ = found;
    emit changed();
}

} // namespace lightbench
