// A line at the top of the view that says what went wrong and what to do; it never stands in the way.
#pragma once

#include <QFrame>

class QLabel;

namespace lightbench {

class Banner : public QFrame {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);
    void showMessage(const QString& text, bool isError);
    void dismiss();
    QString text() const;

signals:
    void logRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColours();
    QLabel* text_;
    bool isError_ = true;
};

} // namespace lightbench
