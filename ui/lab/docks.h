// The panels around the image: where they are docked at first, their names, and how they are shown again. LabWindow
// creates it, addPanels fills it, and commands show panels. The layout is kept between starts.
#pragma once

#include <QList>
#include <QMap>
#include <QObject>

#include <vector>

class QAction;
class QDockWidget;
class QMainWindow;
class QMenu;
class QTabWidget;

namespace lightbench {

class Docks : public QObject {
    Q_OBJECT

public:
    explicit Docks(QMainWindow* window);

    /// Adds a panel. Panels of the bottom area are tabs of one dock, titled by their window titles. `size` is its share
    /// of the area's height, 0..1. The layout is saved under `id`. F1 opens `page` of the manual.
    void addDock(Qt::DockWidgetArea area, double size, const QString& id, const QString& title, const QString& page,
                 QWidget* panel);
    QList<QDockWidget*> all() const;
    QMenu* panelsMenu() const { return panelsMenu_; }
    /// Brings a panel to the front and gives it the focus.
    void show(const QString& id);

    void restoreLayout();
    void keepLayout();
    /// Restores the layout of the first start.
    void reset();
    /// Call it when the window was resized: panel sizes follow until the user has changed one.
    void followWindow();
    /// Lets the tabs at the bottom take the whole window except its bars, until they are put back.
    void setMaximised(bool maximised);
    bool isMaximised() const { return isMaximised_; }
    /// The action of the button beside the tabs; a double click on the tabs triggers it, too.
    void setMaximiseAction(QAction* action);
    /// Call it for a mouse press on the window itself; a press between docks starts to drag a separator.
    void pressed(QPoint position);

signals:
    void maximisedChanged();

protected:
    /// Escape puts maximised tabs back.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Dock {
        QDockWidget* widget = nullptr;
        Qt::DockWidgetArea area = Qt::LeftDockWidgetArea;
        double size = 1;
    };
    void addTab(const QString& id, const QString& title, QWidget* panel);
    QDockWidget* makeDock(Qt::DockWidgetArea area, const QString& id, const QString& title, QWidget* content);

    QMainWindow* window_;
    QTabWidget* tabs_;
    QMenu* panelsMenu_;
    std::vector<Dock> docks_;
    QMap<QString, QWidget*> panels_;
    QByteArray atFirst_;
    bool isMaximised_ = false;
    QList<QWidget*> hidden_; ///< the docks that the maximised tabs hide
    int height_ = 0;         ///< of the tabs before they were maximised, in px
    bool isByHand_ = false;  ///< the user has resized the docks, so they keep their sizes
};

/// Wraps a panel in a scroll area, so that its content does not change the size of its dock.
QWidget* scrolling(QWidget* panel);

} // namespace lightbench
