// Submits one job to the campaign lane. The file is read when another device is chosen.
#include "ui/state/engine/device_ceilings.h"

#include <utility>

#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"

namespace lightbench {

DeviceCeilings::DeviceCeilings(Session& session, EngineThread& thread, Messages& messages, CeilingsFile file,
                               QObject* parent)
    : QObject(parent), session_(session), thread_(thread), messages_(messages), file_(std::move(file)) {
    connect(&session, &Session::deviceChanged, this, &DeviceCeilings::follow);
    follow();
}

DeviceCeilings::~DeviceCeilings() { thread_.clear(Lane::Campaign); }

const KeptCeilings* DeviceCeilings::of(const DeviceInfo& device) const {
    const bool isIt = device_ && device.name == device_->name && device.driver == device_->driver;
    return isIt ? known() : nullptr;
}

void DeviceCeilings::follow() {
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

void DeviceCeilings::measure() {
    if (!device_) return;
    stop();
    error_.clear();
    const auto found = std::make_shared<std::optional<KeptCeilings>>();
    const auto warnings = std::make_shared<QStringList>();
    const auto warn = [warnings](const std::string& line) { *warnings << QString::fromStdString(line); };
    const TicketPtr ticket =
        thread_.submit(Lane::Campaign, [=, device = *device_, file = file_](Engine& engine, const JobControl& control) {
            *found = ceilingsOf(engine, device, file, true, control.stop(), warn);
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

void DeviceCeilings::stop() {
    if (!ticket_) return;
    const TicketPtr ticket = std::exchange(ticket_, nullptr);
    if (!thread_.drop(ticket)) ticket->stop();
    emit changed();
}

void DeviceCeilings::end(const TicketPtr& ticket, const std::optional<KeptCeilings>& found, const DeviceInfo& device) {
    if (ticket != ticket_) return;
    ticket_ = nullptr;
    if (found && device_ && device_->index == device.index) known_ = found;
    emit changed();
}

} // namespace lightbench
