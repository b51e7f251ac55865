// The panels around the image: where they are docked at first, what they are called, and how they are brought back.
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
    enum class Area { Left, Right, Bottom };

    explicit Docks(QMainWindow* window);

    /// Adds a panel; those of the bottom area are tabs of one dock, whose titles follow their panels' window titles.
    /// `size` is the share of its area's height that it takes, 0..1. The layout is kept under `id`.
    void addDock(Area area, double size, const QString& id, const QString& title, QWidget* panel);
    QList<QDockWidget*> all() const;
    /// Shows and hides them.
    QMenu* panelsMenu() const { return panelsMenu_; }
    /// Brings a panel to the front, with the focus.
    void show(const QString& id);

    /// The window's place and the panels' as they were when the lab was closed.
    void restoreLayout();
    void keepLayout();
    /// As at the first start.
    void reset();
    /// The window has another size: the panels' follow until the user has chosen others.
    void followWindow();
    /// The tabs at the bottom take the whole window but its bars, until they are put back.
    void setMaximised(bool maximised);
    bool isMaximised() const { return isMaximised_; }
    /// For the button beside the tabs; a double click on them does the same.
    void setMaximiseAction(QAction* action);
    /// A press on the window itself; one between the docks begins to drag a separator.
    void pressed(QPoint position);

signals:
    void maximisedChanged();

protected:
    /// Escape puts maximised tabs back.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Dock {
        QDockWidget* widget = nullptr;
        Area area = Area::Left;
        double size = 1;
    };
    void addTab(const QString& id, const QString& title, QWidget* panel);
    QDockWidget* makeDock(Area area, const QString& id, const QString& title, QWidget* content);

    QMainWindow* window_;
    QTabWidget* tabs_;
    QMenu* panelsMenu_;
    std::vector<Dock> docks_;
    QMap<QString, QWidget*> panels_;
    QByteArray atFirst_;
    bool isMaximised_ = false;
    QList<QWidget*> hidden_; ///< by the maximised tabs
    int height_ = 0;         ///< of the tabs before
    bool isByHand_ = false;  ///< the user has sized the docks: they keep that
};

/// A panel whose content comes and goes: it scrolls, so that no content changes the size of its dock.
QWidget* scrolling(QWidget* panel);

} // namespace lightbench
