// A line at the top of the view that says what went wrong and what to do; it never stands in the way.
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace lightbench {

class Banner : public QFrame {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);
    void showMessage(const QString& text, bool isError);
    /// Takes an error away that is no longer true; what is only told stays until the user dismisses it.
    void clearError();
    QString text() const;

signals:
    void dismissed(); ///< by the user
    void logRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColours();
    QLabel* text_;
    QToolButton* log_;
    bool isError_ = true;
};

} // namespace lightbench
