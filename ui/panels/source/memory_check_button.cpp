#include "ui/panels/source/memory_check_button.h"

#include <utility>

#include "core/base/error.h"

namespace lightbench {

static constexpr double limitSeconds = 30; // live runs wait for the check

MemoryCheckButton::MemoryCheckButton(const ShownStage& stage, EngineThread& thread, QWidget* parent)
    : QToolButton(parent), stage_(stage), job_(thread) {
    setObjectName(QStringLiteral("checkMemory"));
    connect(this, &QToolButton::clicked, this, &MemoryCheckButton::toggle);
    showState();
}

void MemoryCheckButton::follow(bool canCheck) {
    if (result_ && !isBuiltAlike(stage_.source(), checkedSource_)) forget();
    setEnabled(canCheck);
}

void MemoryCheckButton::forget() {
    if (std::exchange(result_, std::nullopt)) emit findingsChanged();
}

std::vector<MemoryFinding> MemoryCheckButton::findings() const {
    return result_ ? result_->findings : std::vector<MemoryFinding>();
}

void MemoryCheckButton::toggle() {
    if (job_.stop()) return showState();
    RunRequest request;
    try {
        request = stage_.checkRequest();
    } catch (const Error& error) {
        return emit failed(QString::fromUtf8(error.what()));
    }
    checkedSource_ = stage_.source();
    job_.start(
        Lane::Experiment,
        [request](Engine& engine, const JobControl& control) {
            return engine.checkMemory(request, limitSeconds, control.stop());
        },
        [this](const MemoryCheck& found) {
            showState();
            result_ = found;
            emit findingsChanged();
            emit checked(found);
        },
        [this](const QString& why) {
            showState();
            if (!why.isEmpty()) emit failed(why);
        });
    showState();
}

void MemoryCheckButton::showState() {
    setText(job_.isRunning() ? tr("Stop checking") : tr("Check memory"));
    setToolTip(job_.isRunning()
                   ? tr("Stop the check of memory")
                   : tr("Run a small part of the image in Oclgrind. It finds accesses outside of buffers, races, "
                        "values that nobody wrote, and barriers that not all work-items reach."));
}

namespace {
QString countOfFindings(const MemoryCheck& check) {
    const auto count = qsizetype(check.findings.size());
    return count == 0   ? MemoryCheckButton::tr("Oclgrind found nothing")
           : count == 1 ? MemoryCheckButton::tr("Oclgrind found 1 problem")
                        : MemoryCheckButton::tr("Oclgrind found %1 problems").arg(count);
}
} // namespace

QString MemoryCheckButton::status() const {
    if (!result_) return {};
    const QString found = countOfFindings(*result_);
    return result_->isComplete ? found
           : result_->crashed  ? tr("%1, and crashed").arg(found)
                               : tr("%1, and did not end in time").arg(found);
}

QString memoryCheckSummary(const MemoryCheck& check) {
    const QString where = check.findings.empty()       ? MemoryCheckButton::tr(" on a small part of the image.")
                          : check.findings.size() == 1 ? MemoryCheckButton::tr("; it stands in the tab Source.")
                                                       : MemoryCheckButton::tr("; they stand in the tab Source.");
    const QString values = MemoryCheckButton::tr(
        " With image objects Oclgrind cannot tell whether values were written before they are read.");
    const QString end = check.isComplete ? QString() : " " + QString::fromStdString(incompleteText(check));
    return countOfFindings(check) + where + end + (check.followsValues ? QString() : values);
}

} // namespace lightbench
