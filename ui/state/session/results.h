// What is known about the session's stack: the shown report, a pinned report, the current activity, and how the last
// request ended. RunControl feeds it; panels read it and keep no copies. Whether a result is stale is computed by
// comparing its request with the current session.
#pragma once

#include <QObject>

#include <map>

#include "core/run/engine.h"
#include "core/run/report.h"
#include "ui/state/session/session.h"

namespace lightbench {

/// What can be read at the same time. An image and a stack are often opened together.
enum class FileKind { Image, Stack, Session };
enum class Activity { None, Reading, Running, Measuring, Checking };
/// How the newest request ended. None: it has not ended, or the session has changed since.
enum class Outcome { None, Done, Cancelled, Failed };

/// Progress of the current activity.
struct Progress {
    QString what;         ///< such as "building gaussian" or a file's name
    double fraction = -1; ///< 0..1; below 0: unknown
    bool operator==(const Progress&) const = default;
};

/// The report's stage at this index of the stack; null if it has none, as without a report.
const StageReport* stageAt(const ReportPtr& report, int stackIndex);

class Results : public QObject {
    Q_OBJECT

public:
    /// Updates what the cards of the session's model show. The session must outlive this object.
    explicit Results(Session& session, QObject* parent = nullptr);

    // Events.
    /// The current session was submitted to the runner.
    void ask(quint64 number, bool measures);
    void begin(quint64 number, bool checking);
    void setProgress(const RunProgress& progress);
    /// Something of that name is being read; or generated, which samples are.
    void beginReading(FileKind kind, const QString& name);
    void endReading(FileKind kind);
    void setReport(ReportPtr report); ///< null: a new image has no report yet
    void fail(quint64 number, const StageProblem& problem);
    void cancel();
    /// The activity has ended.
    void rest();
    /// Chooses which picture and difference are shown: a stage's, by its index in the stack, or with -1 those of the
    /// whole stack. Without a choice, and if the report lacks the stage, it is the last stage.
    void choose(int stackIndex);
    /// Pins the shown report for comparison, until it is unpinned or another image is opened.
    void pin();
    void unpin();
    /// The user wants runs to be compared with their CPU references.
    void setCheckOn(bool on);

    // State that follows from the events.
    const ReportPtr& report() const { return report_; }
    /// True if the report belongs to the current stack, image and device.
    bool isCurrent() const { return isCurrent_; }
    bool isStale() const { return report_ && !isCurrent(); }
    /// The number of leading stages for which the report is still right.
    int currentStages() const { return currentStages_; }
    Activity activity() const { return reading_.empty() ? running_ : Activity::Reading; }
    bool isReading(FileKind kind) const { return reading_.contains(kind); }
    bool isChecking() const { return activity() == Activity::Checking; }
    bool isCheckOn() const { return isCheckOn_; }
    /// Why the shown picture has no verdict, and what to do about it, in a sentence; empty if it has one.
    QString uncheckedText() const;
    /// The stage at which the chain of references ends; null if it does not, or nothing was checked.
    const StageReport* unproven() const;
    const Progress& progress() const { return progress_; }
    Outcome outcome() const;
    /// The problem of the current stack; its stage is -1 if nothing failed, or if the failed setting has changed.
    StageProblem problem() const;
    /// The shown stage's index in the stack; -1: the whole stack.
    int source() const { return source_; }
    /// The report's stage whose picture is shown; null for the whole stack.
    const StageReport* shownStage() const;
    /// The shown picture: the stage's, or the whole stack's. Null without a report.
    ImagePtr shownPicture() const;
    /// True if the shown picture is the chosen stage's, but older than the report.
    bool isPictureOlder() const { return held_ != nullptr; }
    const ReportPtr& pinned() const { return pinned_; }
    /// True if setting A (the pinned report) and setting B (the session) are compared. Panels then show both.
    bool isComparing() const { return pinned_ && report_; }
    /// True if the shown report is another one than the pinned, so that A and B can change places. Their pictures may
    /// have different sizes.
    bool differsFromPinned() const;
    /// A's picture that matches B's shown one: of the same stage if A has it, else of A's whole stack.
    ImagePtr pinnedPicture() const;

signals:
    void reportChanged(); ///< another report; changed() follows
    void staleChanged();
    void checkingChanged();
    void sourceChanged(); ///< the user chose another source
    void progressed();
    void pinnedChanged();
    void changed(); ///< the report, the activity, the outcome or the session has changed

private:
    /// What a run would be requested for now; the device is -1 if there is none.
    StackRequest now() const;
    void judge();
    ReportPtr withChosenPicture(ReportPtr report);
    void progressTo(const Progress& progress);
    void refresh();

    Session& session_;
    ReportPtr report_, pinned_;
    // How much of the report is valid; computed once after each change, because panels ask often.
    int currentStages_ = 0;
    bool isCurrent_ = false;
    Activity running_ = Activity::None;
    std::map<FileKind, QString> reading_; ///< names of the files being read
    bool isCheckOn_ = false;
    Progress progress_;
    int source_ = -1;
    bool isSourceChosen_ = false;
    ImagePtr held_;                    ///< an older picture of the chosen stage, until the check brings the report's
    quint64 asked_ = 0, measured_ = 0; ///< numbers of the newest request and of the newest measuring request
    StackRequest question_;            ///< of the newest request
    Outcome outcome_ = Outcome::None;  ///< of the newest request
    StageProblem problem_;
    bool notifiedStale_ = false, notifiedChecking_ = false;
};

} // namespace lightbench
