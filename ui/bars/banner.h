// A card over the top of the view that says what went wrong and what to do; it moves nothing and can be dismissed.
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace lightbench {

class Banner : public QFrame {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);
    /// A hint stays until the user dismisses it; an error stands before it until it is dismissed or no longer true.
    void showHint(const QString& text);
    void showError(const QString& text);
    void clearError();
    /// A question with a button that answers it; it stands after an error and before a hint. Empty: none any more.
    void showOffer(const QString& text, const QString& button);
    /// Over a picture no hint is shown: the status line has it.
    void setOverPicture(bool isOver);
    /// What is shown; empty if nothing is.
    QString text() const;

signals:
    void hintDismissed(); ///< by the user
    void offerTaken();
    void offerDismissed();
    void logRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void dismiss();
    void refresh();
    void applyColours();
    QLabel* text_;
    QToolButton *log_, *take_;
    QString hint_, error_, offer_;
    bool isOverPicture_ = false;
};

} // namespace lightbench
