// What the session's device can do at most, as it was measured once and is kept (core/roofline/ceilings_file.h). It is
// measured when the user asks for it: that takes some seconds.
#pragma once

#include <QObject>

#include <optional>

#include "core/roofline/ceilings_file.h"
#include "ui/state/engine_thread.h"

namespace lightbench {

class Messages;
class Session;

class DeviceCeilings : public QObject {
    Q_OBJECT

public:
    /// All of these must outlive it. What is wrong with the file is told to the user.
    DeviceCeilings(Session& session, EngineThread& thread, Messages& messages, CeilingsFile file,
                   QObject* parent = nullptr);
    ~DeviceCeilings() override;

    /// Of the session's device; null: they were never measured.
    const KeptCeilings* known() const { return known_ ? &*known_ : nullptr; }
    /// Those of a device that may be another than the session's: of a report that is shown still. Null if it is.
    const KeptCeilings* of(const DeviceInfo& device) const;
    void measure(); ///< also where they are known: the new ones take their place
    void stop();
    bool isMeasuring() const { return ticket_ != nullptr; }
    const QString& error() const { return error_; } ///< why they could not be measured; empty: nothing failed

signals:
    void changed();

private:
    void follow();
    void end(const TicketPtr& ticket, const std::optional<KeptCeilings>& found, const DeviceInfo& device);

    Session& session_;
    EngineThread& thread_;
    Messages& messages_;
    CeilingsFile file_;
    std::optional<DeviceInfo> device_; ///< that known_ is of
    std::optional<KeptCeilings> known_;
    TicketPtr ticket_; ///< of the measurement at work; null: none is
    QString error_;
};

} // namespace lightbench
