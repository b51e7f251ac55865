// Opening images, opening and saving stacks, and which were open lately.
#pragma once

#include <QObject>

#include "core/image/image.h"
#include "ui/state/lab_context.h"

class QMenu;
class QWidget;

namespace lightbench {

class Documents : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of its dialogs and menu.
    Documents(const LabContext& lab, QWidget* window);

    /// Images and stacks (by their suffix), as the command line and drops give them.
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

private:
    /// Asks whether an image is to be read that seems too large, without standing in the way.
    void askWhetherLarge(const QString& path, const QString& message);
    void onOpened(const QString& path, const ImagePtr& image, double milliseconds);
    void remember(const QString& path);
    void refreshRecent();

    LabContext lab_;
    QWidget* window_;
    QMenu* recent_;
};

} // namespace lightbench
