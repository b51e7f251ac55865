// A card over the top of the image view that says what went wrong and what to do. ViewArea places it without moving the
// picture; LabWindow and FileChanges write to it. The user can dismiss it.
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace lightbench {

class Banner : public QFrame {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);
    /// A notice stays until the user dismisses it. An error is shown before the notice until it is dismissed or no
    /// longer true. An error may have a button that remedies it.
    void showNotice(const QString& text);
    void showError(const QString& text, const QString& remedy = {});
    void clearError();
    /// A question with a button that accepts it, shown after an error and before a notice. An empty text removes it.
    void showOffer(const QString& text, const QString& button);
    /// A question about a run that takes long, before everything else, with the buttons Stop and Wait. An empty text
    /// removes it.
    void askToStop(const QString& text);
    /// A question whether a file may run, after an error, with the buttons Run it, Show it and Not now. An empty text
    /// removes it.
    void askToRun(const QString& text);
    /// Over a picture the banner shows no notice: the status bar shows it instead.
    void setOverPicture(bool isOver);
    /// The shown text; empty if nothing is shown.
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
    void fileWanted();
    void runRefused();

protected:
    void changeEvent(QEvent* event) override;

private:
    void dismiss();
    void refresh();
    void applyColours();
    QLabel* text_;
    QToolButton* addButton(const QString& text, const char* name);
    QToolButton *log_, *remedy_, *take_, *stop_, *wait_, *run_, *show_, *notNow_, *close_;
    QString notice_, error_, offer_, question_, runQuestion_;
    bool isOverPicture_ = false;
};

} // namespace lightbench
