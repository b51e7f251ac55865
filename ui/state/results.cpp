// Comparing what was asked, and what was found, with the session of now.
#include "ui/state/results.h"

#include <algorithm>

namespace lightbench {

namespace {
/// How many leading stages two stacks have in common.
int commonStages(const Stack& a, const Stack& b) { return int(std::ranges::mismatch(a, b).in1 - a.begin()); }
} // namespace

Results::Results(Session& session, QObject* parent) : QObject(parent), session_(session) {
    connect(&session, &Session::stackChanged, this, &Results::refresh);
    connect(&session, &Session::imageChanged, this, &Results::refresh);
    connect(&session, &Session::deviceChanged, this, &Results::refresh);
}

Results::Question Results::now() const {
    return {session_.image(), session_.stack(), session_.device() ? session_.device()->index : -1};
}

void Results::ask(quint64 number, bool measures) {
    asked_ = number;
    if (measures) measured_ = number;
    question_ = now();
    outcome_ = Outcome::None;
    problem_ = {};
    refresh();
}

void Results::begin(quint64 number, bool checking) {
    running_ = checking ? Activity::Checking : number == measured_ ? Activity::Measuring : Activity::Running;
    refresh();
}

void Results::setReading(bool reading) {
    reading_ = reading;
    refresh();
}

void Results::setReport(ReportPtr report) {
    report_ = std::move(report);
    outcome_ = report_ ? Outcome::Done : Outcome::None;
    problem_ = {};
    emit reportChanged();
    refresh();
}

void Results::fail(quint64 number, const StageProblem& problem) {
    if (number != asked_) return; // what was asked since will say
    outcome_ = Outcome::Failed;
    problem_ = problem;
    refresh();
}

void Results::cancel() {
    outcome_ = Outcome::Cancelled;
    refresh();
}

void Results::rest() {
    running_ = Activity::None;
    refresh();
}

/// The report is about the image and the device of now.
bool Results::isSameInput() const {
    const Question present = now();
    return report_ && report_->input == present.image && report_->device.index == present.device;
}

int Results::currentStages() const { return isSameInput() ? commonStages(session_.stack(), report_->stack) : 0; }
bool Results::isCurrent() const { return isSameInput() && report_->stack == session_.stack(); }

Outcome Results::outcome() const { return question_ == now() ? outcome_ : Outcome::None; }

StageProblem Results::problem() const {
    const Question present = now();
    const bool concerned = question_.image == present.image && question_.device == present.device &&
                           commonStages(question_.stack, present.stack) > problem_.stage;
    return concerned ? problem_ : StageProblem{};
}

void Results::refresh() {
    session_.model()->setReport(report_, currentStages());
    const StageProblem found = problem();
    session_.model()->setError(found.stage, found.message, found.field);
    emit changed();
}

} // namespace lightbench
