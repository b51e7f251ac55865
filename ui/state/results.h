// What is known of the session's stack: the report shown, what is at work, how the last request ended. What is stale
// follows from comparing what was asked with the session of now; nobody sets it.
#pragma once

#include <QObject>

#include "core/run/report.h"
#include "ui/state/session.h"

namespace lightbench {

/// What is at work for the window.
enum class Activity { None, Reading, Running, Measuring, Checking };
/// How the newest request ended. None: none has, or the session has become another since.
enum class Outcome { None, Done, Cancelled, Failed };

/// Why a stage could not run, and the setting that is to blame.
struct StageProblem {
    int stage = -1; ///< in the stack; -1: it is no stage's
    QString message, field;
};

class Results : public QObject {
    Q_OBJECT

public:
    /// Tells the session's model what its cards show; the session must outlive it.
    explicit Results(Session& session, QObject* parent = nullptr);

    // What happens.
    /// The session as it is now was handed to the runner.
    void ask(quint64 number, bool measures);
    void begin(quint64 number, bool checking);
    void setReading(bool reading);
    void setReport(ReportPtr report); ///< null: another image has none yet
    void fail(quint64 number, const StageProblem& problem);
    void cancel();
    /// Nothing is at work any more.
    void rest();

    // What follows.
    const ReportPtr& report() const { return report_; }
    /// The report is about the stack, the image and the device of now.
    bool isCurrent() const;
    bool isStale() const { return report_ && !isCurrent(); }
    /// How many of the stack's leading stages the report is right about.
    int currentStages() const;
    Activity activity() const { return reading_ ? Activity::Reading : running_; }
    Outcome outcome() const;
    /// Of the stack as it stands: no stage if nothing failed, or what failed has been changed.
    StageProblem problem() const;

signals:
    void reportChanged(); ///< another report; changed() follows
    void changed();       ///< any of the above

private:
    /// What a run is about. Images are compared as values that are shared: the same one or another.
    struct Question {
        ImagePtr image;
        Stack stack;
        int device = -1;
        bool operator==(const Question&) const = default;
    };
    Question now() const;
    bool isSameInput() const;
    void refresh();

    Session& session_;
    ReportPtr report_;
    Activity running_ = Activity::None;
    bool reading_ = false;
    quint64 asked_ = 0, measured_ = 0; ///< numbers of the newest request and of the newest that measures
    Question question_;                ///< of the newest request
    Outcome outcome_ = Outcome::None;  ///< of the newest request
    StageProblem problem_;
};

} // namespace lightbench
