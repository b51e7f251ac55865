// Opening images, opening and saving stacks, and which were open lately.
#pragma once

#include <QObject>

#include <optional>

#include "core/image/image.h"
#include "core/run/stack.h"
#include "ui/state/lab_context.h"

class QMenu;
class QWidget;

namespace lightbench {

class Documents : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of its dialogs and menu.
    Documents(const LabContext& lab, QWidget* window);

    /// Images and stacks (by their suffix), as the command line and drops give them: paths, which are taken from the
    /// present folder, or addresses of files. Of several images the first is shown; stacks are opened as tabs.
    void open(const QStringList& paths);
    void openImage(const QString& path);
    /// A sample image, by its id.
    void openSample(const QString& id);
    bool loadStack(const QString& path);
    /// To the stack's own file, or where the user says if it has none.
    void saveStack();
    bool saveStackTo(const QString& path);

    // Ask which.
    void chooseAndOpen();
    void chooseStack();
    void saveStackAs();
    /// Those opened lately, newest first.
    QMenu* recentMenu() const { return recent_; }

signals:
    void aboutToRead(const QString& path);
    void stackWritten(const QString& path);

private:
    void refuse(const QStringList& problems);
    void openStacks(const QStringList& paths);
    /// Nothing if it cannot be read, which is said.
    std::optional<Stack> readStack(const QString& path);
    /// Asks whether an image is to be read that seems too large, without standing in the way.
    void askWhetherLarge(const QString& path, const QString& message);
    void onOpened(const QString& path, const ImagePtr& image, double milliseconds);
    void remember(const QString& path);
    void refreshRecent();

    LabContext lab_;
    QWidget* window_;
    QMenu* recent_;
    bool isRefused_ = false; ///< something of what was given last cannot be opened
};

} // namespace lightbench
