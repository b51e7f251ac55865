// What can be measured of the present stage, and how what was measured is shown.
#include "ui/panels/experiment_panel.h"

#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/error.h"
#include "core/plot/sweep_plot.h"
#include "ui/charts/experiment_chart.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/segments.h"
#include "ui/panels/experiment_model.h"
#include "ui/panels/experiment_table.h"
#include "ui/state/session.h"

namespace lightbench {

namespace {
QToolButton* textButton(const QString& text, const QString& tip, const char* look) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setProperty(look, true);
    return button;
}

bool hasKernels(const Filter& filter) {
    return std::ranges::any_of(filter.variants, [](const Variant& variant) { return bool(variant.plan); });
}

QString labelOf(const Stage& stage) { return QString::fromStdString(filterById(stage.filter).label); }
} // namespace

ExperimentPanel::ExperimentPanel(Session& session, EngineThread& thread, QWidget* parent)
    : QWidget(parent), session_(session), runner_(thread), choice_(new ExperimentChoice), status_(new ElidedLabel),
      empty_(new QLabel), split_(new QSplitter), chart_(new ExperimentChart), model_(new ExperimentModel(this)),
      table_(new ExperimentTable(model_)) {
    setAccessibleName(tr("Experiment"));
    setObjectName(QStringLiteral("experiment"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    column->addWidget(header());
    column->addWidget(choice_);
    column->addWidget(split_, 1);
    column->addWidget(empty_, 1);
    split_->addWidget(chart_);
    split_->addWidget(table_);
    split_->setChildrenCollapsible(false);
    empty_->setProperty("role", "dim");
    empty_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    empty_->setWordWrap(true);
    connectParts();
    connect(&thread, &EngineThread::devicesFound, this, [this](const DeviceList& list) {
        devices_ = list.devices;
        refresh();
    });
}

QWidget* ExperimentPanel::header() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    seconds_ = new QComboBox;
    for (const int seconds : {1, 5, 20})
        seconds_->addItem(tr("%1 s a point").arg(seconds), seconds);
    seconds_->setCurrentIndex(1);
    seconds_->setAccessibleName(tr("Time of the race for each of its points"));
    seconds_->setToolTip(tr("Time of the race for each of its points. It ends sooner where it is precise enough; "
                            "host runs that would take longer are left out."));
    take_ = textButton(tr("Take the winner"), {}, "flat");
    logarithmicX_ = lightbench::toggle(tr("log x"), tr("The horizontal axis is logarithmic"));
    logarithmicTime_ = lightbench::toggle(tr("log time"), tr("The axis of times is logarithmic"));
    scales_ = segments({logarithmicX_, logarithmicTime_});
    file_ = textButton(tr("Export"), tr("The plot for a paper, or the rows as the command line's journal has them"),
                       "flat");
    file_->setPopupMode(QToolButton::InstantPopup);
    file_->setMenu(fileMenu());
    anew_ = textButton(tr("Start anew"), tr("Forget what was measured, and measure the chosen stage"), "flat");
    start_ = textButton(tr("Start"), {}, "primary");
    header_ = row;
    row->addWidget(choice_->kindBox());
    row->addWidget(seconds_);
    row->addWidget(status_, 1);
    row->addWidget(scales_);
    for (QToolButton* button : {take_, file_, anew_, start_})
        row->addWidget(button);
    return header;
}

QMenu* ExperimentPanel::fileMenu() {
    auto* menu = new QMenu(this);
    menu->addAction(tr("Plot (SVG, PDF, PNG)…"), this, [this] { emit plotRequested(chart_->plot()); });
    menu->addAction(tr("Rows (CSV)…"), this,
                    [this] { emit exportRequested(QByteArray::fromStdString(rowsCsv(runner_.progress().rows))); });
    return menu;
}

void ExperimentPanel::connectParts() {
    connect(start_, &QToolButton::clicked, this, &ExperimentPanel::toggle);
    connect(anew_, &QToolButton::clicked, this, &ExperimentPanel::startAnew);
    connect(take_, &QToolButton::clicked, this, [this] { take(); });
    connect(&runner_, &ExperimentRunner::progressChanged, this, &ExperimentPanel::showProgress);
    connect(&runner_, &ExperimentRunner::stateChanged, this, &ExperimentPanel::refresh);
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

QSize ExperimentPanel::minimumSizeHint() const { return {240, 60}; }

QString ExperimentPanel::status() const { return status_->text(); }

QString ExperimentPanel::emptyText() const { return empty_->isHidden() ? QString() : empty_->text(); }

std::optional<ExperimentOrder> ExperimentPanel::orderNow(QString* problem) const {
    const auto none = [&](const QString& why) {
        *problem = why;
        return std::nullopt;
    };
    if (!session_.device())
        return none(tr("There is no device to measure on. Install an OpenCL driver and start "
                       "again; the Log says more."));
    if (!session_.image()) return none(tr("Open an image: an experiment measures the chosen stage on it."));
    if (session_.current() < 0)
        return none(tr("Add a filter to the stack and choose it: an experiment finds its "
                       "fastest variant or workgroup on this image."));
    const int row = session_.current();
    Stage stage = session_.stack()[std::size_t(row)];
    const ResolvedRow resolved = session_.resolved(row);
    const Filter& filter = filterById(stage.filter);
    if (!hasKernels(filter))
        return none(tr("%1 runs on the host only: it has no variants to race.").arg(labelOf(stage)));
    if (!resolved.input || !session_.inputOf(row))
        return none(tr("%1 cannot take what comes into it; its card says why.").arg(labelOf(stage)));
    stage.enabled = true;
    using enum ExperimentKind;
    const ExperimentKind kind = choice_->kind();
    if (kind != Devices) stage.workgroup.reset();
    if (kind != Devices && kind != Workgroups) stage.variant = "auto";
    if (kind == Workgroups) {
        if (stage.variant == "auto" && resolved.automatic) stage.variant = resolved.automatic->id;
        if (stage.variant == "auto" || !variantById(filter, stage.variant).plan)
            return none(tr("The variant %1 runs on the host: it has no workgroups. Choose another variant.")
                            .arg(QString::fromStdString(stage.variant)));
    }
    const Stack& stack = session_.stack();
    try {
        return ExperimentOrder{session_.image(),
                               session_.imageName(),
                               Stack(stack.begin(), stack.begin() + row),
                               stage,
                               choice_->axesFor(stage, devices_),
                               session_.device()->index,
                               seconds_->currentData().toDouble()};
    } catch (const Error& error) {
        return none(QString::fromUtf8(error.what()));
    }
}

/// What Start would measure is what is shown, to its end.
bool ExperimentPanel::isMeasured(const std::optional<ExperimentOrder>& order) const {
    return runner_.state() == ExperimentRunner::State::Done && order && order->isSameAs(*runner_.order());
}

void ExperimentPanel::toggle() {
    if (runner_.state() == ExperimentRunner::State::Running) return runner_.stop();
    if (runner_.state() == ExperimentRunner::State::Stopped) return runner_.goOn();
    QString problem;
    if (!isMeasured(orderNow(&problem)))
        startAnew(); // whoever wanted to stop what has ended does not want it thrown away
}

void ExperimentPanel::startAnew() {
    QString problem;
    const std::optional<ExperimentOrder> order = orderNow(&problem);
    if (!order || runner_.isRunning()) return;
    stageRow_ = session_.current();
    chart_->setCurrentRow(-1);
    runner_.start(*order);
}

int ExperimentPanel::rowToTake() const {
    if (chart_->currentRow() >= 0) return chart_->currentRow();
    const auto isWinner = [](const PlotMark& one) {
        return one.standing == Standing::Winner || one.standing == Standing::Leads;
    };
    const auto& marks = chart_->marks();
    const auto winner = std::ranges::find_if(marks, isWinner);
    return std::ranges::count_if(marks, isWinner) == 1 ? int(winner->row) : -1;
}

/// The measured stage may have moved since; the chosen one will do if it is of the same filter.
int ExperimentPanel::stageToChange() const {
    if (!runner_.order()) return -1;
    for (const int row : {stageRow_, session_.current()})
        if (row >= 0 && row < int(session_.stack().size()) &&
            session_.stack()[std::size_t(row)].filter == runner_.order()->stage.filter)
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
    if (runner_.order()->varies(AxisTarget::Device)) return void(emit deviceWanted(point.device));
    std::optional<Workgroup> workgroup = point.stack.front().workgroup;
    if (!workgroup && runner_.order()->varies(AxisTarget::Workgroup))
        workgroup = parseWorkgroup(measured.workgroup); // what `auto` was when it was measured
    session_.setImplementation(stage, point.stack.front().variant, workgroup);
}

void ExperimentPanel::showProgress() {
    if (!isVisible()) return;
    const ExperimentProgress& known = runner_.progress();
    model_->setRows(known.sweep, known.rows);
    showPlot();
    refresh();
}

void ExperimentPanel::showPlot() {
    const ExperimentProgress& known = runner_.progress();
    Plot plot = sweepPlot(known.sweep, known.rows);
    plot.x.logarithmic = logarithmicX_->isChecked();
    plot.isTimeLogarithmic = logarithmicTime_->isChecked();
    scales_->setVisible(plot.kind == Plot::Curves);
    chart_->setPlot(std::move(plot));
}

/// What is hidden is brought up to date when it is shown.
void ExperimentPanel::refresh() {
    if (!isVisible()) return;
    if (session_.current() >= 0) choice_->setStage(session_.stack()[std::size_t(session_.current())]);
    QString problem;
    const std::optional<ExperimentOrder> order = orderNow(&problem);
    const bool hasRows = !runner_.progress().rows.empty();
    split_->setVisible(hasRows);
    empty_->setVisible(!hasRows);
    if (!hasRows) empty_->setText(order || runner_.isRunning() ? invitation() : problem);
    file_->setEnabled(hasRows);
    const QStringList lines{statusText(hasRows ? problem : QString())};
    status_->setText(lines.front());
    status_->setToolTip((lines + runner_.progress().warnings).join(QChar('\n')));
    status_->setAccessibleDescription(status_->toolTip());
    refreshStart(problem, isMeasured(order));
    refreshTake();
}

/// What stands where the chart will be.
QString ExperimentPanel::invitation() const {
    if (runner_.state() == ExperimentRunner::State::Failed)
        return tr("It could not be measured: %1").arg(runner_.error());
    if (runner_.isRunning()) return tr("Preparing…");
    return tr("Start measures %1 in rounds, until the fastest is known for sure. The lab stays usable meanwhile.")
        .arg(subjectOf(session_.stack()[std::size_t(session_.current())]));
}

/// "every variant of Gaussian".
QString ExperimentPanel::subjectOf(const Stage& stage) const {
    const QString name = labelOf(stage);
    switch (choice_->kind()) {
    case ExperimentKind::Variants: return tr("every variant of %1").arg(name);
    case ExperimentKind::Workgroups: return tr("every workgroup of the variant of %1").arg(name);
    case ExperimentKind::Parameter: return tr("every variant of %1 at each of the values").arg(name);
    case ExperimentKind::Parameters: return tr("every variant of %1 at each pair of values").arg(name);
    case ExperimentKind::Devices: break;
    }
    return tr("%1 on every device").arg(name);
}

/// `problem`: why nothing can be started; empty if something can.
void ExperimentPanel::refreshStart(const QString& problem, bool isMeasured) {
    using enum ExperimentRunner::State;
    const ExperimentRunner::State state = runner_.state();
    start_->setText(state == Running    ? tr("Stop")
                    : state == Stopping ? tr("Stopping…")
                    : state == Stopped  ? tr("Go on")
                    : isMeasured        ? tr("Done")
                                        : tr("Start"));
    start_->setEnabled(state == Running || state == Stopped || (state != Stopping && problem.isEmpty() && !isMeasured));
    start_->setToolTip(isMeasured             ? tr("Start anew measures it again")
                       : !start_->isEnabled() ? problem
                                              : tr("Everything that was measured is kept when it is stopped"));
    anew_->setVisible(state == Stopped || isMeasured);
    anew_->setEnabled(problem.isEmpty());
}

void ExperimentPanel::refreshTake() {
    const int row = rowToTake();
    const auto& rows = runner_.progress().rows;
    const bool isThere = row >= 0 && row < int(rows.size());
    const bool isRight = isThere && rows[std::size_t(row)].hasTime() && !rows[std::size_t(row)].differs();
    const bool isWinner = isThere && rows[std::size_t(row)].status == PointStatus::Winner;
    const bool areDevices = runner_.order() && runner_.order()->varies(AxisTarget::Device);
    take_->setText(areDevices             ? tr("Use this device")
                   : isThere && !isWinner ? tr("Take this one")
                                          : tr("Take the winner"));
    take_->setEnabled(isRight && stageToChange() >= 0);
    take_->setToolTip(!isThere              ? tr("There is no winner yet")
                      : !isRight            ? tr("It has no time, or a wrong result")
                      : stageToChange() < 0 ? tr("The measured stage is not in the stack any more: choose one like it")
                                            : tr("Give the stage this variant and workgroup (Enter). Undo takes it "
                                                 "back."));
}

QString ExperimentPanel::subject() const {
    const ExperimentOrder& order = *runner_.order();
    const QString name = labelOf(order.stage);
    if (!order.varies(AxisTarget::Workgroup)) return name;
    return tr("%1 %2").arg(name, QString::fromStdString(order.stage.variant));
}

/// "precise enough", of the first race that ended.
QString ExperimentPanel::endText() const {
    for (const PointRow& row : runner_.progress().rows)
        if (!row.ended.empty()) return QString::fromStdString(row.ended);
    return tr("done");
}

QString ExperimentPanel::statusText(const QString& problem) const {
    using enum ExperimentRunner::State;
    const ExperimentProgress& known = runner_.progress();
    const QString warnings =
        known.warnings.isEmpty() ? QString() : tr(" · ⚠ %1").arg(known.warnings.join(QStringLiteral("; ")));
    switch (runner_.state()) {
    case Idle: return problem;
    case Running: return tr("%1: %2").arg(subject(), known.activity);
    case Stopping: return tr("%1: stopping").arg(subject());
    case Stopped: return tr("%1: stopped; %2").arg(subject(), known.activity);
    case Failed: return tr("%1: it could not be measured: %2").arg(subject(), runner_.error());
    case Done: break;
    }
    const bool isDecided =
        std::ranges::any_of(known.rows, [](const PointRow& row) { return row.status == PointStatus::Winner; });
    const QString open = isDecided ? QString() : tr(" · no winner: give each point more time");
    return tr("%1: ended, %2").arg(subject(), endText()) + open + warnings;
}

/// The table stands beside the chart where the panel is low and wide, else below; so do the fields and the buttons.
void ExperimentPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool isBeside = header_->indexOf(choice_) >= 0, isWide = width() >= 1180;
    if (isWide && !isBeside) header_->insertWidget(1, choice_);
    if (!isWide && isBeside) static_cast<QVBoxLayout*>(layout())->insertWidget(1, choice_);
    split_->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
}

void ExperimentPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showProgress();
}

void ExperimentPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) refresh();
    QWidget::changeEvent(event);
}

} // namespace lightbench
