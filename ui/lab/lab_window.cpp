#include "ui/lab/lab_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScreen>

#include "ui/bars/banner.h"
#include "ui/bars/status_bar.h"
#include "ui/bars/top_bar.h"
#include "ui/bars/view_area.h"
#include "ui/commands/picture_keys.h"
#include "ui/controls/window_habits.h"
#include "ui/documents/documents.h"
#include "ui/documents/exports.h"
#include "ui/documents/file_changes.h"
#include "ui/documents/file_drop_forwarder.h"
#include "ui/documents/last_session.h"
#include "ui/documents/python_question.h"
#include "ui/documents/stage_resources.h"
#include "ui/files/file_name.h"
#include "ui/lab/docks.h"
#include "ui/lab/lab_commands.h"
#include "ui/lab/mapping_dialog.h"
#include "ui/lab/panels.h"
#include "ui/lab/probe_readout.h"
#include "ui/panels/stack/stack_panel.h"
#include "ui/panels/stack/stack_view.h"
#include "ui/panels/stage/stage_form.h"
#include "ui/state/files/samples.h"
#include "ui/theme/plain_text.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {
/// The size of a first start: most of a large screen, all of a small one. The window frame takes some of the available
/// space.
QSize firstSize(const QScreen* screen) {
    const QSize room = screen ? screen->availableGeometry().size() - QSize(8, 40) : QSize(1440, 900);
    return QSize(1440, 900).expandedTo(room * 4 / 5).boundedTo(room);
}

/// The first kernel file of a stack whose text has an error, so that an earlier version is in use. Empty: none.
QString wrongKernelFile(const Stack& stack, OpenedKernels& kernels) {
    const auto isError = [](const KernelProblem& one) { return one.kind == BuildMessage::Error; };
    for (const Stage& stage : stack) {
        const QString file = kernels.fileOf(stage.filter);
        if (stage.enabled && std::ranges::any_of(kernels.texts().problems(file), isError)) return file;
    }
    return {};
}
} // namespace

LabWindow::LabWindow(EngineFactory factory, const FilterCatalog& filters, const TuningFile& tuning,
                     const KernelLibrary& kernels, QWidget* parent)
    : QMainWindow(parent), session_(filters), files_(filters.rawDecoding()), tuning_(tuning, kernels, messages_),
      runs_(std::move(factory), session_, results_, messages_), kernels_(session_, files_, runs_, messages_),
      peakRates_(session_, runs_.engineThread(), messages_, PeakRatesFile(peakRatesPath())),
      stackPanel_(new StackPanel(&session_, this)),
      view_(new ImageView), lab_{session_, results_, runs_,  messages_, truth_,
                                 files_,   kernels_, *view_, tuning_,   peakRates_},
      centre_(new ViewArea(lab_, this)), documents_(new Documents(lab_, this)),
      lastSession_(new LastSession(lab_, documents_)),
      changes_(new FileChanges(lab_, kernels, documents_, centre_->banner())), exports_(new Exports(lab_, this)),
      resources_(new StageResources(lab_, stackPanel_->form(), this)), docks_(new Docks(this)), commands_(this) {
    setObjectName(QStringLiteral("labWindow"));
    resize(firstSize(screen()));
    askAboutPython(lab_, centre_->banner(), this);
    showProbes(lab_, centre_); // which ends before the engine's thread
    addLabCommands(&commands_, {lab_, *documents_, *changes_, *exports_, *lastSession_, *stackPanel_, *docks_, theme_});
    addBars(kernels);
    // Watches events for the image's keys, for dropped files anywhere in the window, for the wheel and for dialogs.
    giveKeysToPicture(this, &lab_.view);
    forwardFileDrops(this, &lab_.view);
    keepWheelFromFields(this);
    fitDialogsToScreen(this);
    for (QDockWidget* dock : docks_->all())
        dock->setAcceptDrops(true); // a floating dock is a window of its own
    connectParts();
    drawSampleThumbnails(this, [view = &lab_.view](const QList<SampleItem>& items) { view->setSamples(items); });
    readSettings();
    refreshTitle();
}

LabWindow::~LabWindow() {
    // Session and results are disconnected first, because their signals must not reach widgets that are being
    // destroyed.
    session_.disconnect();
    session_.model()->disconnect();
    results_.disconnect();
    delete takeCentralWidget();
    qDeleteAll(docks_->all());
}

void LabWindow::addBars(const KernelLibrary& kernels) {
    setMenuWidget(new TopBar(lab_, commands_, this));
    stackPanel_->setTabAction(commands_.action("new-tab"));
    stackPanel_->setShowAction(commands_.action("show-stage"));
    setCentralWidget(centre_);
    addPanels(docks_, lab_, kernels, stackPanel_, exports_);
    docks_->setMaximiseAction(commands_.action("maximise-panels"));
    auto* status = new StatusBar(lab_, this);
    setStatusBar(status);
    const auto showWrongFile = [this, status] { status->setWrongFile(wrongKernelFile(session_.stack(), kernels_)); };
    connect(&kernels_.texts(), &KernelTexts::problemsChanged, status, showWrongFile);
    connect(&session_, &Session::stackChanged, status, showWrongFile);
    centre_->setCompareActions({commands_.action("flip"), commands_.action("swap"), commands_.action("copy-pinned"),
                                commands_.action("unpin")});
}

void LabWindow::connectParts() {
    connect(&session_, &Session::namesChanged, this, &LabWindow::refreshTitle);
    connect(&tuning_, &TuningStore::changed, this, [this] { session_.setTuning(tuning_.tuning()); });
    session_.setTuning(tuning_.tuning());
    connect(&session_.filterStore(), &FilterStore::changed, &tuning_,
            [this] { tuning_.setFilters(session_.filters()); });
    connect(stackPanel_, &StackPanel::restoreRequested, lastSession_, &LastSession::restore);
    connect(lastSession_, &LastSession::restored, stackPanel_, [this] { stackPanel_->offerRestore({}); });
    connect(stackPanel_, &StackPanel::contextMenuRequested, this,
            [this](QPoint at) { commands_.menu("edit")->popup(at); });
    connect(stackPanel_->form(), &StageForm::mappingRequested, this,
            [this](const QString& filter) { openMapping(kernels_.fileOf(filter.toStdString())); });
    connect(&kernels_, &OpenedKernels::questionsAsked, this, &LabWindow::openMapping);
    connect(banner(), &Banner::remedyTaken, &kernels_, &OpenedKernels::applyRemedy);
    connect(banner(), &Banner::logRequested, docks_, [this] { docks_->show("log"); });
}

void LabWindow::openMapping(const QString& path) {
    if (!kernels_.newest(path)) return; // its filter has no file here
    for (MappingDialog* dialog : findChildren<MappingDialog*>())
        if (dialog->path() == path) return dialog->activateWindow();
    (new MappingDialog(kernels_, path, this))->show();
}

void LabWindow::readSettings() {
    docks_->restoreLayout();
    runs_.readChoices();
    if (!lastSession_->exists()) return;
    const bool isUnsaved = lastSession_->hasUnsaved();
    stackPanel_->offerRestore(isUnsaved ? tr("Restore your unsaved stack") : tr("Restore the last session"));
    if (isUnsaved)
        messages_.note(tr("Your unsaved stack was kept. “Restore the last session” in the menu File brings it back."));
}

Banner* LabWindow::banner() const { return centre_->banner(); }

void LabWindow::refreshTitle() {
    const QString image = session_.imageName().isEmpty() ? QString() : QFileInfo(session_.imageName()).fileName();
    const QString stack = session_.stackPath().isEmpty() ? QString() : QFileInfo(session_.stackPath()).fileName();
    QStringList parts{image, stack};
    parts.removeAll(QString());
    const QString name = plainTitle(shownName(parts.join(QStringLiteral(" · "))));
    setWindowTitle((name.isEmpty() ? QString() : name + QStringLiteral("[*] – ")) + tr("Lightbench") +
                   (name.isEmpty() ? QStringLiteral("[*]") : QString()));
    setWindowModified(session_.isStackModified());
}

bool LabWindow::event(QEvent* event) {
    // Space between docks belongs to the window itself.
    if (event->type() == QEvent::MouseButtonPress)
        docks_->pressed(static_cast<QMouseEvent*>(event)->position().toPoint());
    return QMainWindow::event(event);
}

void LabWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    docks_->followWindow();
}

/// Asks what to do with edited kernel files. False: the window stays open.
bool LabWindow::letKernelsGo() {
    KernelTexts& texts = kernels_.texts();
    const QStringList paths = texts.unsavedPaths();
    if (paths.isEmpty()) return true;
    if (isAsking_) return false; // a signal came while the question is open
    const QScopedValueRollback<bool> asking(isAsking_, true);
    QStringList names;
    for (const QString& path : paths)
        names << shownFile(path);
    QMessageBox question(QMessageBox::Question, tr("Close Lightbench"),
                         paths.size() == 1 ? tr("%1 is not saved.").arg(names.front())
                                           : tr("These files are not saved: %1.").arg(names.join(QStringLiteral(", "))),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setTextFormat(Qt::PlainText); // file names may look like markup
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    if (answer != QMessageBox::Save) return answer == QMessageBox::Discard;
    for (const QString& path : paths) {
        if (const QString problem = texts.save(path); !problem.isEmpty())
            messages_.reportError(problem);
        else if (texts.isConflicting(path))
            messages_.reportError(
                tr("%1 has changed on disk meanwhile, so it was not saved. In the tab Source, choose Take the "
                   "file or Keep mine above its text.")
                    .arg(shownFile(path)));
    }
    return texts.unsavedPaths().isEmpty();
}

void LabWindow::closeEvent(QCloseEvent* event) {
    if (!letKernelsGo()) return event->ignore();
    docks_->keepLayout();
    runs_.keepChoices();
    lastSession_->keepAtEnd(); // unsaved stacks are kept too, so there is no question
    QMainWindow::closeEvent(event);
}

} // namespace lightbench
