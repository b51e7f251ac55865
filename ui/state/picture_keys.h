// The keys of the picture that must be held, wherever the focus is.
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace lightbench {

class ImageView;

/// One rule: in the window, Space belongs to the picture unless a text is being typed. What Space does to a button or a
/// list of choices elsewhere, Return does here. (Keys that are pressed once are the shortcuts of actions.)
class PictureKeys : public QObject {
    Q_OBJECT

public:
    /// Watches the application's keys for as long as the window lives.
    PictureKeys(QWidget* window, ImageView* view);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOurs(const QWidget* widget) const;
    bool space(const QKeyEvent* event);
    void release();

    QWidget* window_;
    ImageView* view_;
    bool held_ = false;
};

} // namespace lightbench
