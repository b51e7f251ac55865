// A filter of the application's events: line edits would take a file's address as a text.
#include "ui/documents/file_drop.h"

#include <QApplication>
#include <QDropEvent>
#include <QWidget>

#include "ui/view/local_files.h"

namespace lightbench {

namespace {
bool hasFiles(const QEvent* event) { return bringsAddresses(static_cast<const QDropEvent*>(event)->mimeData()); }
} // namespace

FileDrop::FileDrop(QWidget* window, QWidget* taker) : QObject(window), window_(window), taker_(taker) {
    window->setAcceptDrops(true);
    qApp->installEventFilter(this);
}

bool FileDrop::isElsewhere(const QObject* watched) const {
    const auto* widget = qobject_cast<const QWidget*>(watched);
    return widget && widget != taker_ && (widget == window_ || window_->isAncestorOf(widget));
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::DragEnter:
        if (!isElsewhere(watched) || !hasFiles(event)) return false;
        inside_ = true;
        break;
    case QEvent::DragMove:
        if (!inside_ || !isElsewhere(watched)) return false;
        event->accept();
        return true;
    case QEvent::DragLeave:
    case QEvent::Drop:
        if (!inside_ || !isElsewhere(watched)) return false;
        inside_ = false;
        break;
    default: return false;
    }
    // Not by way of the application, which would send it to where the drag is.
    return static_cast<QObject*>(taker_)->event(event);
}

} // namespace lightbench
