#include "ui/panels/experiment/experiment_panel.h"

#include <QComboBox>
#include <QFileInfo>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/experiment/journal.h"
#include "core/experiment/journal_sweep.h"
#include "core/plot/sweep_plot.h"
#include "core/race/race.h"
#include "core/sample_images/bench_image.h"
#include "ui/charts/experiment_chart.h"
#include "ui/controls/text_button.h"
#include "ui/files/file_name.h"
#include "ui/panels/experiment/experiment_table.h"
#include "ui/state/experiment/experiment_journals.h"
#include "ui/state/session/session.h"
#include "ui/theme/plain_text.h"

namespace lightbench {

ExperimentPanel::ExperimentPanel(Session& session, EngineThread& thread, QString folder, QWidget* parent)
    : TabPanel(tr("Experiment"), "experiment", parent), session_(session), runner_(thread), taken_(thread),
      folder_(std::move(folder)), choice_(new ExperimentChoice(session.filterStore())), about_(new ElidedLabel),
      split_(new QSplitter), chart_(new ExperimentChart), table_(new ExperimentTable) {
    addButtons();
    column_->insertWidget(1, choice_);
    addContent(about_);
    addContent(split_, 1);
    split_->addWidget(chart_);
    split_->addWidget(table_);
    split_->setChildrenCollapsible(false);
    about_->setProperty("role", "dim");
    connectParts();
    connect(&thread, &EngineThread::devicesFound, this, [this](const DeviceList& list) {
        devices_ = list.devices;
        refresh();
    });
}

void ExperimentPanel::addButtons() {
    seconds_ = new QComboBox;
    for (const int seconds : {1, 5, 20})
        seconds_->addItem(tr("%1 s per point").arg(seconds), seconds);
    seconds_->setCurrentIndex(1);
    seconds_->setAccessibleName(tr("Time of the race for each candidate"));
    seconds_->setToolTip(tr("Time of the race for each candidate. It ends sooner where it is precise enough; "
                            "host runs that would take longer are left out."));
    take_ = textButton(tr("Take the winner"), {});
    logarithmicX_ = lightbench::toggle(tr("log x"), tr("The horizontal axis is logarithmic"));
    logarithmicTime_ = lightbench::toggle(tr("log time"), tr("The axis of times is logarithmic"));
    scales_ = segments({logarithmicX_, logarithmicTime_});
    auto* file = textButton(tr("Journal"), tr("Opens, compares and exports what was measured"));
    file->setPopupMode(QToolButton::InstantPopup);
    file->setMenu(fileMenu());
    anew_ = textButton(tr("Start again"), tr("Forget what was measured, and measure the chosen stage"));
    start_ = textButton(tr("Start"), {}, "primary");
    header_->insertWidget(0, choice_->kindBox());
    header_->insertWidget(1, seconds_);
    header_->addWidget(scales_);
    // Optional buttons are left of the others, and buttons are as wide as their longest text, so that nothing moves
    // under the mouse.
    start_->setMinimumWidth(start_->fontMetrics().horizontalAdvance(tr("Stopping…")) + 40);
    take_->setMinimumWidth(take_->fontMetrics().horizontalAdvance(tr("Take the winner")) + 24);
    for (QToolButton* button : {anew_, take_, file, start_})
        header_->addWidget(button);
}

QMenu* ExperimentPanel::fileMenu() {
    auto* menu = new QMenu(this);
    menu->addAction(tr("Open…"), this, &ExperimentPanel::journalRequested);
    menu->addAction(tr("Compare with…"), this, &ExperimentPanel::baselineRequested);
    stopComparing_ = menu->addAction(tr("Stop comparing"), this, &ExperimentPanel::stopComparing);
    stopComparing_->setEnabled(false);
    menu->addSeparator();
    withRows_ << menu->addAction(tr("Export the plot (SVG, PDF, PNG)…"), this,
                                 [this] { emit plotRequested(chart_->plot()); });
    withRows_ << menu->addAction(tr("Export the rows (CSV)…"), this, [this] {
        emit exportRequested(QByteArray::fromStdString(rowsCsv(runner_.progress().rows)));
    });
    return menu;
}

void ExperimentPanel::connectParts() {
    connect(start_, &QToolButton::clicked, this, &ExperimentPanel::toggle);
    connect(anew_, &QToolButton::clicked, this, &ExperimentPanel::startAnew);
    connect(take_, &QToolButton::clicked, this, [this] { take(); });
    connect(&runner_, &ExperimentRunner::progressChanged, this, &ExperimentPanel::showProgress);
    connect(&runner_, &ExperimentRunner::stateChanged, this, &ExperimentPanel::refresh);
    connect(&taken_, &WinnerConfirmation::stateChanged, this, &ExperimentPanel::refresh);
    // Shows the measured time on the stage's card, which may have shown a cold run's.
    connect(&taken_, &WinnerConfirmation::stateChanged, this, [this] {
        const std::optional<double> ms = taken_.confirmedMs();
        if (!ms || !isTakenInStack()) return;
        const PointRow& row = taken_.progress().rows.front();
        session_.model()->takeRace(takenRow_, *ms, row.device, {parseSize(row.size), parseFormat(row.format)});
    });
    connect(chart_, &ExperimentChart::currentRowChanged, table_, &ExperimentTable::setCurrentRow);
    connect(table_, &ExperimentTable::currentRowChanged, chart_, &ExperimentChart::setCurrentRow);
    connect(chart_, &ExperimentChart::currentRowChanged, this, &ExperimentPanel::refreshTake);
    connect(chart_, &ExperimentChart::activated, this, &ExperimentPanel::take);
    connect(table_, &ExperimentTable::rowActivated, this, &ExperimentPanel::take);
    for (const auto changed : {&Session::imageChanged, &Session::deviceChanged, &Session::stackChanged})
        connect(&session_, changed, this, &ExperimentPanel::refresh);
    connect(&session_, &Session::currentChanged, this, &ExperimentPanel::refresh);
    connect(choice_, &ExperimentChoice::changed, this, &ExperimentPanel::refresh);
    for (const QToolButton* scale : {logarithmicX_, logarithmicTime_})
        connect(scale, &QToolButton::toggled, this, &ExperimentPanel::showPlot);
}

std::optional<ExperimentRequest> ExperimentPanel::requestNow(QString* problem) const {
    std::optional<ExperimentRequest> request = choice_->requestFor(session_, devices_, problem);
    if (request) request->seconds = seconds_->currentData().toDouble();
    return request;
}

ExperimentPanel::Shown ExperimentPanel::shownOf(const std::optional<ExperimentRequest>& request) const {
    using enum ExperimentRunner::State;
    if (!request) return Shown::Other;
    if (runner_.state() == Done && request->isSameAs(*runner_.request())) return Shown::Whole;
    if (runner_.state() != Kept) return Shown::Other;
    const Sweep wanted = sweepOf(*request, *session_.inputOf(session_.current()));
    const std::vector<PointRow>& rows = runner_.progress().rows;
    if (!arePointsOf(rows, wanted, devices_)) return Shown::Other;
    const auto isOver = [](const PointRow& row) { return !row.ended.empty() || !explanationText(row).empty(); };
    return rows.size() == wanted.points.size() && std::ranges::all_of(rows, isOver) ? Shown::Whole : Shown::Partly;
}

void ExperimentPanel::toggle() {
    using enum ExperimentRunner::State;
    if (runner_.state() == Running) return runner_.stop();
    if (runner_.state() == Stopped) return runner_.resume();
    QString problem;
    const Shown shown = shownOf(requestNow(&problem));
    if (shown == Shown::Partly) return start(session_.journal());
    if (shown == Shown::Other) startAnew(); // a late click on Stop must not discard a finished experiment
}

/// An empty name starts a new journal.
void ExperimentPanel::start(const QString& journal) {
    QString problem;
    std::optional<ExperimentRequest> request = requestNow(&problem);
    if (!request || runner_.isRunning()) return;
    session_.setJournal(journal.isEmpty() ? newJournal(folder_, request->stage) : journal);
    request->journal = session_.journal();
    stageRow_ = session_.current();
    chart_->setCurrentRow(-1);
    taken_.forget();
    runner_.start(*request);
}

void ExperimentPanel::openJournal(const QString& path) {
    if (runner_.isRunning()) return void(emit failed(tr("Stop the running experiment first.")));
    try {
        const JournalSweep kept = lastSweepOf(readJournal(nameBytes(path)), session_.filters());
        session_.setJournal(path);
        stageRow_ = -1;
        chart_->setCurrentRow(-1);
        taken_.forget();
        // Shows the journal's axes, so that Start can resume it if its image and stage are chosen.
        choice_->setAxes(kept.sweep.base.stack.front(), kept.sweep.axes);
        const int cap = seconds_->findData(int(kept.rows.back().provenance.capSeconds));
        if (cap >= 0) seconds_->setCurrentIndex(cap);
        runner_.show({kept.sweep, kept.rows, {}, 1, {}});
    } catch (const Error& error) {
        emit failed(tr("The journal cannot be opened: %1").arg(QString::fromUtf8(error.what())));
    }
}

void ExperimentPanel::compareWith(const QString& path) {
    try {
        baseline_ = Baseline{QFileInfo(path).fileName(), readJournal(nameBytes(path))};
    } catch (const Error& error) {
        emit failed(tr("The journal cannot be compared with: %1").arg(QString::fromUtf8(error.what())));
    }
    showProgress();
}

void ExperimentPanel::stopComparing() {
    baseline_.reset();
    showProgress();
}

int ExperimentPanel::rowToTake() const {
    if (chart_->currentRow() >= 0) return chart_->currentRow();
    const auto isWinner = [](const PlotMark& one) {
        return one.status == MarkStatus::Winner || one.status == MarkStatus::Leads;
    };
    const auto& marks = chart_->marks();
    const auto winner = std::ranges::find_if(marks, isWinner);
    return std::ranges::count_if(marks, isWinner) == 1 ? int(winner->row) : bestSoFar();
}

/// The row of the fastest point in a stopped experiment whose points compute the same; -1 if there is none.
int ExperimentPanel::bestSoFar() const {
    const ExperimentProgress& known = runner_.progress();
    const auto isChoice = [](const Axis& axis) {
        using enum AxisTarget::Kind;
        return axis.target.kind == Variant || axis.target.kind == Workgroup || axis.target.kind == Device;
    };
    if (runner_.state() != ExperimentRunner::State::Stopped || !std::ranges::all_of(known.sweep.axes, isChoice))
        return -1;
    int best = -1;
    for (std::size_t i = 0; i < known.rows.size(); ++i) {
        const PointRow& row = known.rows[i];
        const bool isFaster = best < 0 || row.spanUs.median < known.rows[std::size_t(best)].spanUs.median;
        if (row.hasTime() && !row.differs() && isFaster) best = int(i);
    }
    return best;
}

/// The row of the measured stage, which may have moved. The chosen stage is used if it has the same filter.
int ExperimentPanel::stageToChange() const {
    const Stack& measured = runner_.progress().sweep.base.stack;
    if (measured.size() != 1) return -1;
    for (const int row : {stageRow_, session_.current()})
        if (row >= 0 && row < int(session_.stack().size()) &&
            session_.stack()[std::size_t(row)].filter == measured.front().filter)
            return row;
    return -1;
}

void ExperimentPanel::take(int row) {
    if (row < 0) row = rowToTake();
    const ExperimentProgress& known = runner_.progress();
    const int stage = stageToChange();
    if (row < 0 || stage < 0 || row >= int(known.rows.size())) return;
    const PointRow& measured = known.rows[std::size_t(row)];
    if (!measured.hasTime() || measured.differs()) return;
    const ExperimentPoint& point = known.sweep.points[std::size_t(row)];
    if (varies(AxisTarget::Device)) return void(emit deviceWanted(point.device));
    std::optional<Workgroup> workgroup = point.stack.front().workgroup;
    if (!workgroup && varies(AxisTarget::Workgroup))
        workgroup = parseWorkgroup(measured.workgroup); // the size that `auto` chose in the measurement
    ExperimentPoint taken = point;
    taken.stack.front().workgroup = workgroup;
    Stage before = point.stack.front();
    const Stage& had = session_.stack()[std::size_t(stage)];
    std::tie(before.variant, before.workgroup) = std::tie(had.variant, had.workgroup);
    const std::optional<ExperimentRequest> request = requestOfRows();
    session_.setImplementation(stage, taken.stack.front().variant, workgroup);
    takenRow_ = stage;
    emit pointTaken(row);
    if (request && !runner_.isRunning()) taken_.start(*request, taken, before, measured);
}

/// The request that measures the shown rows again, if that is still possible.
std::optional<ExperimentRequest> ExperimentPanel::requestOfRows() const {
    if (runner_.request())
        return runner_.request()->image == session_.image() ? std::optional(*runner_.request()) : std::nullopt;
    QString problem;
    std::optional<ExperimentRequest> request = requestNow(&problem);
    return shownOf(request) == Shown::Other ? std::nullopt : request;
}

void ExperimentPanel::showProgress() {
    if (!isVisible()) return;
    const ExperimentProgress& known = runner_.progress();
    const RaceSettings race; // as the command line's --against
    changes_.clear();
    if (baseline_) changes_ = changesSince(baseline_->rows, known.rows, {.margin = race.margin, .error = race.error});
    stopComparing_->setEnabled(baseline_.has_value());
    table_->setRows(known.sweep, known.rows, changes_);
    showPlot();
    refresh();
}

void ExperimentPanel::showPlot() {
    const ExperimentProgress& known = runner_.progress();
    Plot plot = sweepPlot(known.sweep, known.rows, changes_);
    plot.x.logarithmic = logarithmicX_->isChecked();
    plot.isTimeLogarithmic = logarithmicTime_->isChecked();
    scales_->setVisible(plot.kind == Plot::Curves);
    chart_->setPlot(std::move(plot));
}

void ExperimentPanel::fill() {
    if (session_.current() >= 0) choice_->setStage(session_.stack()[std::size_t(session_.current())]);
    QString problem;
    const std::optional<ExperimentRequest> request = requestNow(&problem);
    const bool hasRows = !runner_.progress().rows.empty();
    showContent(hasRows, hasRows               ? QString()
                         : request             ? invitation(*request)
                         : runner_.isRunning() ? tr("Preparing…")
                                               : problem);
    about_->setText(hasRows ? aboutText() : QString());
    about_->setToolTip(plainToolTip(about_->text()));
    for (QAction* action : withRows_)
        action->setEnabled(hasRows);
    status_->setText(statusText(hasRows ? problem : QString()));
    const QString all = (QStringList{status_->text()} + runner_.progress().warnings).join(QChar('\n'));
    status_->setToolTip(plainToolTip(all)); // it contains file names
    status_->setAccessibleDescription(all);
    refreshStart(request ? estimateText(*request) : QString(), problem,
                 runner_.isRunning() ? Shown::Other : shownOf(request));
    refreshTake();
}

/// `problem`: why nothing can be started; empty if something can.
void ExperimentPanel::refreshStart(const QString& estimate, const QString& problem, Shown shown) {
    const bool isMeasured = shown == Shown::Whole, goesOn = shown == Shown::Partly;
    using enum ExperimentRunner::State;
    const ExperimentRunner::State state = runner_.state();
    start_->setText(state == Running             ? tr("Stop")
                    : state == Stopping          ? tr("Stopping…")
                    : state == Stopped || goesOn ? tr("Resume")
                    : isMeasured                 ? tr("Done")
                                                 : tr("Start"));
    start_->setEnabled(state == Running || state == Stopped || (state != Stopping && problem.isEmpty() && !isMeasured));
    start_->setToolTip(isMeasured             ? tr("Measures everything again, from the beginning")
                       : !start_->isEnabled() ? problem
                       : estimate.isEmpty()
                           ? tr("If you stop, Lightbench keeps all that was measured")
                           : tr("%1 If you stop, Lightbench keeps all that was measured").arg(estimate));
    anew_->setVisible(state == Stopped || goesOn || isMeasured);
    anew_->setEnabled(problem.isEmpty());
}

void ExperimentPanel::refreshTake() {
    const int row = rowToTake();
    const auto& rows = runner_.progress().rows;
    const bool isThere = row >= 0 && row < int(rows.size());
    const bool hasValidResult = isThere && rows[std::size_t(row)].hasTime() && !rows[std::size_t(row)].differs();
    const bool isWinner = isThere && rows[std::size_t(row)].status == PointStatus::Winner;
    const bool areDevices = varies(AxisTarget::Device), isBest = isThere && row == bestSoFar();
    take_->setText(areDevices             ? tr("Use this device")
                   : isBest               ? tr("Take the best so far")
                   : isThere && !isWinner ? tr("Take this one")
                                          : tr("Take the winner"));
    take_->setEnabled(hasValidResult && stageToChange() >= 0);
    take_->setToolTip(
        !isThere              ? tr("There is no winner yet. Choose a point to apply it")
        : !hasValidResult     ? tr("It has no time, or a wrong result")
        : stageToChange() < 0 ? tr("The measured stage is not in the stack any more: choose one like it")
        : isWinner            ? tr("Give the stage this variant and workgroup (Enter). From then on auto uses the "
                                              "winner, too. Undo brings the stage's setting back")
                   : tr("Give the stage this variant and workgroup (Enter). Undo brings the stage's setting back"));
}

/// A panel of 1180 pixels has the fields in its header, and a low one the table beside the chart; otherwise below.
void ExperimentPanel::resizeEvent(QResizeEvent* event) {
    TabPanel::resizeEvent(event);
    const bool isBeside = header_->indexOf(choice_) >= 0, isWide = width() >= 1180;
    if (isWide && !isBeside) header_->insertWidget(1, choice_);
    if (!isWide && isBeside) column_->insertWidget(1, choice_);
    split_->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
}

void ExperimentPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event); // showProgress() fills the panel
    const QString last = std::exchange(isFirst_, false) ? lastJournal(folder_) : QString();
    if (!last.isEmpty() && runner_.state() == ExperimentRunner::State::Idle) openJournal(last);
    showProgress();
}

} // namespace lightbench
