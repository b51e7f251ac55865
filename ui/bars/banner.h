// A card over the top of the image view that says what went wrong and what to do. ViewArea places it without moving the
// picture. ViewArea, FileChanges and the question about Python files write to it. The user can dismiss it, unless it
// asks a question about a run or a file.
#pragma once

#include <QFrame>

#include <array>
#include <utility>
#include <vector>

class QLabel;
class QToolButton;

namespace lightbench {

/// What a banner says, most urgent first. Only the first that has a text is shown.
enum class BannerKind {
    Stall,   ///< a question about a run that takes long, with the buttons Stop and Wait
    Error,   ///< until it is dismissed or no longer true
    RunFile, ///< a question whether a file may run, with the buttons Run it, Show it and Not now
    Offer,   ///< a question with a button that accepts it
    Notice   ///< until the user dismisses it
};

class Banner : public QFrame {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);
    /// An empty text removes what the banner says of that kind. `button`: the text of the button that remedies an error
    /// or accepts an offer; an error may have none.
    void setMessage(BannerKind kind, const QString& text, const QString& button = {});
    /// Over a picture the banner shows no notice: the status bar shows it instead.
    void setOverPicture(bool isOver);
    QString text() const;

signals:
    void noticeDismissed(); ///< by the user
    void remedyTaken();
    void offerTaken();
    void offerDismissed();
    void logRequested();
    void stopChosen();
    void waitChosen();
    void runAllowed();
    void showFileChosen();
    void runRefused();

private:
    QToolButton* addButton(BannerKind kind, const char* name, const QString& text, const QString& toolTip,
                           void (Banner::*pressed)());
    void dismiss();
    void refresh();
    QLabel* text_;
    std::vector<std::pair<BannerKind, QToolButton*>> buttons_; ///< and when each is shown
    QToolButton *remedy_, *take_, *close_;
    std::array<QString, 5> texts_; ///< by kind
    BannerKind shown_ = BannerKind::Notice;
    bool isOverPicture_ = false;
};

} // namespace lightbench
