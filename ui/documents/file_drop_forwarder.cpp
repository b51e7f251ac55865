// A filter of the application's events: line edits would insert a file's URL as text.
#include "ui/documents/file_drop_forwarder.h"

#include <QApplication>
#include <QDropEvent>
#include <QWidget>

#include "ui/view/local_files.h"

namespace lightbench {

namespace {
bool hasFiles(const QEvent* event) { return bringsAddresses(static_cast<const QDropEvent*>(event)->mimeData()); }

class FileDropForwarder : public QObject {
public:
    FileDropForwarder(QWidget* window, QWidget* target) : QObject(window), window_(window), target_(target) {
        window->setAcceptDrops(true);
        qApp->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        switch (event->type()) {
        case QEvent::DragEnter:
            if (!isOutsideTarget(watched) || !hasFiles(event)) return false;
            inside_ = true;
            break;
        case QEvent::DragMove:
            if (!inside_ || !isOutsideTarget(watched)) return false;
            event->accept();
            return true;
        case QEvent::DragLeave:
        case QEvent::Drop:
            if (!inside_ || !isOutsideTarget(watched)) return false;
            inside_ = false;
            break;
        default: return false;
        }
        // Not by way of the application, which would send it to where the drag is.
        return static_cast<QObject*>(target_)->event(event);
    }

private:
    bool isOutsideTarget(const QObject* watched) const {
        const auto* widget = qobject_cast<const QWidget*>(watched);
        return widget && widget != target_ && (widget == window_ || window_->isAncestorOf(widget));
    }

    QWidget* window_;
    QWidget* target_;
    bool inside_ = false; ///< a file drag is over another part of the window
};

} // namespace

void forwardFileDrops(QWidget* window, QWidget* target) { new FileDropForwarder(window, target); }

} // namespace lightbench
