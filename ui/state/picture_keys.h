// The keys of the picture, wherever the focus is.
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace lightbench {

class ImageView;

/// One rule: in the window, keys belong to the picture unless a text is being typed. What Space does to a button or a
/// list of choices elsewhere, Return does here. Return in a field ends the typing: the picture has the focus again.
/// Undo in a field is the stack's. (Keys that are pressed once are the shortcuts of actions; they are found by the
/// place of the key, too, where the keyboard types no Latin letters.)
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
    bool endTyping(QWidget* field, QKeyEvent* event);
    bool triggerLatin(QWidget* widget, const QKeyEvent& event) const;
    void release();

    QWidget* window_;
    ImageView* view_;
    bool held_ = false;
    bool isPassedOn_ = false; ///< the Return that is being handled is on its way to its field
};

} // namespace lightbench
