// What is known of the session's stack: the report shown, another that is pinned beside it, what is at work and how
// far, how the last request ended. What is stale follows from comparing what was asked with the session of now; nobody
// sets it. Panels ask here and keep no copies.
#pragma once

#include <QObject>

#include "core/run/engine.h"
#include "core/run/report.h"
#include "ui/state/session.h"

namespace lightbench {

/// What is at work for the window.
enum class Activity { None, Reading, Running, Measuring, Checking };
/// How the newest request ended. None: none has, or the session has become another since.
enum class Outcome { None, Done, Cancelled, Failed };

/// How far what is at work has come.
struct Progress {
    QString what;         ///< such as "building gaussian" or a file's name
    double fraction = -1; ///< 0..1; below 0: not known
    bool operator==(const Progress&) const = default;
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
    void setProgress(const RunProgress& progress);
    /// An image of that name is being read, or made.
    void beginReading(const QString& name);
    void endReading();
    void setReport(ReportPtr report); ///< null: another image has none yet
    void fail(quint64 number, const StageProblem& problem);
    void cancel();
    /// Nothing is at work any more.
    void rest();
    /// The user wants to see the picture and the difference of that stage, by its index in the stack; -1: of the whole
    /// stack. Until then, and where a report has no such stage, it is the last one.
    void choose(int stackIndex);
    /// Keeps the report shown for comparing what comes after with it, until it is unpinned or its image is left.
    void pin();
    void unpin();
    /// The user wants runs to be compared with their CPU references.
    void setCheckOn(bool on);

    // What follows.
    const ReportPtr& report() const { return report_; }
    /// The report is about the stack, the image and the device of now.
    bool isCurrent() const { return judged_.isCurrent; }
    bool isStale() const { return report_ && !isCurrent(); }
    /// How many of the stack's leading stages the report is right about.
    int currentStages() const { return judged_.currentStages; }
    Activity activity() const { return reading_ ? Activity::Reading : running_; }
    bool isChecking() const { return activity() == Activity::Checking; }
    bool isCheckOn() const { return isCheckOn_; }
    /// Why the shown picture has no verdict, and what to do about it, in a sentence; empty if it has one.
    QString uncheckedText() const;
    const Progress& progress() const { return progress_; }
    Outcome outcome() const;
    /// Of the stack as it stands: no stage if nothing failed, or what failed has been changed.
    StageProblem problem() const;
    /// What is shown of the report: a stage's index in the stack, -1: the whole.
    int source() const { return source_; }
    /// The stage of the report whose picture is shown; null for the whole stack's.
    const StageReport* shownStage() const;
    /// The picture that is shown: of that stage, or of the whole stack. Null: there is no report.
    ImagePtr shownPicture() const;
    const ReportPtr& pinned() const { return pinned_; }
    /// Setting A is the pinned report's, B the session's: whoever shows a picture, figures or times shows both.
    bool isComparing() const { return pinned_ && report_; }
    /// The pinned report and the shown one are two, and their pictures can be laid over each other.
    bool canCompare() const;
    /// Of A, what is shown of B: the same stage's picture where A has it, else that of its whole stack.
    ImagePtr pinnedPicture() const;

signals:
    void reportChanged(); ///< another report; changed() follows
    void staleChanged();
    void checkingChanged();
    void sourceChanged(); ///< by the user
    void progressed();
    void pinnedChanged();
    void changed(); ///< the report, what is at work, the outcome, or what they are about

private:
    /// What a run is about. Images are compared as values that are shared: the same one or another.
    struct Question {
        ImagePtr image;
        Stack stack;
        int device = -1;
        bool operator==(const Question&) const = default;
    };
    /// What the report is worth for the session as it is; judged once after each change, since panels ask often.
    struct Judgement {
        int currentStages = 0;
        bool isCurrent = false;
    };
    Question now() const;
    void judge();
    void followSource();
    void progressTo(const Progress& progress);
    void refresh();
    void tellChanges();

    Session& session_;
    ReportPtr report_, pinned_;
    Judgement judged_;
    Activity running_ = Activity::None;
    bool reading_ = false, isCheckOn_ = false;
    Progress progress_;
    int source_ = -1;
    bool isSourceChosen_ = false;
    quint64 asked_ = 0, measured_ = 0; ///< numbers of the newest request and of the newest that measures
    Question question_;                ///< of the newest request
    Outcome outcome_ = Outcome::None;  ///< of the newest request
    StageProblem problem_;
    bool toldStale_ = false, toldChecking_ = false;
};

} // namespace lightbench
