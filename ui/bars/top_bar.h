// The bar at the top of the window: open and export, the device, run, live, check, and how the image is viewed.
// LabWindow creates it from the command table. In a narrow window, parts move into a menu at the end of the bar; none
// is squeezed.
#pragma once

#include <QWidget>

#include "ui/state/session/lab_context.h"

class QAction;
class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace lightbench {

class CommandTable;
class DeviceBox;
class ZoomBox;

class TopBar : public QWidget {
    Q_OBJECT

public:
    TopBar(const LabContext& lab, const CommandTable& commands, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void connectTo(const LabContext& lab);
    void setFitted(bool fitted);
    QAction* action(const char* id) const;
    QToolButton* addButton(QHBoxLayout* row, QAction* action);
    void addMenuButton(QHBoxLayout* row);
    void addRun(QHBoxLayout* row);
    void addSwitches(QHBoxLayout* row);
    void addModes(QHBoxLayout* row);
    void buildModeMenu();
    QList<std::pair<QToolButton*, bool>> overflowWidgets(int level) const;
    void setCompact(bool compact);
    int widthAt(int level) const;
    void applyOverflow(int level);
    void arrange();

    const CommandTable& commands_;
    DeviceBox* devices_ = nullptr;
    QStackedWidget* runOrCancel_ = nullptr;
    QToolButton* menu_ = nullptr;
    QToolButton *open_ = nullptr, *exports_ = nullptr, *live_ = nullptr, *check_ = nullptr, *fit_ = nullptr;
    QWidget* modes_ = nullptr;
    QToolButton *modeMenu_ = nullptr, *overflow_ = nullptr;
    ZoomBox* zoom_ = nullptr;
    int overflowLevel_ = -1; ///< how many parts have moved into the menu
};

} // namespace lightbench
