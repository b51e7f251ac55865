// Construction of the window, its connections, and what it remembers between starts.
#include "ui/lab/lab_window.h"
#include "ui/files/file_name.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QScreen>
#include <QSettings>
#include <QTabWidget>

#include <algorithm>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "ui/bars/banner.h"
#include "ui/bars/difference_bar.h"
#include "ui/bars/status_line.h"
#include "ui/bars/top_bar.h"
#include "ui/bars/view_area.h"
#include "ui/bars/zoom_box.h"
#include "ui/lab/file_drop.h"
#include "ui/panels/difference_panel.h"
#include "ui/panels/stack_view.h"
#include "ui/panels/stage_form.h"
#include "ui/panels/timing_table.h"
#include "ui/state/picture_keys.h"
#include "ui/theme/desktop_scheme.h"

namespace lightbench {

ThemeMode savedThemeMode() {
    return ThemeMode(std::clamp(QSettings().value(QStringLiteral("window/theme"), 0).toInt(), 0, 2));
}

namespace {
/// The size of a first start: most of the screen, all of a small one. (The frame takes some of what is available.)
QSize firstSize(const QScreen* screen) {
    const QSize room = screen ? screen->availableGeometry().size() - QSize(8, 40) : QSize(1440, 900);
    return QSize(1440, 900).expandedTo(room * 4 / 5).boundedTo(room);
}
} // namespace

LabWindow::LabWindow(EngineFactory factory, QWidget* parent)
    : QMainWindow(parent), runner_(new Runner(std::move(factory), this)) {
    setObjectName(QStringLiteral("labWindow"));
    resize(firstSize(screen()));
    liveSoon_.setSingleShot(true);
    cancelSoon_.setSingleShot(true);
    stackPanel_ = new StackPanel(&session_, this);
    auto* centre = new ViewArea(this);
    view_ = centre->view();
    banner_ = centre->banner();
    differenceBar_ = centre->differenceBar();
    buildActions();
    topBar_ = new TopBar(actions_, this);
    setMenuWidget(topBar_);
    setCentralWidget(centre);
    buildDocks();
    status_ = new StatusLine(this);
    setStatusBar(status_);
    new PictureKeys(this, view_);
    auto* drop = new FileDrop(this, view_);
    for (QDockWidget* dock : docks_)
        drop->add(dock);
    connectSession();
    connectView();
    connectRectangle();
    connectRunner();
    offerSamples();
    readSettings();
    refreshTitle();
    showState();
    connect(new DesktopScheme(this), &DesktopScheme::told, this, &LabWindow::followDesktop);
}

LabWindow::~LabWindow() {
    // The widgets watch the session: they go first, the worker before all.
    delete runner_;
    session_.disconnect();
    session_.model()->disconnect();
    delete takeCentralWidget();
    qDeleteAll(docks_);
}

void LabWindow::connectSession() {
    connect(&session_, &Session::stackChanged, this, &LabWindow::settingsChanged);
    connect(&session_, &Session::stackChanged, this, &LabWindow::refreshStageActions);
    connect(&session_, &Session::currentChanged, this, &LabWindow::refreshStageActions);
    connect(&session_, &Session::namesChanged, this, &LabWindow::refreshTitle);
    connect(&results_, &Results::reportChanged, this, &LabWindow::showReport);
    connect(&results_, &Results::changed, this, &LabWindow::showResults);
    connect(&files_, &FileTasks::opened, this, &LabWindow::onOpened);
    connect(&files_, &FileTasks::unreadable, this, [this](const QString& message) {
        endReading();
        fail(message);
    });
    connect(&files_, &FileTasks::tooLarge, this, &LabWindow::askWhetherLarge);
    connect(&files_, &FileTasks::unwritten, this, [this](const QString& message) { fail(message); });
    connect(&files_, &FileTasks::written, this, [this](const QString& path) {
        banner_->clearError();
        log_->add(LogKind::Info, tr("Wrote %1").arg(shownName(path)));
        status_->showMessage(tr("Wrote %1").arg(shownName(path)), 5000);
    });
    connect(stackPanel_, &StackPanel::restoreRequested, this, &LabWindow::restoreSession);
    connect(stackPanel_, &StackPanel::contextMenuRequested, this, [this](QPoint at) { actions_.edit->popup(at); });
    connect(&liveSoon_, &QTimer::timeout, this, &LabWindow::runLive);
    connect(&cancelSoon_, &QTimer::timeout, this, [this] { topBar_->setRunning(runner_->isBusy()); });
    refreshStageActions();
}

void LabWindow::connectView() {
    connect(view_, &ImageView::modeChanged, this, [this](ViewMode mode) {
        actions_.modes->actions()[int(mode)]->setChecked(true);
        differenceBar_->setVisible(mode == ViewMode::Difference && session_.image());
    });
    connect(view_, &ImageView::differenceStyleChanged, this,
            [this](DifferenceStyle style, int amplify) { differenceBar_->show(style, amplify); });
    connect(view_, &ImageView::gainChanged, differenceBar_, &DifferenceBar::showGain);
    connect(differenceBar_, &DifferenceBar::changed, view_, &ImageView::setDifferenceStyle);
    differenceBar_->show(view_->differenceStyle(), view_->amplify());
    differenceBar_->setVisible(false);
    connect(view_, &ImageView::zoomChanged, topBar_->zoom(), &ZoomBox::setZoom);
    connect(view_, &ImageView::fittedChanged, topBar_, &TopBar::setFitted);
    connect(topBar_->zoom(), &ZoomBox::zoomChosen, view_, &ImageView::setZoom);
    connect(topBar_->zoom(), &ZoomBox::finished, view_, qOverload<>(&QWidget::setFocus));
    connect(&session_, &Session::imageChanged, this,
            [this] { topBar_->zoom()->setEnabled(session_.image() != nullptr); });
    connect(&session_, &Session::imageChanged, this, [this] { banner_->setBrief(session_.image() != nullptr); });
    topBar_->zoom()->setZoom(view_->zoom());
    topBar_->zoom()->setEnabled(false);
    topBar_->setFitted(view_->isFitted());
    connect(view_, &ImageView::fileDropped, this, &LabWindow::openPaths);
    connect(view_, &ImageView::openRequested, this, &LabWindow::chooseAndOpen);
    connect(view_, &ImageView::sampleChosen, this, &LabWindow::openSample);
    connect(difference_, &DifferencePanel::sourceChosen, this, [this] {
        sourceChosen_ = true;
        showStageImage();
    });
    connect(difference_, &DifferencePanel::showPixel, this, [this](QPoint pixel) {
        view_->setMode(ViewMode::Difference);
        view_->showPixel(pixel);
    });
    connect(difference_, &DifferencePanel::checkRequested, this, [this] { actions_.check->setChecked(true); });
    connect(timings_, &TimingTable::stageChosen, &session_, &Session::setCurrent);
    connect(banner_, &Banner::hintDismissed, this, [this] {
        if (!devices_.devices.empty())
            QSettings().setValue(QStringLiteral("hints/noGpu"), true); // read, once is enough
    });
    connect(banner_, &Banner::logRequested, this, [this] {
        tabs_->parentWidget()->show();
        tabs_->setCurrentWidget(log_);
        log_->setFocus();
    });
}

void LabWindow::connectRunner() {
    connect(runner_, &Runner::devicesFound, this, &LabWindow::onDevices);
    connect(runner_, &Runner::started, &results_, &Results::begin);
    connect(runner_, &Runner::started, this, [this](quint64, bool checking) {
        if (!checking) view_->setProgress(-1);
    });
    connect(runner_, &Runner::progressed, this, [this](quint64, const RunProgress& progress) { onProgress(progress); });
    connect(runner_, &Runner::finished, this,
            [this](quint64 number, const ReportPtr& report, bool last) { onReport(number, report, last); });
    connect(runner_, &Runner::failed, this, &LabWindow::onFailure);
    connect(runner_, &Runner::cancelled, this, &LabWindow::onCancelled);
    connect(topBar_, &TopBar::deviceChosen, this, &LabWindow::useDevice);
}

void LabWindow::readSettings() {
    QSettings settings;
    defaultLayout_ = saveState();
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    const bool restored = restoreState(settings.value(QStringLiteral("window/layout")).toByteArray());
    docksByHand_ = settings.value(QStringLiteral("window/docksByHand"), restored).toBool();
    sizeDocks();
    actions_.live->setChecked(settings.value(QStringLiteral("run/live"), true).toBool());
    actions_.check->setChecked(settings.value(QStringLiteral("run/check"), true).toBool());
    actions_.themes->actions()[int(savedThemeMode())]->setChecked(true);
    savedStack_ = {settings.value(QStringLiteral("session/stack")).toString(),
                   settings.value(QStringLiteral("session/stackPath")).toString(),
                   settings.value(QStringLiteral("session/stackModified")).toBool()};
    savedImage_ = settings.value(QStringLiteral("session/image")).toString();
    const bool any = !savedStack_.text.isEmpty() || !savedImage_.isEmpty();
    actions_.restoreSession->setEnabled(any);
    if (any) stackPanel_->offerRestore(tr("Restore the last session"));
    refreshRecent();
}

void LabWindow::writeSettings() {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/layout"), saveState());
    settings.setValue(QStringLiteral("window/docksByHand"), docksByHand_);
    settings.setValue(QStringLiteral("run/live"), actions_.live->isChecked());
    settings.setValue(QStringLiteral("run/check"), actions_.check->isChecked());
    if (!session_.image() && session_.stack().empty()) return; // nothing that would be worth restoring
    settings.setValue(QStringLiteral("session/stack"), QString::fromStdString(stackText(session_.stack())));
    settings.setValue(QStringLiteral("session/stackPath"), session_.stackPath());
    settings.setValue(QStringLiteral("session/stackModified"), session_.isStackModified());
    settings.setValue(QStringLiteral("session/image"), session_.imageName());
}

/// The theme follows the desktop while it is left to it.
void LabWindow::followDesktop(bool dark) {
    setDesktopDark(dark);
    if (savedThemeMode() == ThemeMode::System) applyTheme(*qApp, ThemeMode::System);
}

void LabWindow::setThemeMode(ThemeMode mode) {
    QSettings().setValue(QStringLiteral("window/theme"), int(mode));
    applyTheme(*qApp, mode);
}

void LabWindow::refreshTitle() {
    const QString image = session_.imageName().isEmpty() ? QString() : QFileInfo(session_.imageName()).fileName();
    const QString stack = session_.stackPath().isEmpty() ? QString() : QFileInfo(session_.stackPath()).fileName();
    QStringList parts{image, stack};
    parts.removeAll(QString());
    const QString name = shownName(parts.join(QStringLiteral(" · ")));
    setWindowTitle((name.isEmpty() ? QString() : name + QStringLiteral("[*] – ")) + tr("Lightbench") +
                   (name.isEmpty() ? QStringLiteral("[*]") : QString()));
    setWindowModified(session_.isStackModified());
}

void LabWindow::fail(const QString& message, const QString& details) {
    log_->add(LogKind::Error, message, details);
    showError(message);
}

void LabWindow::showError(const QString& message) {
    errorAt_ = quint64(runner_->counts().submitted);
    banner_->showError(message);
}

void LabWindow::closeEvent(QCloseEvent* event) {
    writeSettings(); // an unsaved stack is kept there, so there is nothing to ask
    QMainWindow::closeEvent(event);
}

void LabWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && stackPanel_) stackPanel_->view()->viewport()->update();
}

} // namespace lightbench
