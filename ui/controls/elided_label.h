// A label that elides its text with "…" if there is no space, and shows the whole text in its tooltip. Bars and panels
// use it, so that a long text does not make the window wider.
#pragma once

#include <QLabel>
#include <QStringList>

namespace lightbench {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    /// Wraps the text, and elides only what does not fit into so many lines.
    void setMaxLines(int lines);
    /// What is shown at this width.
    QStringList linesAt(int width) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode mode_;
    int maxLines_ = 1;
};

} // namespace lightbench
