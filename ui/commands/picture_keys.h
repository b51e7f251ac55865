// Makes the image view's keys work wherever the focus is, except while a text is typed. LabWindow creates one, which
// filters the application's key events.
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace lightbench {

class ImageView;

/// In the window, keys belong to the picture unless a text is being typed. Return takes the part of Space for buttons
/// and lists. Return in a field ends the typing and gives the focus back to the picture. Undo in a field is the stack's
/// undo. Single-key shortcuts of actions also work by key position on keyboards that type no Latin letters.
class PictureKeys : public QObject {
    Q_OBJECT

public:
    /// Filters the application's key events as long as the window lives.
    PictureKeys(QWidget* window, ImageView* view);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOurs(const QWidget* widget) const;
    bool space(const QKeyEvent* event);
    bool endTyping(QWidget* field, QKeyEvent* event);
    bool triggerLatin(QWidget* widget, const QKeyEvent& event) const;
    bool isIdleKey(const QWidget* widget, const QKeyEvent& event) const;
    void release();

    QWidget* window_;
    ImageView* view_;
    bool held_ = false;
    bool isPassedOn_ = false; ///< the current Return event is being passed to its field
};

} // namespace lightbench
