// The peak rates of the session's device. They are measured on the user's request, which takes some seconds, and saved
// (core/roofline/peak_rates_file.h). The Roofline tab and the timing table read them; measuring runs on the engine's
// thread.
#pragma once

#include <QObject>

#include <optional>

#include "core/roofline/peak_rates_file.h"
#include "ui/state/engine/latest_job.h"

namespace lightbench {

class Messages;
class Session;

class DevicePeakRates : public QObject {
    Q_OBJECT

public:
    /// All of these must outlive this object. Problems with the file become messages to the user.
    DevicePeakRates(Session& session, EngineThread& thread, Messages& messages, PeakRatesFile file,
                    QObject* parent = nullptr);

    /// The peak rates of the session's device; null if they were never measured.
    const StoredPeakRates* known() const { return known_ ? &*known_ : nullptr; }
    /// The peak rates of any device, for a report that is still shown after the device changed. Null if unknown.
    const StoredPeakRates* of(const DeviceInfo& device) const;
    void measure(); ///< measures again if they are known, and replaces them
    void stop();
    bool isMeasuring() const { return job_.isRunning(); }
    const QString& error() const { return error_; } ///< why the last measurement failed; empty if it did not

signals:
    void changed();

private:
    void follow();

    Session& session_;
    LatestJob job_; ///< the measurement
    Messages& messages_;
    PeakRatesFile file_;
    std::optional<DeviceInfo> device_; ///< the device of known_
    std::optional<StoredPeakRates> known_;
    QString error_;
};

} // namespace lightbench
