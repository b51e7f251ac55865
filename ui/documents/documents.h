// Opens images, opens and saves stacks, and keeps the list of recent files. Menus, drops, the command line and the last
// session go through it. Problems become messages in the window.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>

#include <utility>
#include <vector>

#include "core/image/image.h"
#include "core/run/stack.h"
#include "ui/state/session/lab_context.h"

class QMenu;
class QWidget;

namespace lightbench {

struct StackFile;

/// What happens to a stack that is edited while the file that is to replace it is read.
enum class Edited { Replace, Keep };

class Documents : public QObject {
    Q_OBJECT

public:
    Documents(const LabContext& lab, QWidget* window);

    /// Opens images, stacks and kernel files; the suffix says which. `paths` are paths relative to the current folder,
    /// or file URLs. Of several images only the first is shown; each stack opens in a tab.
    void open(const QStringList& paths);
    void openImage(const QString& path);
    void openSample(const QString& id);
    /// Reads a stack in the background, then replaces the stack of the tab that is chosen now. A newer call replaces
    /// one that is still reading.
    void loadStack(const QString& path, Edited edited = Edited::Replace);
    /// Saves to the stack's own file, or asks for a file if it has none. If the file is not as it was when it was read
    /// or saved for this tab, it asks before it replaces it.
    void saveStack();
    bool saveStackTo(const QString& path);

    void chooseAndOpen();
    void chooseStack();
    void chooseKernel();
    void saveStackAs();
    /// The state of a tab's file (fileMark) when it was read or saved for the tab; empty: it has none.
    QByteArray markOf(int tab) const;
    /// The tab's stack is of an earlier session, in which its file had this state. Says so if it has another one now.
    void restoreMark(int tab, const QByteArray& mark);
    /// The menu of recent files, newest first.
    QMenu* recentMenu() const { return recent_; }

signals:
    void aboutToRead(const QString& path);
    void stackWritten(const QString& path);
    /// The file has another content than the tab's stack: it was read, but the stack was edited meanwhile and stays, or
    /// it has changed since the last session.
    void stackKept(const QString& path);

private:
    void refuse(const QStringList& problems);
    /// Reads the first stack for the chosen tab, and the others for new tabs.
    void openStacks(const QStringList& paths, Edited edited = Edited::Replace);
    void onStacksRead(const std::vector<StackFile>& stacks);
    void takeStack(const StackFile& file);
    using TabFile = std::pair<int, QString>; ///< the number of a tab and its file, which undo may change
    TabFile keyOf(int tab) const;
    void noteMark(int tab, const QByteArray& mark);
    /// Asks whether to read an image that seems too large. The question does not block the window.
    void askWhetherLarge(const QString& path, const QString& message);
    /// Says which images of the last request were not opened, if there are any.
    void noteOthers();
    void remember(const QString& path);
    void refreshRecent();

    LabContext lab_;
    QWidget* window_;
    QMenu* recent_;
    bool hadErrors_ = false; ///< something in the last request could not be opened
    QStringList notOpened_;  ///< the images after the first in the last request
    QHash<TabFile, QByteArray> marks_;
    /// Of the stack that is being read.
    struct {
        int tab = 0; ///< the number of the tab that it is for
        Edited edited = Edited::Replace;
        Stack before; ///< that tab's stack when reading began
    } loading_;
};

} // namespace lightbench
